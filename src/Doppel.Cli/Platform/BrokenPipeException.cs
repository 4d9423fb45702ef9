namespace Doppel.Cli.Platform;

/// <summary>The reader of a stream has gone. That is its right, and no failure.</summary>
internal sealed class BrokenPipeException() : IOException("Broken pipe");
