using System.Globalization;

namespace Doppel.App;

/// <summary>Parses and formats durations.</summary>
internal static class DurationText
{
    private static readonly long s_secondsMax = (long)TimeSpan.MaxValue.TotalSeconds;

    /// <summary>
    /// Parses a duration such as <c>90s</c>, <c>15m</c>, <c>2h</c>, <c>3d</c> or <c>2w</c>, or a sequence such as
    /// <c>1h30m</c>.
    /// </summary>
    internal static bool TryParse(ReadOnlySpan<char> text, out TimeSpan duration)
    {
        duration = default;
        long total = 0;
        bool any = !text.IsEmpty;
        while (!text.IsEmpty)
        {
            int digits = text.IndexOfAnyExceptInRange('0', '9');
            if (digits <= 0
                || !long.TryParse(text[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out long number)
                || SecondsOf(text[digits]) is not { } unit || number > (s_secondsMax - total) / unit)
            {
                return false;
            }

            total += number * unit;
            text = text[(digits + 1)..];
        }

        duration = TimeSpan.FromSeconds(total);
        return any;
    }

    /// <summary>Formats a duration as, for example, <c>0:07</c> or <c>1:02:03</c>.</summary>
    internal static string Show(TimeSpan duration) => duration.TotalHours >= 1
        ? string.Create(
            CultureInfo.InvariantCulture, $"{(long)duration.TotalHours}:{duration.Minutes:00}:{duration.Seconds:00}")
        : string.Create(CultureInfo.InvariantCulture, $"{duration.Minutes}:{duration.Seconds:00}");

    private static long? SecondsOf(char unit) => unit switch
    {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        'w' => 7 * 24 * 60 * 60,
        _ => null,
    };
}
