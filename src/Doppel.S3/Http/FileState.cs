using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>The length and the times of an open file, which show whether it was changed.</summary>
/// <remarks>A class, so that all parts of an upload share it.</remarks>
internal sealed class FileState
{
    private readonly (long, (long, uint), (long, uint)) _facts;

    private FileState(SafeFileHandle file) => _facts = Read(file);

    /// <summary>Reads the state of a file.</summary>
    internal static FileState Of(SafeFileHandle file) => new(file);

    /// <summary>Returns whether a file still has this state.</summary>
    internal bool IsStateOf(SafeFileHandle file) => Read(file) == _facts;

    // Other systems than Linux do without the time of the last change: .NET has only that of the last modification.
    private static (long, (long, uint), (long, uint)) Read(SafeFileHandle file) => LinuxFile.Of(file) is { } facts
        ? (facts.Length, facts.Modified, facts.Changed)
        : (RandomAccess.GetLength(file), (File.GetLastWriteTimeUtc(file).Ticks, 0), default);
}
