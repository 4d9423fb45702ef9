using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>One way to pass a file on, by name.</summary>
/// <param name="Id">What it is called in addresses.</param>
/// <param name="Name">What it is called in tables.</param>
/// <param name="Role">What the judge makes of it.</param>
/// <param name="Streams">
/// Whether the file is passed on while it arrives; if not, it is received as a whole first.
/// </param>
/// <param name="Create">Makes it, with pools of its own.</param>
internal sealed record RelayEntry(string Id, string Name, Role Role, bool Streams, Func<IRelay> Create);
