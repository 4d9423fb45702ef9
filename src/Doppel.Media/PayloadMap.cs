namespace Doppel.Media;

/// <summary>Addresses the payload of a file as one contiguous range.</summary>
/// <remarks>Immutable, and therefore thread-safe.</remarks>
public sealed class PayloadMap
{
    private readonly PayloadExtent[] _extents;
    private readonly long[] _starts;

    /// <summary>Creates a map of the payload that consists of the given extents, in their order.</summary>
    public PayloadMap(ReadOnlySpan<PayloadExtent> extents)
    {
        _extents = extents.ToArray();
        _starts = new long[extents.Length];
        for (int i = 0; i < extents.Length; i++)
        {
            _starts[i] = Bytes;
            Bytes += extents[i].Length;
        }
    }

    /// <summary>Creates a map of the payload that <see cref="MediaMapper"/> found in a file.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="map"/> is null.</exception>
    public PayloadMap(MediaMap map)
        : this([.. map?.Extents ?? throw new ArgumentNullException(nameof(map))])
    {
    }

    /// <summary>Gets the total length of all extents in bytes.</summary>
    public long Bytes { get; }

    /// <summary>Gets the number of extents.</summary>
    public int Count => _extents.Length;

    /// <summary>Gets the extent at an index.</summary>
    public PayloadExtent this[int index] => _extents[index];

    /// <summary>Returns the index of the extent that contains a byte of the payload.</summary>
    /// <param name="offset">The offset of the byte, in bytes from the start of the payload.</param>
    public int IndexOf(long offset)
    {
        int index = Array.BinarySearch(_starts, offset);
        return index < 0 ? ~index - 1 : index;
    }

    /// <summary>Returns the rest of an extent, from a byte of the payload to the end of the extent.</summary>
    /// <param name="index">The index of the extent that contains the byte.</param>
    /// <param name="offset">The offset of the byte, in bytes from the start of the payload.</param>
    public PayloadExtent From(int index, long offset)
    {
        PayloadExtent extent = _extents[index];
        long within = offset - _starts[index];
        return new PayloadExtent(extent.Offset + within, extent.Length - within);
    }

    /// <summary>Fills a buffer with the payload bytes at an offset.</summary>
    /// <param name="source">The file to read.</param>
    /// <param name="offset">The offset of the first byte to read, in bytes from the start of the payload.</param>
    /// <param name="buffer">The buffer to fill.</param>
    /// <returns>
    /// True if the whole buffer was filled; false if it would extend outside the payload or the bytes could not be
    /// read.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public bool TryRead(IMediaSource source, long offset, Span<byte> buffer)
    {
        ArgumentNullException.ThrowIfNull(source);
        if (offset < 0 || offset > Bytes - buffer.Length)
        {
            return false;
        }

        for (int index = IndexOf(offset); !buffer.IsEmpty; index++)
        {
            PayloadExtent extent = From(index, offset);
            int bytes = (int)Math.Min(buffer.Length, extent.Length);
            if (!source.TryRead(extent.Offset, buffer[..bytes]))
            {
                return false;
            }

            buffer = buffer[bytes..];
            offset += bytes;
        }

        return true;
    }
}
