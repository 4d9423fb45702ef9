using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Reads the numbers of a file built like TIFF, in its byte order.</summary>
/// <remarks>TIFF 6.0 (Adobe), section 2; BigTIFF as libtiff defines it.</remarks>
internal sealed class TiffReader
{
    private long _spentBytes;

    private TiffReader(HeaderReader file, TiffKind kind, bool isBigEndian, bool isBig)
    {
        (File, Kind, IsBigEndian, IsBig) = (file, kind, isBigEndian, isBig);
        Cr2Raw = kind == TiffKind.Cr2 ? Place(12) : 0;
    }

    /// <summary>The file.</summary>
    internal HeaderReader File { get; }

    /// <summary>What it is.</summary>
    internal TiffKind Kind { get; }

    /// <summary>Whether numbers begin with their highest byte.</summary>
    internal bool IsBigEndian { get; }

    /// <summary>Whether places are numbers of 8 bytes.</summary>
    internal bool IsBig { get; }

    /// <summary>Bytes of a number that tells a place.</summary>
    internal int PlaceBytes => IsBig ? 8 : 4;

    /// <summary>Where the first directory is.</summary>
    internal long First => Place(IsBig ? 8 : 4);

    /// <summary>Where the directory of the raw photo is in a CR2; 0 in all others.</summary>
    internal long Cr2Raw { get; }

    /// <summary>A reader for a file that begins like TIFF; null for any other.</summary>
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

        // The bytes after 43 say that places have 8 bytes; no file says anything else.
        bool isLittle = magic is [(byte)'I', (byte)'I', 43, 0, 8, 0, 0, 0];
        return (isLittle || magic is [(byte)'M', (byte)'M', 0, 43, 0, 8, 0, 0]) && file.Has(0, 16)
            ? new TiffReader(file, TiffKind.Plain, !isLittle, isBig: true)
            : null;
    }

    /// <summary>Bounds how much of lists is read: those of different pictures do not share their bytes.</summary>
    /// <exception cref="NotComparableException">More was read than the file can hold.</exception>
    internal void Spend(TiffEntry entry)
    {
        const int ReadsOfEach = 4;
        _spentBytes += entry.Bytes;
        if (_spentBytes / ReadsOfEach > File.Length)
        {
            NotComparableException.Throw("its lists lie on top of each other");
        }
    }

    /// <summary>A number of 2 bytes.</summary>
    internal int Number16(long at) => IsBigEndian ? File.BigEndian16(at) : File.LittleEndian16(at);

    /// <summary>A number that tells a place or a count; above what fits it is no place of any file.</summary>
    internal long Place(long at) => (long)Number(at, PlaceBytes);

    /// <summary>A number of 1, 2, 4 or 8 bytes, without a sign.</summary>
    internal ulong Number(long at, int bytes) => Number(File.At(at, bytes));

    /// <summary>The number that these bytes are.</summary>
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
