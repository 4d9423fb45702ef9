namespace Doppel.Acting;

/// <summary>Recognizes the marks that programs put into the names of copies.</summary>
/// <remarks>
/// Recognizes " (N)" with up to three digits, " - Copy" and " copy", the latter two also followed by a number, at the
/// end of the name or before any dot in it; and "Copy of " and "Copy (N) of " at the start. Ignores ASCII case.
/// </remarks>
internal static class CopyMarks
{
    private const int DigitsMax = 3;

    /// <summary>Returns whether a file name without its folder has such a mark.</summary>
    public static bool Has(ReadOnlySpan<byte> name)
    {
        if (HasStart(name))
        {
            return true;
        }

        for (int end = name.Length; end > 0; end = name[..end].LastIndexOf((byte)'.'))
        {
            if (HasEnd(name[..end]))
            {
                return true;
            }
        }

        return false;
    }

    private static bool HasStart(ReadOnlySpan<byte> name)
    {
        if (!StartsWith(name, "copy "u8))
        {
            return false;
        }

        name = name["copy "u8.Length..];
        int end = name.StartsWith("("u8) ? name.IndexOf(") "u8) : -1;
        if (end > 0 && IsNumber(name[1..end]))
        {
            name = name[(end + 2)..];
        }

        return StartsWith(name, "of "u8) && name.Length > "of "u8.Length;
    }

    private static bool HasEnd(ReadOnlySpan<byte> stem)
    {
        int space = stem.LastIndexOf((byte)' ');
        if (space <= 0)
        {
            return false;
        }

        ReadOnlySpan<byte> last = stem[(space + 1)..];
        return (last is [(byte)'(', _, .., (byte)')'] && IsNumber(last[1..^1]))
            || Equals(last, "copy"u8)
            || (IsNumber(last) && EndsWith(stem[..space], " copy"u8) && space > " copy"u8.Length);
    }

    private static bool IsNumber(ReadOnlySpan<byte> text) =>
        text.Length is > 0 and <= DigitsMax && !text.ContainsAnyExceptInRange((byte)'0', (byte)'9');

    private static bool StartsWith(ReadOnlySpan<byte> text, ReadOnlySpan<byte> start) =>
        text.Length >= start.Length && Equals(text[..start.Length], start);

    private static bool EndsWith(ReadOnlySpan<byte> text, ReadOnlySpan<byte> end) =>
        text.Length >= end.Length && Equals(text[^end.Length..], end);

    private static bool Equals(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) =>
        System.Text.Ascii.EqualsIgnoreCase(left, right);
}
