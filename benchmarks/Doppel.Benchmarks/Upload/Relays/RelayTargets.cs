namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>Where a relay sends to.</summary>
/// <param name="Address">The file server, for who makes a client of his own for each file.</param>
/// <param name="Shared">The same server behind one client for all files.</param>
internal sealed record RelayTargets(Uri Address, IUploadTarget Shared);
