using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Reads the numbers of a TIFF-like file in its byte order.</summary>
/// <remarks>TIFF 6.0 (Adobe), section 2; BigTIFF as libtiff defines it.</remarks>
internal sealed class TiffReader
{
    private long _spentBytes;

    private TiffReader(HeaderReader file, TiffKind kind, bool isBigEndian, bool isBig)
    {
        (File, Kind, IsBigEndian, IsBig) = (file, kind, isBigEndian, isBig);
        Cr2Raw = kind == TiffKind.Cr2 ? Place(12) : 0;
    }

    internal HeaderReader File { get; }

    /// <summary>Gets the kind of file.</summary>
    internal TiffKind Kind { get; }

    /// <summary>Gets whether numbers are big-endian.</summary>
    internal bool IsBigEndian { get; }

    /// <summary>Gets whether the file is BigTIFF, with offsets of 8 bytes.</summary>
    internal bool IsBig { get; }

    /// <summary>Gets the size of an offset in bytes.</summary>
    internal int PlaceBytes => IsBig ? 8 : 4;

    /// <summary>Gets the offset of the first directory.</summary>
    internal long First => Place(IsBig ? 8 : 4);

    /// <summary>Gets the offset of the directory of the raw image in CR2, or 0 for other files.</summary>
    internal long Cr2Raw { get; }

    /// <summary>Creates a reader for a file with a TIFF-like header, or returns null for any other file.</summary>
    internal static TiffReader? Open(HeaderReader file)
    {
        const int HeaderBytes = 8;
        if (!file.Has(0, HeaderBytes))
        {
            return null;
        }

        ReadOnlySpan<byte> magic = file.At(0, HeaderBytes);
        if (magic is [(byte)'I', (byte)'I', 42, 0, ..])
        {
            bool isCr2 = file.Is(8, "CR\x02"u8) && file.Has(0, 16);
            return new TiffReader(file, isCr2 ? TiffKind.Cr2 : TiffKind.Plain, isBigEndian: false, isBig: false);
        }

        if (magic is [(byte)'M', (byte)'M', 0, 42, ..])
        {
            return new TiffReader(file, TiffKind.Plain, isBigEndian: true, isBig: false);
        }

        if (magic is [(byte)'I', (byte)'I', (byte)'R', (byte)'O' or (byte)'S', ..])
        {
            return new TiffReader(file, TiffKind.Orf, isBigEndian: false, isBig: false);
        }

        if (magic is [(byte)'M', (byte)'M', (byte)'O', (byte)'R', ..])
        {
            return new TiffReader(file, TiffKind.Orf, isBigEndian: true, isBig: false);
        }

        if (magic is [(byte)'I', (byte)'I', (byte)'U', 0, ..])
        {
            return new TiffReader(file, TiffKind.Panasonic, isBigEndian: false, isBig: false);
        }

        // The bytes after 43 declare offsets of 8 bytes. No other value exists.
        bool isLittle = magic is [(byte)'I', (byte)'I', 43, 0, 8, 0, 0, 0];
        return (isLittle || magic is [(byte)'M', (byte)'M', 0, 43, 0, 8, 0, 0]) && file.Has(0, 16)
            ? new TiffReader(file, TiffKind.Plain, !isLittle, isBig: true)
            : null;
    }

    /// <summary>Limits how much of value lists is read: lists of different images do not share bytes.</summary>
    /// <exception cref="NotComparableException">More was read than the file can contain.</exception>
    internal void Spend(TiffEntry entry)
    {
        const int ReadsOfEach = 4;
        _spentBytes += entry.Bytes;
        if (_spentBytes / ReadsOfEach > File.Length)
        {
            NotComparableException.Throw("its directories overlap");
        }
    }

    /// <summary>Reads a number of 2 bytes.</summary>
    internal int Number16(long at) => IsBigEndian ? File.BigEndian16(at) : File.LittleEndian16(at);

    /// <summary>Reads an offset or a count. A value that does not fit becomes an invalid offset.</summary>
    internal long Place(long at) => (long)Number(at, PlaceBytes);

    /// <summary>Reads an unsigned number of 1, 2, 4 or 8 bytes.</summary>
    internal ulong Number(long at, int bytes) => Number(File.At(at, bytes));

    /// <summary>Converts bytes to an unsigned number.</summary>
    internal ulong Number(ReadOnlySpan<byte> bytes) => (bytes.Length, IsBigEndian) switch
    {
        (1, _) => bytes[0],
        (2, true) => BinaryPrimitives.ReadUInt16BigEndian(bytes),
        (2, false) => BinaryPrimitives.ReadUInt16LittleEndian(bytes),
        (4, true) => BinaryPrimitives.ReadUInt32BigEndian(bytes),
        (4, false) => BinaryPrimitives.ReadUInt32LittleEndian(bytes),
        (_, true) => BinaryPrimitives.ReadUInt64BigEndian(bytes),
        (_, false) => BinaryPrimitives.ReadUInt64LittleEndian(bytes),
    };
}

/// <summary>The kind of TIFF-like file, judged by its first bytes.</summary>
internal enum TiffKind
{
    /// <summary>TIFF, and the raw formats that start the same way: DNG, NEF, ARW, PEF, SRW.</summary>
    Plain,

    /// <summary>Canon CR2, whose header locates the directory of the raw image.</summary>
    Cr2,

    /// <summary>Olympus ORF, which has its own magic number.</summary>
    Orf,

    /// <summary>Panasonic RW2 and Leica RWL, which have their own magic number.</summary>
    Panasonic,
}
