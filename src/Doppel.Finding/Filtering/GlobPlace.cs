namespace Doppel.Finding;

/// <summary>Specifies where a pattern was typed, so that it can also be read as a path.</summary>
/// <param name="WorkingDirectory">The absolute path of the working directory.</param>
public sealed record GlobPlace(ReadOnlyMemory<byte> WorkingDirectory)
{
    /// <summary>
    /// Gets the function that returns the real path of a folder, which may be missing, because names in a search never
    /// lead through symbolic links. Default: the path itself.
    /// </summary>
    public Func<byte[], byte[]> RealPath { get; init; } = static path => path;
}
