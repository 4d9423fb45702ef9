namespace Doppel.App;

/// <summary>
/// The exception for a write to a stream whose reader has closed it. This is normal and not an error.
/// </summary>
internal sealed class BrokenPipeException() : IOException("Broken pipe");
