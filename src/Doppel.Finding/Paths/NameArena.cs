using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Names as bytes, one behind the other, each after its length; a name is known by four bytes.</summary>
/// <remarks>
/// <para>
/// Names are added through a <see cref="Writer"/> by one thread each and never move, so every thread may read all
/// names whose numbers it was given. At most 4 GiB.
/// </para>
/// <para>
/// The length is one byte before the name; of 255 bytes and more it is 255, and the true one stands in four bytes
/// before it.
/// </para>
/// </remarks>
internal sealed unsafe class NameArena : IDisposable
{
    /// <summary>So many bytes up to the last one of any name may be read, for there is room before the first.</summary>
    internal const int ReadableBytes = 32;

    /// <summary>Bytes of the longest name.</summary>
    internal const int NameBytesMax = SegmentBytes - ReadableBytes - 1 - sizeof(int);

    private const int SegmentShift = 18;
    private const int SegmentBytes = 1 << SegmentShift;
    private const int SegmentsMax = 1 << (32 - SegmentShift);
    private const byte LongName = byte.MaxValue;

    private readonly Lock _gate = new();
    private readonly List<NativeBuffer<byte>> _owned = [];
    private volatile byte*[] _segments = new byte*[16];

    internal long MemoryBytes => (long)_owned.Count * SegmentBytes;

    internal ReadOnlySpan<byte> this[uint name]
    {
        get
        {
            byte* start = At(name, out int length);
            return new ReadOnlySpan<byte>(start, length);
        }
    }

    public void Dispose()
    {
        foreach (NativeBuffer<byte> segment in _owned)
        {
            segment.Dispose();
        }

        _owned.Clear();
        _segments = [];
    }

    /// <summary>Where a name lies, and its bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal byte* At(uint name, out int length)
    {
        byte* start = _segments[name >> SegmentShift] + (name & (SegmentBytes - 1));
        length = start[-1];
        if (length == LongName)
        {
            length = Unsafe.ReadUnaligned<int>(start - 1 - sizeof(int));
        }

        return start;
    }

    private int AddSegment(out byte* start)
    {
        lock (_gate)
        {
            int number = _owned.Count;
            if (number == SegmentsMax)
            {
                throw new InvalidOperationException("Names take more than 4 GiB. Search fewer roots in one run.");
            }

            if (number == _segments.Length)
            {
                byte*[] larger = new byte*[number * 2];
                Array.Copy(_segments, larger, number);
                _segments = larger;
            }

            var segment = new NativeBuffer<byte>(SegmentBytes);
            _owned.Add(segment);
            start = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(segment.Span));
            _segments[number] = start;
            return number;
        }
    }

    /// <summary>Adds names for one thread.</summary>
    internal sealed class Writer(NameArena arena)
    {
        private byte* _segment;
        private int _segmentNumber;
        private int _used = SegmentBytes;

        /// <summary>Keeps a name.</summary>
        /// <exception cref="ArgumentException">It is longer than <see cref="NameBytesMax"/>.</exception>
        internal uint Add(ReadOnlySpan<byte> name)
        {
            if (name.Length > NameBytesMax)
            {
                throw new ArgumentException($"A name must not be longer than {NameBytesMax} bytes.", nameof(name));
            }

            bool isLong = name.Length >= LongName;
            int lengthBytes = isLong ? sizeof(int) + 1 : 1;
            if (_used + lengthBytes + name.Length > SegmentBytes)
            {
                _segmentNumber = arena.AddSegment(out _segment);
                _used = ReadableBytes;
            }

            if (isLong)
            {
                Unsafe.WriteUnaligned(_segment + _used, name.Length);
            }

            _used += lengthBytes;
            byte* start = _segment + _used;
            start[-1] = isLong ? LongName : (byte)name.Length;
            name.CopyTo(new Span<byte>(start, name.Length));
            uint number = ((uint)_segmentNumber << SegmentShift) | (uint)_used;
            _used += name.Length;
            return number;
        }
    }
}
