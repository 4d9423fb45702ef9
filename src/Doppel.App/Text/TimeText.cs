using System.Globalization;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Parses points in time: dates, and durations before now.</summary>
internal static class TimeText
{
    /// <summary>The hint for every invalid time.</summary>
    internal const string Hint =
        "a time is a date (2024-05-01, 2024-05-01 12:30, 2024-05-01T12:30:00Z), a duration (90s 15m 2h 3d 2w) "
        + "or a file";

    private static readonly string[] s_local =
    [
        "yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF",
    ];

    private static readonly string[] s_zoned = ["yyyy-MM-dd'T'HH:mm:ss.FFFFFFFzzz", "yyyy-MM-dd HH:mm:ss.FFFFFFFzzz"];

    /// <summary>
    /// Parses a date or a duration, which is subtracted from the current time. A date without a time zone is local. A
    /// date without a time of day means midnight.
    /// </summary>
    internal static bool TryParse(string text, TimeProvider clock, out FileTime time)
    {
        time = default;
        if (DurationText.TryParse(text, out TimeSpan duration))
        {
            DateTimeOffset now = clock.GetUtcNow();
            time = FileTime.From(duration > now - DateTimeOffset.MinValue ? DateTimeOffset.MinValue : now - duration);
            return true;
        }

        // The zzz format does not accept "Z".
        string zoned = text.EndsWith('Z') || text.EndsWith('z') ? text[..^1] + "+00:00" : text;
        if (DateTimeOffset.TryParseExact(
            zoned, s_zoned, CultureInfo.InvariantCulture, DateTimeStyles.None, out DateTimeOffset exact))
        {
            time = FileTime.From(exact);
            return true;
        }

        if (!DateTime.TryParseExact(
            text, s_local, CultureInfo.InvariantCulture, DateTimeStyles.None, out DateTime local))
        {
            return false;
        }

        if (local.Year is 1 or 9999)
        {
            return false;
        }

        // For times that daylight saving skips or repeats, use the standard offset.
        time = FileTime.From(new DateTimeOffset(local, clock.LocalTimeZone.GetUtcOffset(local)));
        return true;
    }

    /// <summary>Formats a time in the local time zone, such as <c>2024-05-01 12:30</c>.</summary>
    internal static string ShowLocal(FileTime time, TimeProvider clock)
    {
        long seconds = Math.Clamp(
            time.Seconds, DateTimeOffset.MinValue.ToUnixTimeSeconds() + 86_400,
            DateTimeOffset.MaxValue.ToUnixTimeSeconds() - 86_400);
        return TimeZoneInfo.ConvertTime(DateTimeOffset.FromUnixTimeSeconds(seconds), clock.LocalTimeZone)
            .ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
    }
}
