using Doppel.Hashing;
using Doppel.Media;

namespace Doppel.Finding;

/// <summary>What was found out about the payload of one content.</summary>
/// <param name="Content">Its number.</param>
/// <param name="Format">Its format.</param>
/// <param name="IsWhole">Whether it tells of all of the payload; else of its beginning.</param>
/// <param name="Key">What is payload but does not stand in the file like this.</param>
/// <param name="Bytes">Bytes of payload.</param>
/// <param name="Digest">Of all, where it was hashed; else of its first bytes.</param>
/// <param name="Scanner">Who keeps its extents.</param>
/// <param name="FirstExtent">Where they begin there.</param>
/// <param name="Extents">How many are kept; 0 if they are too many.</param>
internal readonly record struct MediaRow(
    int Content, MediaFormat Format, bool IsWhole, Digest128 Key, long Bytes, Digest128 Digest,
    short Scanner, int FirstExtent, byte Extents)
{
    /// <summary>Equal for those that may be twins, and hardly ever for others.</summary>
    internal uint Hash => (uint)(((Key.Low ^ Digest.Low ^ (ulong)Bytes) * 0x9E37_79B9_7F4A_7C15) >> 32);

    /// <summary>What only equal payloads share comes first; then by content.</summary>
    internal static int Compare(MediaRow left, MediaRow right)
    {
        int order = left.Format.CompareTo(right.Format);
        order = order != 0 ? order : left.IsWhole.CompareTo(right.IsWhole);
        order = order != 0 ? order : left.Key.CompareTo(right.Key);
        order = order != 0 ? order : left.Bytes.CompareTo(right.Bytes);
        order = order != 0 ? order : left.Digest.CompareTo(right.Digest);
        return order != 0 ? order : left.Content.CompareTo(right.Content);
    }

    /// <summary>Whether two may be of one payload, as far as it is known.</summary>
    internal static bool MayBeTwins(in MediaRow left, in MediaRow right) =>
        left.Format == right.Format && left.IsWhole == right.IsWhole && left.Key == right.Key
        && left.Bytes == right.Bytes && left.Digest == right.Digest;
}
