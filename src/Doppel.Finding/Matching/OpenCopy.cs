using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A copy that is open for reading.</summary>
/// <param name="Copy">Which.</param>
/// <param name="Name">The name that it was opened by.</param>
/// <param name="Volume">The volume that reads and closes it.</param>
/// <param name="Handle">The open file.</param>
/// <param name="Facts">Its facts right after the opening.</param>
/// <param name="Closing">Closes it; null for the thread that is done with it.</param>
internal readonly record struct OpenCopy(
    int Copy, PathId Name, IVolume Volume, FileHandle Handle, FileFacts Facts, ClosingThread? Closing)
{
    /// <summary>Where its payload lies, if that is what is read of it; null where it is all of the file.</summary>
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
