using System.Buffers;

namespace Doppel.S3;

/// <summary>Parses names of elements and attributes.</summary>
internal static class XmlName
{
    private static readonly SearchValues<byte> s_nameBytes = SearchValues.Create(
    [
        .. "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:"u8,
        .. Enumerable.Range(0x80, 0x80).Select(value => (byte)value),
    ]);

    /// <summary>Returns the length in bytes of the name at the start of a text, or 0 if there is none.</summary>
    /// <remarks>
    /// Every non-ASCII character is accepted in names. No requested name contains one, and the names in start and end
    /// tags must match anyway.
    /// </remarks>
    internal static int LengthAt(ReadOnlySpan<byte> text)
    {
        int length = text.IndexOfAnyExcept(s_nameBytes);
        length = length < 0 ? text.Length : length;
        ReadOnlySpan<byte> name = text.Slice(0, length);
        int colon = name.IndexOf((byte)':');
        if (colon >= 0)
        {
            ReadOnlySpan<byte> local = name.Slice(colon + 1);
            return IsUnprefixed(name.Slice(0, colon)) && IsUnprefixed(local) ? length : 0;
        }

        return IsUnprefixed(name) ? length : 0;
    }

    /// <summary>Returns a name without its namespace prefix.</summary>
    internal static ReadOnlySpan<byte> Local(ReadOnlySpan<byte> name) => name.Slice(name.IndexOf((byte)':') + 1);

    private static bool IsUnprefixed(ReadOnlySpan<byte> name) =>
        name.Length > 0 && !char.IsAsciiDigit((char)name[0]) && name[0] is not ((byte)'-' or (byte)'.')
        && !name.Contains((byte)':');
}
