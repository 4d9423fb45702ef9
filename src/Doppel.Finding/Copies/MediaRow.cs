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
/// <param name="ScannerNumber">The number of the scanner that stores its extents.</param>
/// <param name="FirstExtent">The index of its first extent there.</param>
/// <param name="Extents">The number of extents stored; 0 if there are too many.</param>
internal readonly record struct MediaRow(
    int Content, MediaFormat Format, bool IsWhole, Digest128 Key, long Bytes, Digest128 Digest,
    short ScannerNumber, int FirstExtent, byte Extents)
{
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
