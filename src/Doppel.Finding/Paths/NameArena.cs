using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Stores names as contiguous bytes, each preceded by its length. A name is identified by four bytes, or by its
/// distance from an earlier name.
/// </summary>
/// <remarks>
/// <para>
/// Each thread adds names through its own <see cref="Writer"/>. Names never move, so every thread may read all names
/// whose numbers it was given. The capacity is 4 GiB.
/// </para>
/// <para>
/// A name's number is the position of its length. The length is one byte; for names of 254 bytes or more, the byte is
/// 255 and the actual length follows in four bytes. Where a writer continues in another segment, the byte is 254 and
/// the number of its next name follows.
/// </para>
/// </remarks>
internal sealed unsafe class NameArena : IDisposable
{
    /// <summary>
    /// The number of bytes before the end of any name that may always be read, since space is reserved before the first
    /// name.
    /// </summary>
    internal const int ReadableBytes = 32;

    /// <summary>The maximum length of a name in bytes.</summary>
    internal const int NameBytesMax = SegmentBytes - ReadableBytes - (2 * MarkBytes);

    private const int SegmentShift = 18;
    private const int SegmentBytes = 1 << SegmentShift;
    private const int SegmentsMax = 1 << (32 - SegmentShift);
    private const byte LongName = byte.MaxValue;
    private const byte Elsewhere = byte.MaxValue - 1;

    // One of the two markers above, plus four bytes.
    private const int MarkBytes = 1 + sizeof(int);

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

    /// <summary>Returns the address of a name's bytes, and their number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal byte* At(uint name, out int length)
    {
        byte* start = _segments[name >> SegmentShift] + (name & (SegmentBytes - 1)) + 1;
        length = start[-1];
        if (length >= Elsewhere)
        {
            return AtMark(start, out length);
        }

        return start;
    }

    /// <summary>Tells the processor that a name is needed soon.</summary>
    internal void Prefetch(uint name)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(_segments[name >> SegmentShift] + (name & (SegmentBytes - 1)));
        }
    }

    /// <summary>Returns the name that the same writer added the given number of names later.</summary>
    internal uint Following(uint name, int names)
    {
        byte* segment = _segments[name >> SegmentShift];
        uint offset = name & (SegmentBytes - 1);
        for (; names > 0; names--)
        {
            byte length = segment[offset];
            if (length < Elsewhere)
            {
                offset += 1u + length;
                continue;
            }

            uint number = Unsafe.ReadUnaligned<uint>(segment + offset + 1);
            if (length == LongName)
            {
                offset += MarkBytes + number;
                continue;
            }

            return Following(number, names);
        }

        return (name & ~(SegmentBytes - 1u)) | offset;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* AtMark(byte* start, out int length)
    {
        uint number = Unsafe.ReadUnaligned<uint>(start);
        if (start[-1] == LongName)
        {
            length = (int)number;
            return start + sizeof(int);
        }

        return At(number, out length);
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

    /// <summary>Adds names on one thread.</summary>
    internal sealed class Writer(NameArena arena)
    {
        private byte* _segment;
        private int _segmentNumber;
        private int _used = SegmentBytes;

        /// <summary>Stores a name and returns its number.</summary>
        /// <exception cref="ArgumentException">The name is longer than <see cref="NameBytesMax"/>.</exception>
        internal uint Add(ReadOnlySpan<byte> name)
        {
            if (name.Length > NameBytesMax)
            {
                throw new ArgumentException($"A name must not be longer than {NameBytesMax} bytes.", nameof(name));
            }

            bool isLong = name.Length >= Elsewhere;
            int lengthBytes = isLong ? MarkBytes : 1;

            // There is always room for the marker that points to the next segment.
            if (_used + lengthBytes + name.Length > SegmentBytes - MarkBytes)
            {
                Continue();
            }

            uint number = ((uint)_segmentNumber << SegmentShift) | (uint)_used;
            _segment[_used] = isLong ? LongName : (byte)name.Length;
            if (isLong)
            {
                Unsafe.WriteUnaligned(_segment + _used + 1, name.Length);
            }

            _used += lengthBytes;
            name.CopyTo(new Span<byte>(_segment + _used, name.Length));
            _used += name.Length;
            return number;
        }

        private void Continue()
        {
            byte* last = _segment is null ? null : _segment + _used;
            _segmentNumber = arena.AddSegment(out _segment);
            _used = ReadableBytes;
            if (last is not null)
            {
                *last = Elsewhere;
                Unsafe.WriteUnaligned(last + 1, ((uint)_segmentNumber << SegmentShift) | (uint)_used);
            }
        }
    }
}
