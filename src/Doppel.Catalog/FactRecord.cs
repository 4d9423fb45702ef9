using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Catalog;

/// <summary>A fact as it is stored: 48 bytes, little-endian.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct FactRecord
{
    /// <summary>The size in bytes.</summary>
    internal const int ByteCount = 48;

    private const int CheckedBytes = 40;

    internal ulong Inode;
    internal ulong Stamp;
    internal ulong ValueHigh;
    internal ulong ValueLow;
    internal uint ReadAt;
    internal uint Kind; // one byte, and three that are zero
    internal ulong Check;

    /// <summary>Takes a fact. The check is set when it is written.</summary>
    internal FactRecord(in ContentFact fact)
    {
        Inode = fact.Inode;
        Stamp = fact.Stamp;
        ValueHigh = fact.Value.High;
        ValueLow = fact.Value.Low;
        ReadAt = fact.ReadAt;
        Kind = (byte)fact.Kind;
    }

    /// <summary>The fact.</summary>
    internal readonly ContentFact Fact =>
        new(Inode, Stamp, (FactKind)Kind, new Digest128(ValueHigh, ValueLow), ReadAt);

    /// <summary>Whether the check fits the content in a file with this id.</summary>
    internal readonly bool IsSound(ulong file) => Check == CheckIn(file) && Kind <= byte.MaxValue;

    /// <summary>Sets the check for a file with this id.</summary>
    internal void Seal(ulong file) => Check = CheckIn(file);

    /// <summary>Whether this comes after another in a segment, or is of the same inode and kind.</summary>
    internal readonly bool Follows(in FactRecord other) =>
        Inode > other.Inode || (Inode == other.Inode && Kind >= other.Kind);

    private readonly ulong CheckIn(ulong file)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(new ReadOnlySpan<FactRecord>(in this));
        return Xxh3.Hash128(bytes[..CheckedBytes], file).Low;
    }
}
