using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Names as bytes, one behind the other, each after its length; a name is known by four bytes, or by one before it.
/// </summary>
/// <remarks>
/// <para>
/// Names are added through a <see cref="Writer"/> by one thread each and never move, so every thread may read all
/// names whose numbers it was given. At most 4 GiB.
/// </para>
/// <para>
/// A name's number tells where its length stands: one byte, and of 254 bytes and more it is 255 and the true one
/// follows in four. Where a writer goes on in another segment there is 254 in place of a length, and the number of
/// its next name.
/// </para>
/// </remarks>
internal sealed unsafe class NameArena : IDisposable
{
    /// <summary>So many bytes up to the last one of any name may be read, for there is room before the first.</summary>
    internal const int ReadableBytes = 32;

    /// <summary>Bytes of the longest name.</summary>
    internal const int NameBytesMax = SegmentBytes - ReadableBytes - (2 * MarkBytes);

    private const int SegmentShift = 18;
    private const int SegmentBytes = 1 << SegmentShift;
    private const int SegmentsMax = 1 << (32 - SegmentShift);
    private const byte LongName = byte.MaxValue;
    private const byte Elsewhere = byte.MaxValue - 1;

    // One of the two above, and four bytes more.
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

    /// <summary>Where a name lies, and its bytes.</summary>
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

    /// <summary>The name that the same writer added so many names later.</summary>
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

            bool isLong = name.Length >= Elsewhere;
            int lengthBytes = isLong ? MarkBytes : 1;

            // There is always room left for the mark that leads on.
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
