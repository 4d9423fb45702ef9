namespace Doppel.Media;

/// <summary>The payload of a file as though it stood together.</summary>
/// <remarks>Immutable, so thread-safe.</remarks>
public sealed class PayloadMap
{
    private readonly PayloadExtent[] _extents;
    private readonly long[] _starts;

    /// <summary>A payload in these extents, in their order.</summary>
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

    /// <summary>The payload of a file that was mapped.</summary>
    public PayloadMap(MediaMap map)
        : this([.. map?.Extents ?? throw new ArgumentNullException(nameof(map))])
    {
    }

    /// <summary>Bytes of all extents.</summary>
    public long Bytes { get; }

    /// <summary>How many extents there are.</summary>
    public int Count => _extents.Length;

    /// <summary>One of the extents.</summary>
    public PayloadExtent this[int index] => _extents[index];

    /// <summary>The extent that holds a byte of the payload.</summary>
    /// <param name="offset">Bytes from the start of the payload.</param>
    public int IndexOf(long offset)
    {
        int index = Array.BinarySearch(_starts, offset);
        return index < 0 ? ~index - 1 : index;
    }

    /// <summary>What follows within an extent from a byte of the payload on.</summary>
    /// <param name="index">The extent that holds it.</param>
    /// <param name="offset">Bytes from the start of the payload.</param>
    public PayloadExtent From(int index, long offset)
    {
        PayloadExtent extent = _extents[index];
        long within = offset - _starts[index];
        return new PayloadExtent(extent.Offset + within, extent.Length - within);
    }

    /// <summary>Fills a buffer with what stands at a place of the payload.</summary>
    /// <param name="source">The file.</param>
    /// <param name="offset">Bytes from the start of the payload.</param>
    /// <param name="buffer">Where to.</param>
    /// <returns>False where the payload ends before, or not all of it could be read.</returns>
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
