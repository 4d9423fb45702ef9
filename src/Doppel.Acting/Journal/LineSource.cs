using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads the lines of a journal in sequence, from any position.</summary>
/// <remarks>Holds one line at a time. Not thread-safe.</remarks>
internal sealed class LineSource(IVolume volume, FileHandle file, long length, string id)
{
    /// <summary>The maximum length in bytes of a valid line, without its LF.</summary>
    internal const int LineBytesMax = 16 << 20;

    private const int BlockBytes = 64 * 1024;

    private byte[] _buffer = new byte[BlockBytes];
    private long _bufferAt;
    private int _bytes;
    private int _next;

    /// <summary>Gets the offset of the line that <see cref="Next"/> returned.</summary>
    internal long Start { get; private set; }

    /// <summary>Gets the offset of the next line.</summary>
    internal long Position => _bufferAt + _next;

    /// <summary>Moves to the start of a line.</summary>
    internal void Seek(long offset)
    {
        if (offset >= _bufferAt && offset <= _bufferAt + _bytes)
        {
            _next = (int)(offset - _bufferAt);
            return;
        }

        (_bufferAt, _bytes, _next) = (offset, 0, 0);
    }

    /// <summary>Reads the next line. A last line without LF is incomplete and is ignored.</summary>
    /// <param name="line">The line without its LF, valid until the next call.</param>
    /// <returns>Whether there was another line.</returns>
    /// <exception cref="JournalException">The journal cannot be read, or the line is too long.</exception>
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
        int rest = _bytes - _next;
        byte[] target = _buffer;
        if (rest > _buffer.Length / 2)
        {
            target = new byte[2 * _buffer.Length];
        }
        else if (rest < BlockBytes / 2 && _buffer.Length > 16 * BlockBytes)
        {
            // Shrink the buffer again after an unusually long line.
            target = new byte[BlockBytes];
        }

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
