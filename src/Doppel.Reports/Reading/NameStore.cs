namespace Doppel.Reports;

/// <summary>
/// Stores the names that are read, many in one array. A name that stays referenced keeps at most 4 KiB alive.
/// </summary>
internal sealed class NameStore
{
    private const int ChunkBytes = 4096;

    private byte[] _chunk = [];
    private int _used;

    public ReportName Keep(ReadOnlySpan<byte> name)
    {
        // A long name gets an array of its own, so that little of a chunk is wasted.
        if (name.Length > ChunkBytes / 4)
        {
            return new ReportName(name.ToArray());
        }

        if (name.Length > _chunk.Length - _used)
        {
            _chunk = new byte[ChunkBytes];
            _used = 0;
        }

        name.CopyTo(_chunk.AsSpan(_used));
        var kept = new ReportName(_chunk.AsMemory(_used, name.Length));
        _used += name.Length;
        return kept;
    }

    /// <summary>Stores the name of a file, which must have at least one byte and no NUL.</summary>
    public ReportName KeepFile(ReadOnlySpan<byte> name, long line)
    {
        if (name.IsEmpty)
        {
            throw new ReportFormatException(line, "holds an empty name");
        }

        if (name.Contains((byte)0))
        {
            throw new ReportFormatException(line, "holds a name with NUL, which no file can have");
        }

        return Keep(name);
    }
}
