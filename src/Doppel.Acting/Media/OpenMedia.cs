using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open file, as those read it who look for its sound or picture.</summary>
/// <param name="volume">Where it lies.</param>
/// <param name="file">The file; stays the caller's.</param>
/// <param name="length">Its length.</param>
internal sealed class OpenMedia(IVolume volume, FileHandle file, long length) : IMediaSource
{
    public long Length => length;

    public bool TryRead(long offset, Span<byte> buffer) =>
        !volume.Read(file, offset, buffer, out int read).Failed && read == buffer.Length;
}
