using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A copy that is open for reading.</summary>
/// <param name="Copy">The copy.</param>
/// <param name="Name">The name by which it was opened.</param>
/// <param name="Volume">The volume that reads and closes it.</param>
/// <param name="Handle">The open file.</param>
/// <param name="Facts">Its metadata right after it was opened.</param>
/// <param name="Closing">The thread that closes it, or null to close it on the calling thread.</param>
internal readonly record struct OpenCopy(
    int Copy, PathId Name, IVolume Volume, FileHandle Handle, FileFacts Facts, ClosingThread? Closing)
{
    /// <summary>
    /// Gets the location of the payload if only the payload is read, or null if the complete file is.
    /// </summary>
    internal PayloadMap? Payload { get; init; }

    internal void Close()
    {
        if (Closing is null)
        {
            Volume.Close(Handle);
        }
        else
        {
            Closing.Close(Volume, Handle);
        }
    }
}
