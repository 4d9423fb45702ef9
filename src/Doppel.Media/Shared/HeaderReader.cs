using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Reads headers: few bytes at a time, from any place, and never outside the file.</summary>
/// <remarks>Keeps the last window read, so that what stands together costs one reading. Not thread-safe.</remarks>
internal sealed class HeaderReader
{
    /// <summary>So many bytes can be asked for at one time.</summary>
    internal const int BytesAtOnceMax = 2048;

    private const int WindowBytes = 4096;

    // What is jumped to is mostly one header that tells where to jump next; only who reads on gets a whole window.
    private const int FirstWindowBytes = 512;

    // Each step forward in a well-formed file passes some bytes; what takes more looks than this runs in a circle.
    private const int LooksFree = 1 << 18;

    // Directories of small pages lie in few hundred bytes, and a window is read for each of them.
    private const int BytesFree = 1 << 25;
    private const int TimesRead = 64;

    // Many read a few bytes in memory: no longer than what is read.
    private byte[] _window = [];
    private IMediaSource? _source;
    private long _start;
    private int _filled;
    private long _looks;
    private long _spent;
    private long _bytesRead;

    /// <summary>Bytes in the file.</summary>
    internal long Length { get; private set; }

    /// <summary>Where what follows the tags at the start begins, once it was found; else -1.</summary>
    internal long StartBehindTags { get; set; } = -1;

    internal void Open(IMediaSource source)
    {
        StartBehindTags = -1;
        _source = source;
        Length = source.Length;
        (_start, _filled, _looks, _spent, _bytesRead) = (0, 0, 0, 0, 0);
    }

    internal void Close() => _source = null;

    /// <summary>Whether so many bytes stand at a place.</summary>
    internal bool Has(long offset, long bytes) =>
        offset >= 0 && bytes >= 0 && bytes <= Length && offset <= Length - bytes;

    /// <summary>The bytes at a place, valid until the next call.</summary>
    /// <exception cref="NotComparableException">The file ends before, or cannot be read.</exception>
    internal ReadOnlySpan<byte> At(long offset, int bytes)
    {
        if (!Has(offset, bytes))
        {
            NotComparableException.Throw("it ends where more was announced");
        }

        if (++_looks > LooksFree + Length)
        {
            NotComparableException.Throw("its structure leads in a circle");
        }

        if (offset < _start || offset + bytes > _start + _filled)
        {
            Fill(offset, bytes);
        }

        return _window.AsSpan((int)(offset - _start), bytes);
    }

    /// <summary>Copies bytes of a place, past the window: for what is read in order beside other places.</summary>
    /// <exception cref="NotComparableException">The file ends before, or cannot be read.</exception>
    internal void Copy(long offset, Span<byte> bytes)
    {
        if (!Has(offset, bytes.Length))
        {
            NotComparableException.Throw("it ends where more was announced");
        }

        Count(bytes.Length);
        if (!_source!.TryRead(offset, bytes))
        {
            NotComparableException.Throw("it cannot be read");
        }
    }

    /// <summary>Tells that so many bytes of tags are about to be read.</summary>
    /// <remarks>Many entries may tell of the same bytes; in a well-formed file few do.</remarks>
    /// <exception cref="NotComparableException">It is out of all proportion.</exception>
    internal void Spend(long bytes)
    {
        const int Free = 1 << 20;
        const int SpentMax = 256 << 20;
        _spent += bytes;
        if (_spent > Math.Min(SpentMax, Free + (4 * Math.Min(Length, SpentMax))))
        {
            NotComparableException.Throw("its tags lie upon each other");
        }
    }

    /// <summary>Whether these bytes stand at a place; false too where the file ends before.</summary>
    internal bool Is(long offset, ReadOnlySpan<byte> bytes) =>
        Has(offset, bytes.Length) && At(offset, bytes.Length).SequenceEqual(bytes);

    internal byte ByteAt(long offset) => At(offset, 1)[0];

    internal ushort BigEndian16(long offset) => BinaryPrimitives.ReadUInt16BigEndian(At(offset, 2));

    internal uint BigEndian32(long offset) => BinaryPrimitives.ReadUInt32BigEndian(At(offset, 4));

    internal ushort LittleEndian16(long offset) => BinaryPrimitives.ReadUInt16LittleEndian(At(offset, 2));

    internal uint LittleEndian32(long offset) => BinaryPrimitives.ReadUInt32LittleEndian(At(offset, 4));

    internal long LittleEndian64(long offset) => BinaryPrimitives.ReadInt64LittleEndian(At(offset, 8));

    internal long BigEndian64(long offset) => BinaryPrimitives.ReadInt64BigEndian(At(offset, 8));

    private void Fill(long offset, int bytes)
    {
        bool isJump = offset != 0 && (offset < _start || offset > _start + _filled) && offset < Length - WindowBytes;
        int window = isJump ? Math.Max(FirstWindowBytes, bytes) : WindowBytes;

        // At the end of the file what stands before is wanted next: tags are looked for backwards there.
        _start = Math.Max(0, Math.Min(offset, Length - window));
        _filled = (int)Math.Min(window, Length - _start);
        Count(_filled);
        if (_window.Length < _filled)
        {
            _window = new byte[Math.Min(WindowBytes, Length)];
        }

        if (!_source!.TryRead(_start, _window.AsSpan(0, _filled)))
        {
            _filled = 0;
            NotComparableException.Throw("it cannot be read");
        }
    }

    private void Count(int bytes)
    {
        _bytesRead += bytes;
        if ((_bytesRead - BytesFree) / TimesRead > Length)
        {
            NotComparableException.Throw("its structure leads in a circle");
        }
    }
}
