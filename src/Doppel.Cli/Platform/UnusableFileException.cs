namespace Doppel.Cli;

/// <summary>The exception for a file that is never read because it is not a regular file or is far too large.</summary>
internal sealed class UnusableFileException(string why) : IOException(why);
