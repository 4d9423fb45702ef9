using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Catalog;

/// <summary>A fact as it is stored: 48 bytes, little-endian.</summary>
/// <remarks>
/// The value of a text is where it is among the texts of the segment, its length, and its check. The value is zero if
/// the text was taken back.
/// </remarks>
[StructLayout(LayoutKind.Sequential)]
internal struct FactRecord
{
    /// <summary>The size in bytes.</summary>
    internal const int ByteCount = 48;

    private const int CheckedBytes = 40;
    private const int LengthBits = 32;

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
        (ValueHigh, ValueLow) = IsText(fact.Kind) ? default : (fact.Value.High, fact.Value.Low);
        ReadAt = fact.ReadAt;
        Kind = (byte)fact.Kind;
    }

    /// <summary>Whether there is a text.</summary>
    internal readonly bool HasText => IsText((FactKind)Kind) && (ValueHigh | ValueLow) != 0;

    /// <summary>Where the text is among the texts of the segment.</summary>
    internal readonly int TextAt => (int)(ValueHigh >> LengthBits);

    /// <summary>The length of the text in bytes.</summary>
    internal readonly int TextLength => (int)Math.Min((uint)ValueHigh, ContentCatalog.TextBytesMax);

    internal readonly ContentFact Fact =>
        new(Inode, Stamp, (FactKind)Kind, new Digest128(ValueHigh, ValueLow), ReadAt);

    /// <summary>Whether facts of a kind have a text.</summary>
    internal static bool IsText(FactKind kind) => kind is FactKind.StrictMediaText or FactKind.LooseMediaText;

    /// <summary>Describes a text.</summary>
    internal void SetText(int at, ReadOnlySpan<byte> text)
    {
        ValueHigh = ((ulong)at << LengthBits) | (uint)text.Length;
        ValueLow = Xxh3.Hash128(text).Low;
    }

    /// <summary>Returns whether a text is the one that is described.</summary>
    internal readonly bool Fits(ReadOnlySpan<byte> text) =>
        text.Length == (int)(uint)ValueHigh && ValueLow == Xxh3.Hash128(text).Low;

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
