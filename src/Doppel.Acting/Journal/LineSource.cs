using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads the lines of a journal one after the other, from wherever it is told to.</summary>
/// <remarks>Holds one line at a time. Not thread-safe.</remarks>
internal sealed class LineSource(IVolume volume, FileHandle file, long length, string id)
{
    /// <summary>The longest line that counts as sound, without its LF.</summary>
    internal const int LineBytesMax = 16 << 20;

    private const int BlockBytes = 64 * 1024;

    private byte[] _buffer = new byte[BlockBytes];
    private long _bufferAt;
    private int _bytes;
    private int _next;

    /// <summary>Where the line starts that <see cref="Next"/> returned.</summary>
    internal long Start { get; private set; }

    /// <summary>Where the next line starts.</summary>
    internal long Position => _bufferAt + _next;

    /// <summary>Goes to the start of a line.</summary>
    internal void Seek(long offset)
    {
        if (offset >= _bufferAt && offset <= _bufferAt + _bytes)
        {
            _next = (int)(offset - _bufferAt);
            return;
        }

        (_bufferAt, _bytes, _next) = (offset, 0, 0);
    }

    /// <summary>Reads the next line. A last line without LF was not written to its end and does not count.</summary>
    /// <param name="line">The line without LF; it is valid until the next call.</param>
    /// <returns>False at the end.</returns>
    /// <exception cref="JournalException">It cannot be read, or the line is too long.</exception>
    internal bool Next(out ReadOnlySpan<byte> line)
    {
        for (int searched = 0; ;)
        {
            int end = _buffer.AsSpan(_next + searched, _bytes - _next - searched).IndexOf((byte)'\n');
            if (end >= 0)
            {
                line = _buffer.AsSpan(_next, searched + end);
                Start = Position;
                _next += searched + end + 1;
                return true;
            }

            searched = _bytes - _next;
            if (searched > LineBytesMax)
            {
                throw new JournalException($"{id}: the journal is damaged: the line at byte {Position} is too long");
            }

            if (!Fill())
            {
                line = default;
                return false;
            }
        }
    }

    private bool Fill()
    {
        // Room that one long line has taken is given back once that line is over.
        int rest = _bytes - _next;
        byte[] target = rest > _buffer.Length / 2 ? new byte[2 * _buffer.Length]
            : rest < BlockBytes / 2 && _buffer.Length > 16 * BlockBytes ? new byte[BlockBytes]
            : _buffer;
        _buffer.AsSpan(_next, rest).CopyTo(target);
        (_buffer, _bufferAt, _bytes, _next) = (target, Position, rest, 0);
        int room = (int)Math.Min(_buffer.Length - _bytes, length - (_bufferAt + _bytes));
        if (room <= 0)
        {
            return false;
        }

        VolumeError error = volume.Read(file, _bufferAt + _bytes, _buffer.AsSpan(_bytes, room), out int read);
        if (error.Failed)
        {
            throw new JournalException($"{id}: the journal cannot be read: {volume.Describe(error)}");
        }

        _bytes += read;
        return read > 0;
    }
}
