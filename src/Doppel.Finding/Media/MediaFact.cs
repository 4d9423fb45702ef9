using System.Buffers.Binary;
using Doppel.Hashing;
using Doppel.Media;

namespace Doppel.Finding;

/// <summary>
/// What the catalog keeps about one of several contents that look alike, or about one that is not comparable.
/// </summary>
/// <param name="Outcome">What was found out about the content.</param>
/// <param name="Format">The format of the content.</param>
/// <param name="Own">
/// A number for the state of the file in which it was compared. The text stays with a file that Doppel links or moves,
/// so this number does, too, and the outcome stays valid.
/// </param>
/// <param name="Compared">
/// The sum of these numbers over all contents that were compared, or 0 if the content was compared with none.
/// </param>
/// <param name="Equal">The sum over the contents with the same payload.</param>
/// <param name="Bytes">The size of the payload in bytes, if there are any.</param>
/// <param name="Digest">The digest of the payload, if it was hashed.</param>
/// <remarks>
/// Followed by the stored tags of a content that has a twin, or by the reason why one is not comparable.
/// </remarks>
internal readonly record struct MediaFact(
    MediaOutcome Outcome, MediaFormat Format, ulong Own, ulong Compared, ulong Equal = 0, long Bytes = 0,
    Digest128 Digest = default)
{
    /// <summary>The maximum size in bytes of what precedes tags or a reason.</summary>
    internal const int HeadBytesMax = AloneBytes + (2 * sizeof(ulong)) + Digest128.ByteCount;

    private const int AloneBytes = 4 + (2 * sizeof(ulong));

    /// <summary>Gets whether others have the same payload.</summary>
    internal bool IsTwin => Outcome is MediaOutcome.SameBytes or MediaOutcome.SameDigest;

    private int HeadBytes => Outcome switch
    {
        MediaOutcome.SameDigest => HeadBytesMax,
        MediaOutcome.SameBytes => HeadBytesMax - Digest128.ByteCount,
        _ => AloneBytes,
    };

    /// <summary>Writes this.</summary>
    /// <param name="text">Receives it; at least <see cref="HeadBytesMax"/> bytes.</param>
    /// <returns>The number of bytes written.</returns>
    internal int Write(Span<byte> text)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(text, CatalogMedia.Version);
        (text[2], text[3]) = ((byte)Outcome, (byte)Format);
        BinaryPrimitives.WriteUInt64LittleEndian(text[4..], Own);
        BinaryPrimitives.WriteUInt64LittleEndian(text[12..], Compared);
        if (IsTwin)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(text[20..], Equal);
            BinaryPrimitives.WriteInt64LittleEndian(text[28..], Bytes);
        }

        if (Outcome == MediaOutcome.SameDigest)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(text[36..], Digest.High);
            BinaryPrimitives.WriteUInt64LittleEndian(text[44..], Digest.Low);
        }

        return HeadBytes;
    }

    /// <summary>Reads what this version of the program has written.</summary>
    /// <param name="text">The text.</param>
    /// <param name="known">What it says.</param>
    /// <param name="rest">The tags or the reason.</param>
    /// <returns>Whether it was this version.</returns>
    internal static bool TryRead(ReadOnlySpan<byte> text, out MediaFact known, out ReadOnlySpan<byte> rest)
    {
        known = default;
        rest = default;
        if (text.Length < AloneBytes || BinaryPrimitives.ReadUInt16LittleEndian(text) != CatalogMedia.Version)
        {
            return false;
        }

        known = new MediaFact(
            (MediaOutcome)text[2], (MediaFormat)text[3], BinaryPrimitives.ReadUInt64LittleEndian(text[4..]),
            BinaryPrimitives.ReadUInt64LittleEndian(text[12..]));
        if (known.IsTwin)
        {
            known = known with
            {
                Equal = BinaryPrimitives.ReadUInt64LittleEndian(text[20..]),
                Bytes = BinaryPrimitives.ReadInt64LittleEndian(text[28..]),
            };
        }

        if (known.Outcome == MediaOutcome.SameDigest)
        {
            known = known with
            {
                Digest = new Digest128(
                    BinaryPrimitives.ReadUInt64LittleEndian(text[36..]),
                    BinaryPrimitives.ReadUInt64LittleEndian(text[44..])),
            };
        }

        rest = text[known.HeadBytes..];
        return true;
    }
}

/// <summary>What was found out about a content. The catalog keeps these numbers.</summary>
internal enum MediaOutcome : byte
{
    /// <summary>Nothing.</summary>
    Unknown = 0,

    /// <summary>It looks like media, and is not comparable.</summary>
    NotComparable = 1,

    /// <summary>No other content has the same payload.</summary>
    Alone = 2,

    /// <summary>Others have the same payload: their bytes are equal.</summary>
    SameBytes = 3,

    /// <summary>Others have the same payload: their digests are equal.</summary>
    SameDigest = 4,
}
