using Doppel.Media;

namespace Doppel.Finding;

/// <summary>Where the payload of one open file lies, to be read as though it stood together.</summary>
internal sealed class PayloadMap
{
    private readonly PayloadExtent[] _extents;
    private readonly long[] _starts;

    internal PayloadMap(ReadOnlySpan<PayloadExtent> extents)
    {
        _extents = extents.ToArray();
        _starts = new long[extents.Length];
        for (int i = 0; i < extents.Length; i++)
        {
            _starts[i] = Bytes;
            Bytes += extents[i].Length;
        }
    }

    internal PayloadMap(MediaMap map)
        : this(map.Extents is PayloadExtent[] extents ? extents : [.. map.Extents])
    {
    }

    /// <summary>Bytes of all extents.</summary>
    internal long Bytes { get; }

    internal int Count => _extents.Length;

    /// <summary>The extent that holds a byte of the payload.</summary>
    internal int IndexOf(long offset)
    {
        int index = Array.BinarySearch(_starts, offset);
        return index < 0 ? ~index - 1 : index;
    }

    /// <summary>What follows within an extent from a byte of the payload on.</summary>
    internal PayloadExtent From(int index, long offset)
    {
        PayloadExtent extent = _extents[index];
        long within = offset - _starts[index];
        return new PayloadExtent(extent.Offset + within, extent.Length - within);
    }

    internal PayloadExtent this[int index] => _extents[index];
}
