using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Cli.Platform;

/// <summary>An open file for parsers of media, which remembers why it could not be read.</summary>
internal sealed class VolumeMediaSource(IVolume volume, FileHandle file, long length) : IMediaSource
{
    public long Length => length;

    /// <summary>The failure of a reading; the last one.</summary>
    internal VolumeError Error { get; private set; }

    /// <summary>Whether it ended before its length.</summary>
    internal bool IsCut { get; private set; }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        VolumeError error = volume.Read(file, offset, buffer, out int read);
        Error = error.Failed ? error : Error;
        IsCut |= !error.Failed && read < buffer.Length;
        return !error.Failed && read == buffer.Length;
    }
}
