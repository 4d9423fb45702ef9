using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>XXH3-128 digests as fclones prints them: lowest byte first, the reverse of xxhsum.</summary>
internal static class LittleEndianDigest
{
    public static void Write(Utf8Output output, Digest128 digest)
    {
        output.Write(BinaryPrimitives.ReverseEndianness(digest.Low), "x16");
        output.Write(BinaryPrimitives.ReverseEndianness(digest.High), "x16");
    }

    public static bool TryParse(ReadOnlySpan<byte> text, out Digest128 digest)
    {
        bool parsed = HexDigests.TryParse(text, out Digest128 reversed);
        digest = new Digest128(
            BinaryPrimitives.ReverseEndianness(reversed.Low), BinaryPrimitives.ReverseEndianness(reversed.High));
        return parsed;
    }
}
