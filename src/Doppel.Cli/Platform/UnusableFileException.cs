namespace Doppel.Cli.Platform;

/// <summary>A file that is never read, whatever is in it: not a regular file, or far too large.</summary>
internal sealed class UnusableFileException(string why) : IOException(why);
