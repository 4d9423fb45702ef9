using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Names as bytes, one behind the other, each ended by a zero; a name is known by four bytes.</summary>
/// <remarks>
/// Names are added through a <see cref="Writer"/> by one thread each and never move, so every thread may read all
/// names whose numbers it was given. At most 4 GiB.
/// </remarks>
internal sealed unsafe class NameArena : IDisposable
{
    private const int SegmentShift = 18;
    private const int SegmentBytes = 1 << SegmentShift;
    private const int SegmentsMax = 1 << (32 - SegmentShift);

    private readonly Lock _gate = new();
    private NativeBuffer<byte>[] _segments = new NativeBuffer<byte>[16];
    private int _count;

    internal long MemoryBytes => (long)_count * SegmentBytes;

    internal ReadOnlySpan<byte> this[uint name]
    {
        get
        {
            NativeBuffer<byte> segment = Volatile.Read(ref _segments)[name >> SegmentShift];
            fixed (byte* start = &segment[(int)(name & (SegmentBytes - 1))])
            {
                return MemoryMarshal.CreateReadOnlySpanFromNullTerminated(start);
            }
        }
    }

    public void Dispose()
    {
        foreach (NativeBuffer<byte> segment in _segments.AsSpan(0, _count))
        {
            segment.Dispose();
        }

        _count = 0;
    }

    private int AddSegment(out NativeBuffer<byte> segment)
    {
        lock (_gate)
        {
            if (_count == SegmentsMax)
            {
                throw new InvalidOperationException("Names take more than 4 GiB. Search fewer roots in one run.");
            }

            if (_count == _segments.Length)
            {
                var larger = new NativeBuffer<byte>[_segments.Length * 2];
                _segments.CopyTo(larger, 0);
                Volatile.Write(ref _segments, larger);
            }

            segment = new NativeBuffer<byte>(SegmentBytes);
            _segments[_count] = segment;
            return _count++;
        }
    }

    /// <summary>Adds names for one thread.</summary>
    internal sealed class Writer(NameArena arena)
    {
        private NativeBuffer<byte>? _segment;
        private int _segmentNumber;
        private int _used;

        /// <summary>Keeps a name.</summary>
        /// <exception cref="ArgumentException">The name does not fit into a segment of 256 KiB.</exception>
        internal uint Add(ReadOnlySpan<byte> name)
        {
            if (name.Length >= SegmentBytes)
            {
                throw new ArgumentException("A name must be shorter than 262144 bytes.", nameof(name));
            }

            if (_segment is null || _used + name.Length >= SegmentBytes)
            {
                _segmentNumber = arena.AddSegment(out _segment);
                _used = 0;
            }

            name.CopyTo(_segment.Span[_used..]);
            _segment[_used + name.Length] = 0;
            uint number = ((uint)_segmentNumber << SegmentShift) | (uint)_used;
            _used += name.Length + 1;
            return number;
        }
    }
}
