using System.Globalization;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Parses digests from UTF-8 without allocating a string.</summary>
internal static class HexDigests
{
    public static bool TryParse(ReadOnlySpan<byte> text, out Digest128 digest)
    {
        digest = default;
        if (text.Length != 32
            || !ulong.TryParse(text[..16], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong high)
            || !ulong.TryParse(text[16..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong low))
        {
            return false;
        }

        digest = new Digest128(high, low);
        return true;
    }
}
