using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Gives media parsers access to an open file, and remembers why reading failed.</summary>
/// <remarks>Not thread-safe.</remarks>
/// <param name="volume">The volume that holds the file.</param>
/// <param name="file">The file. Remains owned by the caller.</param>
/// <param name="length">The length of the file in bytes.</param>
public sealed class OpenMedia(IVolume volume, FileHandle file, long length) : IMediaSource
{
    /// <inheritdoc/>
    public long Length => length;

    /// <summary>Gets the error of the last failed read, or none if no read has failed.</summary>
    public VolumeError Error { get; private set; }

    /// <summary>Gets whether the file ended before its expected length.</summary>
    public bool IsCut { get; private set; }

    internal FileHandle File => file;

    /// <summary>Gets a human-readable reason why the payload could not be read.</summary>
    internal string Fault
    {
        get
        {
            if (Error.Failed)
            {
                return $"cannot read it: {volume.Describe(Error)}";
            }

            return IsCut ? "it became shorter while it was being read" : "its audio or image data is truncated";
        }
    }

    /// <inheritdoc/>
    public bool TryRead(long offset, Span<byte> buffer)
    {
        VolumeError error = volume.Read(file, offset, buffer, out int read);
        Error = error || Error;
        IsCut |= !error.Failed && read < buffer.Length;
        return !error.Failed && read == buffer.Length;
    }
}
