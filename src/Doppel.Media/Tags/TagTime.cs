using System.Globalization;

namespace Doppel.Media;

/// <summary>Parses and formats the times in tags.</summary>
internal static class TagTime
{
    private static readonly string[] s_dates =
    [
        "yyyy:MM:dd", "yyyy-MM-dd", "yyyyMMdd", "yyyy/MM/dd", "yyyy-MM", "yyyy:MM", "yyyy",
    ];

    private static readonly string[] s_times = ["HH:mm:ss", "HH:mm", "HHmmss", "HH-mm-ss"];

    /// <summary>
    /// Adds the time at which a photo or recording was made. Text that is not a valid time is added as it is.
    /// </summary>
    /// <param name="tags">Receives the tag and the time.</param>
    /// <param name="text">
    /// Date, time, fraction and UTC offset, as far as known, in the format of Exif, ISO 8601 or IPTC.
    /// </param>
    internal static void AddTaken(TagBuilder tags, string text)
    {
        tags.Add(TagNames.Taken, Normal(text));
        if (TryRead(text, out DateTime when, out _))
        {
            tags.AddTaken(when);
        }
    }

    /// <summary>
    /// Converts a time to the form used for all formats, <c>2024-05-06 07:08:09.25+02:00</c>. Returns text that is not
    /// a valid time unchanged.
    /// </summary>
    internal static string Normal(string text) =>
        TryRead(text, out DateTime when, out string rest)
            ? when.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture) + rest
            : text.Trim('\0', ' ');

    /// <summary>Parses a date and time. Fails if the date, its day or the time is missing.</summary>
    /// <param name="text">The text.</param>
    /// <param name="when">The local date and time.</param>
    /// <param name="rest">The text after the seconds: fraction and UTC offset.</param>
    internal static bool TryRead(string text, out DateTime when, out string rest)
    {
        (when, rest) = (default, "");
        ReadOnlySpan<char> trimmed = text.AsSpan().Trim("\0 ");
        int cut = trimmed.IndexOfAny('T', ' ');
        if (cut < 0 || trimmed.Length > 64)
        {
            return false;
        }

        ReadOnlySpan<char> time = trimmed[(cut + 1)..].Trim();
        int end = time.IndexOfAny(".Z+");
        int minus = time.Count('-') == 1 ? time.IndexOf('-') : -1;
        end = end < 0 ? minus : end;
        if (!TryReadDate(trimmed[..cut], out DateOnly day)
            || !TimeOnly.TryParseExact(
                end < 0 ? time : time[..end].Trim(), s_times, CultureInfo.InvariantCulture, DateTimeStyles.None,
                out TimeOnly clock))
        {
            return false;
        }

        when = day.ToDateTime(clock);
        rest = end < 0 ? "" : Rest(time[end..], ref when);
        return true;
    }

    /// <summary>
    /// Parses a date. A year or month without a day yields its first day. Year 0 is not valid.
    /// </summary>
    internal static bool TryReadDate(ReadOnlySpan<char> text, out DateOnly day) => DateOnly.TryParseExact(
        text.Trim("\0 "), s_dates, CultureInfo.InvariantCulture, DateTimeStyles.None, out day);

    // Trailing zeros of the fraction carry no information, nor does a fraction of only zeros.
    private static string Rest(ReadOnlySpan<char> rest, ref DateTime when)
    {
        if (rest[0] != '.')
        {
            return Offset(rest);
        }

        int digits = 1;
        while (digits < rest.Length && char.IsAsciiDigit(rest[digits]))
        {
            digits++;
        }

        ReadOnlySpan<char> fraction = rest[1..digits].TrimEnd('0');
        if (fraction.Length > 0 && double.TryParse($"0.{fraction}", CultureInfo.InvariantCulture, out double second))
        {
            when = when.AddTicks((long)(second * TimeSpan.TicksPerSecond));
        }

        return (fraction.Length > 0 ? $".{fraction}" : "") + Offset(rest[digits..]);
    }

    // Separates hours and minutes with a colon, as most formats do.
    private static string Offset(ReadOnlySpan<char> offset) => offset.Length == 5 && offset[0] is '+' or '-'
        ? $"{offset[..3]}:{offset[3..]}"
        : offset.ToString();
}
