using Doppel.Media;

namespace Doppel.Finding;

/// <summary>An open file for parsers of media; for one file after the other.</summary>
/// <remarks>Parsers go to and fro between few places: what was read last is kept, so that it is read once.</remarks>
/// <param name="reader">Reads, and notes what goes wrong.</param>
internal sealed class OpenFileSource(ContentReader reader) : IMediaSource
{
    /// <summary>So much of a payload parsers of headers look at, so that it has been read with these.</summary>
    internal const int BeginningBytes = 512;

    private const int WindowBytes = 4096;
    private const int Windows = 64;
    private const int BeginningBytesMax = Windows / 4 * WindowBytes;

    private readonly byte[] _content = GC.AllocateUninitializedArray<byte>(Windows * WindowBytes);
    private readonly long[] _offsets = new long[Windows];
    private readonly int[] _lengths = new int[Windows];
    private OpenCopy _file;
    private int _next;
    private bool _isPeek;

    public long Length => _file.Facts.Size;

    /// <summary>Whether something could not be read.</summary>
    internal bool Failed { get; private set; }

    /// <summary>The file from now on.</summary>
    /// <param name="file">Open.</param>
    /// <param name="isPeek">Whether what cannot be read is nobody's problem.</param>
    internal void Open(in OpenCopy file, bool isPeek = false)
    {
        _file = file with { Payload = null };
        _isPeek = isPeek;
        Failed = false;
        _lengths.AsSpan().Clear();
        _next = 0;
    }

    /// <summary>Keeps what somebody has read of the file already.</summary>
    internal void Keep(long offset, ReadOnlySpan<byte> content)
    {
        if (content.Length > 0)
        {
            content = content[..Math.Min(content.Length, WindowBytes)];
            content.CopyTo(_content.AsSpan(_next * WindowBytes));
            (_offsets[_next], _lengths[_next]) = (offset, content.Length);
            _next = (_next + 1) % Windows;
        }
    }

    /// <summary>Reads what stands before a place at once, if it takes several windows and is not too much.</summary>
    internal void ReadBefore(long place)
    {
        if (place is <= WindowBytes or > BeginningBytesMax || place > Length
            || !reader.TryRead(_file, 0, _content.AsSpan(0, (int)place)))
        {
            return;
        }

        for (int left = (int)place; left > 0; left -= WindowBytes)
        {
            (_offsets[_next], _lengths[_next]) = ((long)_next * WindowBytes, left);
            _next++;
        }
    }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        for (int i = 0; i < Windows && _lengths[i] > 0; i++)
        {
            if (offset >= _offsets[i] && offset + buffer.Length <= _offsets[i] + _lengths[i])
            {
                int start = (i * WindowBytes) + (int)(offset - _offsets[i]);
                _content.AsSpan(start, buffer.Length).CopyTo(buffer);
                return true;
            }
        }

        if (!(_isPeek ? reader.TryPeek(_file, offset, buffer) : reader.TryRead(_file, offset, buffer)))
        {
            Failed = true;
            return false;
        }

        if (buffer.Length <= WindowBytes)
        {
            Keep(offset, buffer);
        }

        return true;
    }
}
