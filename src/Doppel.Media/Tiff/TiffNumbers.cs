namespace Doppel.Media;

/// <summary>Reads the values of an entry in sequence. Two readers can be used side by side.</summary>
/// <remarks>Reused for successive entries. Not thread-safe.</remarks>
internal sealed class TiffNumbers(TiffReader tiff)
{
    private readonly byte[] _buffer = new byte[1024];
    private TiffEntry _entry;
    private long _next;
    private int _at;
    private int _filled;

    /// <summary>Starts to read an entry.</summary>
    /// <exception cref="NotComparableException">The values are not integers.</exception>
    internal void Open(TiffEntry entry)
    {
        if (!entry.IsWhole)
        {
            NotComparableException.Throw("an entry that should be a number is not one");
        }

        tiff.Spend(entry);
        (_entry, _next, _at, _filled) = (entry, entry.At, 0, 0);
    }

    /// <summary>Returns the next value. Call it no more often than the entry has values.</summary>
    internal long Next()
    {
        int bytes = _entry.ValueBytes;
        if (_at == _filled)
        {
            // 1024 is a multiple of every value size.
            _filled = (int)Math.Min(_buffer.Length, _entry.At + _entry.Bytes - _next);
            tiff.File.Copy(_next, _buffer.AsSpan(0, _filled));
            _next += _filled;
            _at = 0;
        }

        _at += bytes;
        return (long)tiff.Number(_buffer.AsSpan(_at - bytes, bytes));
    }
}
