using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Catalog;

/// <summary>
/// The head of a file with a saved volume, and the head of each of its blocks; see docs/catalog-format.md.
/// </summary>
internal static class SavedFormat
{
    internal const int FileHeadBytes = 32;
    internal const int BlockHeadBytes = 16;

    /// <summary>The most bytes that follow the head of a block: more than the longest path takes.</summary>
    internal const int PayloadBytesMax = 4 << 20;

    /// <summary>A block of records ends with the record that reaches this length.</summary>
    internal const int PayloadBytesWanted = 16 * 1024;

    internal const int EndPayloadBytes = 56;
    internal const int EndBytes = BlockHeadBytes + EndPayloadBytes;

    /// <summary>The version of a file that has only what <c>doppel catalog add</c> saves.</summary>
    internal const uint VersionOfDisk = 1;

    /// <summary>The version of a file made from a list: sizes can be unknown, and there are other digests.</summary>
    internal const uint VersionOfList = 2;

    private const int CheckAt = 24;

    // As in PNG: neither text nor the same after a transfer that converts line breaks.
    private static ReadOnlySpan<byte> Magic =>
        [SavedVolumes.FirstByte, (byte)'D', (byte)'P', (byte)'L', 0x0D, 0x0A, 0x1A, 0x0A];

    internal static void WriteFileHead(Span<byte> head, ulong id, uint version)
    {
        Magic.CopyTo(head);
        BinaryPrimitives.WriteUInt32LittleEndian(head[8..], version);
        BinaryPrimitives.WriteUInt32LittleEndian(head[12..], 0);
        BinaryPrimitives.WriteUInt64LittleEndian(head[16..], id);
        BinaryPrimitives.WriteUInt64LittleEndian(head[CheckAt..], Xxh3.Hash128(head[..CheckAt]).Low);
    }

    /// <summary>Returns the id of a file, and the version of its format.</summary>
    internal static ulong ReadFileHead(ReadOnlySpan<byte> head, out uint version)
    {
        if (head.Length < Magic.Length || !head.StartsWith(Magic))
        {
            throw new SavedFormatException();
        }

        if (head.Length < FileHeadBytes)
        {
            throw SavedFormatException.Incomplete();
        }

        if (BinaryPrimitives.ReadUInt64LittleEndian(head[CheckAt..]) != Xxh3.Hash128(head[..CheckAt]).Low)
        {
            throw SavedFormatException.Damaged();
        }

        version = BinaryPrimitives.ReadUInt32LittleEndian(head[8..]);
        return version is VersionOfDisk or VersionOfList
            ? BinaryPrimitives.ReadUInt64LittleEndian(head[16..])
            : throw new SavedFormatException(
                $"it has version {version} of its format, and this program reads {VersionOfDisk} and {VersionOfList}");
    }

    /// <summary>Completes a block: a head without content, then the payload.</summary>
    internal static void Seal(Span<byte> block, SavedBlockKind kind, ulong id, long at)
    {
        int length = block.Length - BlockHeadBytes;
        ulong check = CheckOf(block, length, (uint)kind, id, at);
        WriteBlockHead(block, length, (uint)kind, check);
    }

    /// <summary>Reads the head of a block.</summary>
    /// <param name="head">The head.</param>
    /// <param name="kind">What the block says it is. It may be any number.</param>
    /// <returns>The length of the payload.</returns>
    internal static int ReadBlockHead(ReadOnlySpan<byte> head, out SavedBlockKind kind)
    {
        uint length = BinaryPrimitives.ReadUInt32LittleEndian(head);
        kind = (SavedBlockKind)BinaryPrimitives.ReadUInt32LittleEndian(head[4..]);
        return length <= PayloadBytesMax ? (int)length : throw SavedFormatException.Damaged();
    }

    /// <summary>Returns whether a block is as it was written. The head stays what it is.</summary>
    internal static bool IsIntact(Span<byte> block, ulong id, long at)
    {
        int length = ReadBlockHead(block, out SavedBlockKind kind);
        ulong check = BinaryPrimitives.ReadUInt64LittleEndian(block[8..]);
        ulong found = CheckOf(block, length, (uint)kind, id, at);
        WriteBlockHead(block, length, (uint)kind, check);
        return check == found;
    }

    // The position takes the place of the check, so that a block in another place is not intact.
    private static ulong CheckOf(Span<byte> block, int length, uint kind, ulong id, long at)
    {
        WriteBlockHead(block, length, kind, (ulong)at);
        return Xxh3.Hash128(block, id).Low;
    }

    private static void WriteBlockHead(Span<byte> head, int length, uint kind, ulong check)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(head, (uint)length);
        BinaryPrimitives.WriteUInt32LittleEndian(head[4..], kind);
        BinaryPrimitives.WriteUInt64LittleEndian(head[8..], check);
    }
}

/// <summary>Specifies what a block holds.</summary>
internal enum SavedBlockKind : uint
{
    /// <summary>What the file is a record of, without the roots.</summary>
    Description = 1,

    /// <summary>A root.</summary>
    Root = 2,

    /// <summary>Files.</summary>
    Files = 3,

    /// <summary>Folders.</summary>
    Folders = 4,

    /// <summary>The totals. Nothing follows.</summary>
    End = 5,
}
