namespace Doppel.Reports;

/// <summary>A window over a stream that moves forward and grows as far as one item requires.</summary>
internal sealed class ByteSource(Stream stream, int blockBytes, int spanBytesMax)
{
    private byte[] _buffer = new byte[blockBytes];
    private int _start;
    private int _end;
    private int _spanBytesMax = spanBytesMax;

    /// <summary>Gets the number of the current line, or of the last line read, starting at 1.</summary>
    public long Line { get; private set; }

    /// <summary>Gets whether the stream has nothing beyond <see cref="Unread"/>.</summary>
    public bool Ended { get; private set; }

    /// <summary>Gets the bytes that were fetched but not yet taken. Valid until the next fetch.</summary>
    public ReadOnlySpan<byte> Unread => _buffer.AsSpan(_start, _end - _start);

    /// <summary>Lowers the maximum length of a span, for items that are short by nature.</summary>
    public void Narrow(int bytesMax) => _spanBytesMax = Math.Min(_spanBytesMax, bytesMax);

    public void Take(int bytes) => _start += bytes;

    public void CountLines(long lines) => Line += lines;

    /// <summary>Fetches at least one more byte. Returns false at the end of the stream.</summary>
    /// <exception cref="ReportFormatException">The span would exceed the maximum length.</exception>
    public bool Fetch()
    {
        if (Ended)
        {
            return false;
        }

        if (_end - _start >= _spanBytesMax)
        {
            throw new ReportFormatException(Line + 1, $"is longer than {_spanBytesMax} bytes");
        }

        MakeRoom();
        int count = stream.Read(_buffer, _end, _buffer.Length - _end);
        Ended = count == 0;
        _end += count;
        return count > 0;
    }

    /// <summary>Returns the next bytes without taking them; fewer at the end of the stream.</summary>
    public ReadOnlySpan<byte> Peek(int bytes)
    {
        while (_end - _start < Math.Min(bytes, _spanBytesMax) && Fetch())
        {
        }

        return Unread[..Math.Min(bytes, _end - _start)];
    }

    /// <summary>Takes a line without its end mark.</summary>
    /// <param name="mark">The byte that ends a line.</param>
    /// <param name="line">The line. Valid until the next call.</param>
    /// <param name="whole">Whether the end mark was present; false only at the end of the stream.</param>
    /// <returns>False if nothing is left.</returns>
    public bool TryTakeLine(byte mark, out ReadOnlySpan<byte> line, out bool whole)
    {
        int searched = 0;
        while (true)
        {
            int at = Unread[searched..].IndexOf(mark);
            if (at >= 0)
            {
                line = Unread[..(searched + at)];
                whole = true;
                _start += line.Length + 1;
                Line++;
                return true;
            }

            searched = _end - _start;
            if (!Fetch())
            {
                line = Unread;
                whole = false;
                _start = _end;
                Line += line.IsEmpty ? 0 : 1;
                return !line.IsEmpty;
            }
        }
    }

    private void MakeRoom()
    {
        if (_start == _end)
        {
            _start = _end = 0;
        }
        else if (_end == _buffer.Length && _start >= _buffer.Length / 2)
        {
            // At least half of the buffer is free, so each byte moves at most once per byte fetched.
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }
        else if (_end == _buffer.Length)
        {
            byte[] wider = new byte[(int)Math.Min((long)_buffer.Length * 2, Array.MaxLength)];
            Unread.CopyTo(wider);
            _end -= _start;
            _start = 0;
            _buffer = wider;
        }
    }
}
