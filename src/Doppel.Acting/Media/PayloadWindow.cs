using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The payload of an open file, read as though it stood together.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class PayloadWindow
{
    private readonly IReadOnlyList<PayloadExtent> _extents;
    private readonly long[] _starts;

    /// <summary>A payload in these extents, in their order.</summary>
    internal PayloadWindow(IReadOnlyList<PayloadExtent> extents)
    {
        _extents = extents;
        _starts = new long[extents.Count];
        for (int i = 0; i < _starts.Length; i++)
        {
            _starts[i] = Length;
            Length += extents[i].Length;
        }
    }

    /// <summary>Bytes of all extents.</summary>
    internal long Length { get; }

    /// <summary>Fills a buffer with what stands at a place of the payload.</summary>
    /// <param name="volume">Where the file lies.</param>
    /// <param name="file">The file.</param>
    /// <param name="at">Bytes from the start of the payload.</param>
    /// <param name="buffer">Where to; may not reach beyond <see cref="Length"/>.</param>
    /// <returns>Why not; null if all is well.</returns>
    internal string? Read(IVolume volume, FileHandle file, long at, Span<byte> buffer)
    {
        if (at < 0 || at > Length - buffer.Length)
        {
            return "its sound or picture ends before";
        }

        int index = Array.BinarySearch(_starts, at);
        index = index >= 0 ? index : ~index - 1;
        while (!buffer.IsEmpty)
        {
            long skip = at - _starts[index];
            int bytes = (int)Math.Min(buffer.Length, _extents[index].Length - skip);
            VolumeError error = volume.Read(file, _extents[index].Offset + skip, buffer[..bytes], out int read);
            if (error.Failed || read < bytes)
            {
                return error.Failed ? $"cannot read it: {volume.Describe(error)}"
                    : "it became shorter while it was read";
            }

            buffer = buffer[bytes..];
            at += bytes;
            index++;
        }

        return null;
    }
}
