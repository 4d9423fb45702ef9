using Doppel.Media;

namespace Doppel.Finding;

/// <summary>An open file as a source for media parsers. Can be reused for one file after another.</summary>
/// <remarks>
/// Parsers go back and forth between a few places. The most recently read data is kept, so that it is read only once.
/// </remarks>
/// <param name="reader">Reads files and records problems.</param>
internal sealed class OpenFileSource(ContentReader reader) : IMediaSource
{
    /// <summary>
    /// The number of payload bytes that header parsers examine, so that they have been read along with the headers.
    /// </summary>
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

    /// <summary>Gets whether a read failed.</summary>
    internal bool Failed { get; private set; }

    /// <summary>Gets or sets whether only what is kept can be read, so that nothing more is read.</summary>
    internal bool IsKeptOnly { get; set; }

    /// <summary>Switches to another file.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="isPeek">Whether to ignore read failures instead of recording them as problems.</param>
    internal void Open(in OpenCopy file, bool isPeek = false)
    {
        _file = file with { Payload = null };
        _isPeek = isPeek;
        IsKeptOnly = false;
        Failed = false;
        _lengths.AsSpan().Clear();
        _next = 0;
    }

    /// <summary>Keeps data that has already been read from the file.</summary>
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

    /// <summary>Reads everything before a position at once, if it spans several windows and is not too large.</summary>
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

        if (IsKeptOnly)
        {
            return false;
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
