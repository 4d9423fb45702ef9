namespace Doppel.Media;

/// <summary>Reads the values of an entry one after the other; two entries are read side by side.</summary>
/// <remarks>Reused for one entry after the other; not thread-safe.</remarks>
internal sealed class TiffNumbers(TiffReader tiff)
{
    private readonly byte[] _buffer = new byte[1024];
    private TiffEntry _entry;
    private long _next;
    private int _at;
    private int _filled;

    /// <summary>Begins with an entry.</summary>
    /// <exception cref="NotComparableException">Its values are no whole numbers.</exception>
    internal void Open(TiffEntry entry)
    {
        if (!entry.IsWhole)
        {
            NotComparableException.Throw("an entry that should be a number is none");
        }

        tiff.Spend(entry);
        (_entry, _next, _at, _filled) = (entry, entry.At, 0, 0);
    }

    /// <summary>The next value; asked for no more often than the entry counts.</summary>
    internal long Next()
    {
        int bytes = _entry.ValueBytes;
        if (_at == _filled)
        {
            // 1024 is a multiple of the bytes of every value.
            _filled = (int)Math.Min(_buffer.Length, _entry.At + _entry.Bytes - _next);
            tiff.File.Copy(_next, _buffer.AsSpan(0, _filled));
            _next += _filled;
            _at = 0;
        }

        _at += bytes;
        return (long)tiff.Number(_buffer.AsSpan(_at - bytes, bytes));
    }
}
