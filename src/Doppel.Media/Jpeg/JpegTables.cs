namespace Doppel.Media;

/// <summary>The tables in front of the first scan, however they are distributed over segments (T.81, B.2.4).</summary>
/// <remarks>
/// Cameras write all tables of one kind into one segment, and programs that write JPEG anew write a segment for each.
/// Quantization tables that no component uses do not count: such programs drop them.
/// </remarks>
internal sealed class JpegTables
{
    private const byte Quantization = 0xDB;
    private const byte Huffman = 0xC4;
    private const byte Hierarchical = 0xDE;
    private const int QuantizationBytes = 64;
    private const int HuffmanLengths = 16;

    private readonly SortedDictionary<int, (long At, int Bytes)> _tables = [];
    private readonly HashSet<int> _used = [];
    private bool _isHierarchical;

    /// <summary>Takes a segment. Returns false if it does not hold tables, or is damaged.</summary>
    /// <param name="file">The file.</param>
    /// <param name="marker">The marker.</param>
    /// <param name="isFrame">Whether the segment is a frame header.</param>
    /// <param name="at">The offset of its content.</param>
    /// <param name="bytes">The length of the content in bytes.</param>
    internal bool TryTake(HeaderReader file, byte marker, bool isFrame, long at, int bytes)
    {
        _isHierarchical |= marker == Hierarchical;
        if (isFrame)
        {
            SeeFrame(file, at, bytes);
        }

        if (marker is not (Quantization or Huffman))
        {
            return false;
        }

        List<(int Id, long At, int Bytes)> found = [];
        long end = at + bytes;
        while (at < end)
        {
            int table = Bytes(file, marker, at, end);
            if (table > end - at)
            {
                return false;
            }

            // The number of a table, and for Huffman tables whether it is for DC or AC.
            byte head = file.ByteAt(at);
            found.Add(((marker << 8) | (marker == Quantization ? head & 0xF : head), at, table));
            at += table;
        }

        // The last of several with one number counts.
        found.ForEach(one => _tables[one.Id] = (one.At, one.Bytes));
        return true;
    }

    /// <summary>Adds the tables.</summary>
    internal void AddTo(HeaderReader file, PayloadBuilder payload)
    {
        foreach ((int id, (long at, int bytes)) in _tables)
        {
            if (_isHierarchical || id >> 8 != Quantization || _used.Contains(id & 0xFF))
            {
                payload.AddKey(id);
                payload.AddKey(file, at, bytes);
            }
        }

        payload.AddKey(-1);
    }

    private static int Bytes(HeaderReader file, byte marker, long at, long end)
    {
        if (marker == Quantization)
        {
            return 1 + (file.ByteAt(at) >> 4 == 0 ? QuantizationBytes : 2 * QuantizationBytes);
        }

        int bytes = 1 + HuffmanLengths;
        for (int i = 1; i <= HuffmanLengths && at + i < end; i++)
        {
            bytes += file.ByteAt(at + i);
        }

        return bytes;
    }

    private void SeeFrame(HeaderReader file, long at, int bytes)
    {
        const int ComponentsAt = 5, EachBytes = 3;
        for (int i = ComponentsAt + EachBytes; i < bytes; i += EachBytes)
        {
            _used.Add(file.ByteAt(at + i));
        }
    }
}
