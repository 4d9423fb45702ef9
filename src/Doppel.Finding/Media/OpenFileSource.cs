using Doppel.Media;

namespace Doppel.Finding;

/// <summary>An open file for parsers of media; for one file after the other.</summary>
/// <remarks>Parsers go to and fro between few places: what was read last is kept, so that it is read once.</remarks>
/// <param name="reader">Reads, and notes what goes wrong.</param>
internal sealed class OpenFileSource(ContentReader reader) : IMediaSource
{
    private const int WindowBytes = 4096;
    private const int Windows = 64;

    private readonly byte[] _content = GC.AllocateUninitializedArray<byte>(Windows * WindowBytes);
    private readonly long[] _offsets = new long[Windows];
    private readonly int[] _lengths = new int[Windows];
    private OpenCopy _file;
    private int _next;

    public long Length => _file.Facts.Size;

    /// <summary>The file from now on.</summary>
    internal void Open(in OpenCopy file)
    {
        _file = file with { Payload = null };
        _lengths.AsSpan().Clear();
        _next = 0;
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

        if (!reader.TryRead(_file, offset, buffer))
        {
            return false;
        }

        if (buffer.Length <= WindowBytes)
        {
            buffer.CopyTo(_content.AsSpan(_next * WindowBytes));
            (_offsets[_next], _lengths[_next]) = (offset, buffer.Length);
            _next = (_next + 1) % Windows;
        }

        return true;
    }
}
