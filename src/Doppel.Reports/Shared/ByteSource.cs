namespace Doppel.Reports.Shared;

/// <summary>A window over a stream that moves forward and widens as far as one item needs.</summary>
internal sealed class ByteSource(Stream stream, int blockBytes, int spanBytesMax)
{
    private byte[] _buffer = new byte[blockBytes];
    private int _start;
    private int _end;
    private int _spanBytesMax = spanBytesMax;

    /// <summary>The number of the line at hand, from 1, or of the line read last.</summary>
    public long Line { get; private set; }

    /// <summary>Whether the stream has nothing more than <see cref="Unread"/>.</summary>
    public bool Ended { get; private set; }

    /// <summary>What was fetched and not yet taken; valid until the next fetch.</summary>
    public ReadOnlySpan<byte> Unread => _buffer.AsSpan(_start, _end - _start);

    /// <summary>Lowers the longest span; for items that are short by nature.</summary>
    public void Narrow(int bytesMax) => _spanBytesMax = Math.Min(_spanBytesMax, bytesMax);

    public void Take(int bytes) => _start += bytes;

    public void CountLines(long lines) => Line += lines;

    /// <summary>Fetches at least one more byte. False at the end of the stream.</summary>
    /// <exception cref="ReportFormatException">The span would be longer than allowed.</exception>
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

    /// <summary>The next bytes without taking them; fewer at the end of the stream.</summary>
    public ReadOnlySpan<byte> Peek(int bytes)
    {
        while (_end - _start < Math.Min(bytes, _spanBytesMax) && Fetch())
        {
        }

        return Unread[..Math.Min(bytes, _end - _start)];
    }

    /// <summary>Takes a line without its end mark.</summary>
    /// <param name="mark">The byte that ends a line.</param>
    /// <param name="line">The line; valid until the next call.</param>
    /// <param name="whole">Whether the end mark was there; false only at the end of the stream.</param>
    /// <returns>False when nothing is left.</returns>
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
            // At least half is free, so that each byte moves at most once for each byte fetched.
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
