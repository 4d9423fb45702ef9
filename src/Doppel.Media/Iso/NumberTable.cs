using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Reads the numbers of a table in sequence. Several tables can be read side by side.</summary>
internal sealed class NumberTable(HeaderReader file, long start, long end)
{
    // A glance reads only the first numbers of many tables.
    private const int FirstBytes = 512;

    private readonly byte[] _buffer = new byte[4096];
    private long _next = start;
    private int _at;
    private int _filled;

    /// <summary>Reads the next number of 4 bytes.</summary>
    internal uint Next32() => BinaryPrimitives.ReadUInt32BigEndian(Take(4));

    /// <summary>Reads the next number of 8 bytes.</summary>
    internal long Next64() => BinaryPrimitives.ReadInt64BigEndian(Take(8));

    /// <summary>Reads the next number of 1 or 2 bytes.</summary>
    internal uint NextSmall(int bytes)
    {
        ReadOnlySpan<byte> taken = Take(bytes);
        return bytes == 1 ? taken[0] : BinaryPrimitives.ReadUInt16BigEndian(taken);
    }

    private ReadOnlySpan<byte> Take(int bytes)
    {
        if (_filled - _at < bytes)
        {
            _next -= _filled - _at;
            _filled = (int)Math.Min(_filled == 0 ? FirstBytes : _buffer.Length, end - _next);
            if (_filled < bytes)
            {
                NotComparableException.Throw("a table is shorter than announced");
            }

            file.Copy(_next, _buffer.AsSpan(0, _filled));
            _next += _filled;
            _at = 0;
        }

        _at += bytes;
        return _buffer.AsSpan(_at - bytes, bytes);
    }
}
