using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Catalog;

/// <summary>Reads the records of a segment, or of a run from one segment on, in their order. Not thread-safe.</summary>
/// <remarks>Records that are damaged are left out, and so are segments that cannot be read.</remarks>
internal sealed class RunCursor : IDisposable
{
    private readonly RunFile _run;
    private readonly NativeBuffer<FactRecord> _buffer;
    private readonly bool _isChained;
    private Segment _segment;
    private int _read;
    private int _loaded;
    private int _next;

    /// <param name="run">The run, which stays open.</param>
    /// <param name="segment">The first segment.</param>
    /// <param name="isChained">Whether to go on with the segments after it.</param>
    /// <param name="bufferRecords">How many records are read at once, at least 1.</param>
    internal RunCursor(RunFile run, Segment segment, bool isChained, int bufferRecords)
    {
        (_run, _segment, _isChained) = (run, segment, isChained);
        _buffer = new NativeBuffer<FactRecord>(bufferRecords);
    }

    /// <summary>The record that the cursor has reached.</summary>
    internal ref readonly FactRecord Current => ref _buffer[_next - 1];

    /// <summary>The place of the texts of its segment.</summary>
    internal TextPlace Texts => new(_run, _segment.TextsAt);

    /// <summary>Goes on to the next record.</summary>
    internal bool MoveNext()
    {
        while (_next < _loaded || Fill())
        {
            if (_buffer[_next++].IsSound(_run.Id))
            {
                return true;
            }
        }

        return false;
    }

    public void Dispose() => _buffer.Dispose();

    private bool Fill()
    {
        (_next, _loaded) = (0, 0);
        while (_loaded == 0)
        {
            if (_read == _segment.Count)
            {
                if (!_isChained || !_run.TryReadSegment(_segment.End, out _segment))
                {
                    _read = _segment.Count; // a further call ends here too
                    return false;
                }

                _read = 0;
            }

            int count = Math.Min(_buffer.Length, _segment.Count - _read);
            long at = _segment.BlockAt(0) + ((long)_read * FactRecord.ByteCount);
            bool isRead = _run.TryRead(MemoryMarshal.AsBytes(_buffer.Span[..count]), at);
            _loaded = isRead ? count : 0;
            _read = isRead ? _read + count : _segment.Count;
        }

        return true;
    }
}

/// <summary>Where the texts of a segment are.</summary>
/// <param name="Run">The file.</param>
/// <param name="At">The offset of the texts.</param>
internal readonly record struct TextPlace(RunFile Run, long At)
{
    /// <summary>Reads a text.</summary>
    /// <param name="record">The record that describes it.</param>
    /// <param name="buffer">Receives it; at least <see cref="ContentCatalog.TextBytesMax"/> bytes.</param>
    /// <param name="text">The text.</param>
    /// <returns>Whether it could be read and is intact.</returns>
    internal bool TryRead(in FactRecord record, Span<byte> buffer, out ReadOnlySpan<byte> text)
    {
        Span<byte> bytes = buffer[..record.TextLength];
        text = bytes;
        return Run.TryRead(bytes, At + record.TextAt) && record.Fits(bytes);
    }
}
