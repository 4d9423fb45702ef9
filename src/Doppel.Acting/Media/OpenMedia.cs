using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// An open file, as those read it who look for its sound or picture; remembers why it could not be read.
/// </summary>
/// <remarks>Not thread-safe.</remarks>
/// <param name="volume">Where it lies.</param>
/// <param name="file">The file; stays the caller's.</param>
/// <param name="length">Its length.</param>
public sealed class OpenMedia(IVolume volume, FileHandle file, long length) : IMediaSource
{
    /// <inheritdoc/>
    public long Length => length;

    /// <summary>Why a reading failed, the last one; none where none did.</summary>
    public VolumeError Error { get; private set; }

    /// <summary>Whether it ended before its length.</summary>
    public bool IsCut { get; private set; }

    /// <summary>The file.</summary>
    internal FileHandle File => file;

    /// <summary>Why its payload could not be read, as people read it.</summary>
    internal string Fault => Error.Failed ? $"cannot read it: {volume.Describe(Error)}"
        : IsCut ? "it became shorter while it was read"
        : "its sound or picture ends before";

    /// <inheritdoc/>
    public bool TryRead(long offset, Span<byte> buffer)
    {
        VolumeError error = volume.Read(file, offset, buffer, out int read);
        Error = error.Failed ? error : Error;
        IsCut |= !error.Failed && read < buffer.Length;
        return !error.Failed && read == buffer.Length;
    }
}
