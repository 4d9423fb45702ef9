using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Media;

namespace Doppel.Finding;

/// <summary>What is known about the payload of one content.</summary>
/// <param name="Content">The number of the content.</param>
/// <param name="Format">The media format.</param>
/// <param name="IsWhole">Whether the row covers the complete payload rather than only its beginning.</param>
/// <param name="Key">Identifies the part of the payload that is not stored verbatim in the file.</param>
/// <param name="Bytes">The size of the payload in bytes.</param>
/// <param name="Digest">The digest of the complete payload if it was hashed, otherwise of its first bytes.</param>
internal readonly record struct MediaRow(
    int Content, MediaFormat Format, bool IsWhole, Digest128 Key, long Bytes, Digest128 Digest)
{
    /// <summary>The largest value of <see cref="Loose"/>.</summary>
    internal const ulong LooseMax = (1UL << 48) - 1;

    /// <summary>Gets the number of the scanner that stores its extents.</summary>
    internal short ScannerNumber { get; init; }

    /// <summary>Gets the number of extents stored; 0 if there are too many.</summary>
    internal byte Extents { get; init; }

    /// <summary>Gets the index of its first extent there.</summary>
    internal int FirstExtent { get; init; }

    /// <summary>
    /// Gets a number up to <see cref="LooseMax"/> that is equal for contents that may be twins under the loose policy
    /// and almost never for others, or 0 if it is not known. Only the strict policy asks for it.
    /// </summary>
    internal ulong Loose { get; init; }

    /// <summary>Gets a digest that is equal for contents that may be twins and almost never for others.</summary>
    internal Digest128 Glanced => Xxh3.Hash128(MemoryMarshal.AsBytes(
    [
        (ulong)Format, IsWhole ? 1UL : 0, Key.High, Key.Low, (ulong)Bytes, Digest.High, Digest.Low,
    ]));

    /// <summary>Gets a hash that is equal for contents that may be twins and almost never for others.</summary>
    internal uint Hash => (uint)(((Key.Low ^ Digest.Low ^ (ulong)Bytes) * 0x9E37_79B9_7F4A_7C15) >> 32);

    /// <summary>Compares rows, first by what only equal payloads share, then by content.</summary>
    internal static int Compare(MediaRow left, MediaRow right)
    {
        int order = left.Format.CompareTo(right.Format);
        order = order != 0 ? order : left.IsWhole.CompareTo(right.IsWhole);
        order = order != 0 ? order : left.Key.CompareTo(right.Key);
        order = order != 0 ? order : left.Bytes.CompareTo(right.Bytes);
        order = order != 0 ? order : left.Digest.CompareTo(right.Digest);
        return order != 0 ? order : left.Content.CompareTo(right.Content);
    }

    /// <summary>Returns whether two contents may have the same payload, as far as is known.</summary>
    internal static bool MayBeTwins(in MediaRow left, in MediaRow right) =>
        left.Format == right.Format && left.IsWhole == right.IsWhole && left.Key == right.Key
        && left.Bytes == right.Bytes && left.Digest == right.Digest;
}
