using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace Doppel.Media;

/// <summary>Reads headers: a few bytes at a time, at any offset, and never outside the file.</summary>
/// <remarks>Keeps the last window, so that adjacent headers cost one read. Not thread-safe.</remarks>
internal sealed class HeaderReader
{
    /// <summary>The maximum number of bytes that one call can request.</summary>
    internal const int BytesAtOnceMax = 2048;

    private const int WindowBytes = 4096;

    // A jump usually leads to one header that gives the next offset. Only sequential reads fetch a whole window.
    private const int FirstWindowBytes = 512;

    // Each step through a well-formed file advances by some bytes. A file that takes more reads than this loops.
    private const int LooksFree = 1 << 18;

    // Directories of small pages lie within a few hundred bytes of each other, and each one costs a window.
    private const int BytesFree = 1 << 25;
    private const int TimesRead = 64;

    // Most readers read a few bytes in memory, so the buffer is no longer than the source.
    private byte[] _window = [];
    private IMediaSource? _source;
    private long _start;
    private int _filled;
    private long _looks;
    private long _spent;
    private long _bytesRead;

    /// <summary>Gets the length of the file in bytes.</summary>
    internal long Length { get; private set; }

    /// <summary>Gets or sets the offset at which the tags at the start end, or -1 until it has been found.</summary>
    internal long StartBehindTags { get; set; } = -1;

    internal void Open(IMediaSource source)
    {
        StartBehindTags = -1;
        _source = source;
        Length = source.Length;
        (_start, _filled, _looks, _spent, _bytesRead) = (0, 0, 0, 0, 0);
    }

    internal void Close() => _source = null;

    /// <summary>Returns whether the file contains the given range.</summary>
    internal bool Has(long offset, long bytes) =>
        offset >= 0 && bytes >= 0 && bytes <= Length && offset <= Length - bytes;

    /// <summary>Returns the bytes at an offset. They are valid until the next call.</summary>
    /// <exception cref="NotComparableException">
    /// The range extends past the end of the file, or a read failed.
    /// </exception>
    internal ReadOnlySpan<byte> At(long offset, int bytes)
    {
        if (!Has(offset, bytes))
        {
            NotComparableException.Throw("it is truncated");
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

    /// <summary>
    /// Copies the bytes at an offset, bypassing the window, to read sequentially while reading headers elsewhere.
    /// </summary>
    /// <exception cref="NotComparableException">
    /// The range extends past the end of the file, or a read failed.
    /// </exception>
    internal void Copy(long offset, Span<byte> bytes)
    {
        if (!Has(offset, bytes.Length))
        {
            NotComparableException.Throw("it is truncated");
        }

        Count(bytes.Length);
        if (!_source!.TryRead(offset, bytes))
        {
            NotComparableException.Throw("it cannot be read");
        }
    }

    /// <summary>Counts bytes of tags that are about to be read.</summary>
    /// <remarks>Many entries may refer to the same bytes. In a well-formed file, few do.</remarks>
    /// <exception cref="NotComparableException">The total is out of proportion to the length of the file.</exception>
    internal void Spend(long bytes)
    {
        const int Free = 1 << 20;
        const int SpentMax = 256 << 20;
        _spent += bytes;
        if (_spent > Math.Min(SpentMax, Free + (4 * Math.Min(Length, SpentMax))))
        {
            NotComparableException.Throw("its tags overlap");
        }
    }

    /// <summary>
    /// Returns whether the file contains the given bytes at an offset. False also if the file ends before.
    /// </summary>
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

        // Near the end of the file, the bytes before the offset are needed next: tags are searched for backwards there.
        _start = Math.Max(0, Math.Min(offset, Length - window));
        _filled = (int)Math.Min(window, Length - _start);
        Count(_filled);
        if (_window.Length < _filled)
        {
            _window = new byte[Math.Min(WindowBytes, Length)];
        }

        if (_source!.TryRead(_start, _window.AsSpan(0, _filled)))
        {
            return;
        }

        // A source may have no more than what is needed.
        (_start, _filled) = (offset, bytes);
        if (!_source.TryRead(_start, _window.AsSpan(0, _filled)))
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

/// <summary>
/// The payload of a file cannot be determined with certainty. Never leaves this library.
/// </summary>
internal sealed class NotComparableException(string message) : Exception(message)
{
    /// <summary>Throws the exception with a reason.</summary>
    [DoesNotReturn]
    internal static void Throw(string message) => throw new NotComparableException(message);
}
