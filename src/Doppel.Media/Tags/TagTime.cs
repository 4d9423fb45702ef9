using System.Globalization;

namespace Doppel.Media;

/// <summary>Times as tags write them.</summary>
internal static class TagTime
{
    private static readonly string[] s_dates =
    [
        "yyyy:MM:dd", "yyyy-MM-dd", "yyyyMMdd", "yyyy/MM/dd", "yyyy-MM", "yyyy:MM", "yyyy",
    ];

    private static readonly string[] s_times = ["HH:mm:ss", "HH:mm", "HHmmss", "HH-mm-ss"];

    /// <summary>
    /// Takes in when something was taken, as a tag of that name and as a time; what is no time stands as it is written.
    /// </summary>
    /// <param name="tags">Where to.</param>
    /// <param name="text">
    /// Date, time, fraction and offset, as far as known, in the ways of Exif, ISO 8601 or IPTC.
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
    /// The same time as all formats write it, <c>2024-05-06 07:08:09.25+02:00</c>; the text where it is none.
    /// </summary>
    internal static string Normal(string text) =>
        TryRead(text, out DateTime when, out string rest)
            ? when.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture) + rest
            : text.Trim('\0', ' ');

    /// <summary>Reads a date with a time; a time without a date, or a day without a time, is none.</summary>
    /// <param name="text">The text.</param>
    /// <param name="when">What the clock said.</param>
    /// <param name="rest">What follows the seconds: fraction and offset.</param>
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

    /// <summary>Reads a date; a year or a month begins with its first day. Year 0 is none.</summary>
    internal static bool TryReadDate(ReadOnlySpan<char> text, out DateOnly day) => DateOnly.TryParseExact(
        text.Trim("\0 "), s_dates, CultureInfo.InvariantCulture, DateTimeStyles.None, out day);

    // A fraction of zeros says nothing, nor do zeros at its end.
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

    // Hours and minutes are parted, as most formats do.
    private static string Offset(ReadOnlySpan<char> offset) => offset.Length == 5 && offset[0] is '+' or '-'
        ? $"{offset[..3]}:{offset[3..]}"
        : offset.ToString();
}
