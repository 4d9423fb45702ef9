using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A copy that is open for reading.</summary>
/// <param name="Copy">The copy.</param>
/// <param name="Name">The name by which it was opened.</param>
/// <param name="Volume">The volume that reads and closes it.</param>
/// <param name="Handle">The open file.</param>
/// <param name="Facts">Its metadata right after it was opened.</param>
internal readonly record struct OpenCopy(
    int Copy, PathId Name, IVolume Volume, FileHandle Handle, FileFacts Facts)
{
    /// <summary>
    /// Gets the location of the payload if only the payload is read, or null if the complete file is.
    /// </summary>
    internal PayloadMap? Payload { get; init; }

    internal void Close() => Volume.Close(Handle);
}
