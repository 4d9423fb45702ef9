using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Catalog;

/// <summary>Where the parts of a segment are in its file.</summary>
/// <param name="At">The offset of its header.</param>
/// <param name="Count">The number of records, from 1 to <see cref="CountMax"/>.</param>
/// <param name="First">The inode of the first record.</param>
/// <param name="Last">The inode of the last record.</param>
/// <param name="TextBytes">
/// The number of bytes of texts behind its index, from 0 to <see cref="TextBytesMax"/>.
/// </param>
internal readonly record struct Segment(long At, int Count, ulong First, ulong Last, int TextBytes)
{
    internal const int HeaderBytes = 40;
    internal const int TextBytesMax = 1 << 20;
    internal const int CountMax = 1 << 20;
    internal const int BlockRecords = 64;
    internal const int BlockBytes = BlockRecords * FactRecord.ByteCount;
    internal const int PageEntries = 512;
    internal const int PagesMax = CountMax / BlockRecords / PageEntries;

    private const uint Magic = 0x67655344; // "DSeg"
    private const int CheckedBytes = 32;

    /// <summary>The number of blocks of 64 records, and so of entries of the index.</summary>
    internal int Blocks => (Count + BlockRecords - 1) / BlockRecords;

    /// <summary>The number of pages of 512 entries.</summary>
    internal int Pages => (Blocks + PageEntries - 1) / PageEntries;

    /// <summary>The offset of the table with the first inode of each page.</summary>
    internal long TopAt => PageAt(0) + (Blocks * 8L) + (Pages * 8L);

    /// <summary>The offset of the texts.</summary>
    internal long TextsAt => TopAt + (Pages * 8L) + 8;

    /// <summary>The offset behind the segment.</summary>
    internal long End => TextsAt + TextBytes;

    /// <summary>The offset of a block.</summary>
    internal long BlockAt(int block) => At + HeaderBytes + ((long)block * BlockBytes);

    /// <summary>The offset of a page of the index. A check of 8 bytes follows each page.</summary>
    internal long PageAt(int page) =>
        At + HeaderBytes + ((long)Count * FactRecord.ByteCount) + (page * ((PageEntries * 8L) + 8));

    /// <summary>The number of entries of a page.</summary>
    internal int EntriesOf(int page) => Math.Min(PageEntries, Blocks - (page * PageEntries));

    /// <summary>Writes the header.</summary>
    /// <param name="destination">At least <see cref="HeaderBytes"/>.</param>
    /// <param name="file">The id of the file.</param>
    internal void WriteHeader(Span<byte> destination, ulong file)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(destination, Magic);
        BinaryPrimitives.WriteInt32LittleEndian(destination[4..], Count);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[8..], First);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[16..], Last);
        BinaryPrimitives.WriteInt64LittleEndian(destination[24..], TextBytes);
        BinaryPrimitives.WriteUInt64LittleEndian(
            destination[CheckedBytes..], CheckOf(destination[..CheckedBytes], file, At));
    }

    /// <summary>Reads a header.</summary>
    /// <returns>Whether it is one of this file and this offset.</returns>
    internal static bool TryRead(ReadOnlySpan<byte> header, ulong file, long at, out Segment segment)
    {
        segment = new Segment(
            at,
            BinaryPrimitives.ReadInt32LittleEndian(header[4..]),
            BinaryPrimitives.ReadUInt64LittleEndian(header[8..]),
            BinaryPrimitives.ReadUInt64LittleEndian(header[16..]),
            (int)BinaryPrimitives.ReadInt64LittleEndian(header[24..]));
        return BinaryPrimitives.ReadUInt32LittleEndian(header) == Magic
            && BinaryPrimitives.ReadUInt64LittleEndian(header[CheckedBytes..])
                == CheckOf(header[..CheckedBytes], file, at)
            && segment is { Count: > 0 and <= CountMax, TextBytes: >= 0 and <= TextBytesMax };
    }

    /// <summary>The check of a part of a file, which differs in each file and at each offset.</summary>
    internal static ulong CheckOf(ReadOnlySpan<byte> part, ulong file, long at) =>
        Xxh3.Hash128(part, file + (ulong)at).Low;
}
