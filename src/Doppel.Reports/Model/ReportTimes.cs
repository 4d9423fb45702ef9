using System.Globalization;

namespace Doppel.Reports;

/// <summary>Formats and parses times: RFC 3339 for the years 1 to 9999, otherwise seconds since 1970.</summary>
internal static class ReportTimes
{
    /// <summary>The maximum length of a formatted time in bytes.</summary>
    public const int TextBytesMax = 40;

    private const long YearOne = -62_135_596_800;
    private const long YearTenThousand = 253_402_300_800;
    private const int NanosecondsPerSecond = 1_000_000_000;

    /// <summary>Writes a time and returns the number of bytes written.</summary>
    public static int Write(ReportTime time, Span<byte> text)
    {
        if (time.Nanoseconds is < 0 or >= NanosecondsPerSecond)
        {
            throw new ArgumentOutOfRangeException(nameof(time), time, "Nanoseconds must be 0 to 999999999.");
        }

        if (time.Seconds is < YearOne or >= YearTenThousand)
        {
            return WriteSeconds(time, text);
        }

        DateTime moment = DateTime.UnixEpoch.AddTicks(time.Seconds * TimeSpan.TicksPerSecond);
        moment.TryFormat(text, out int length, "s", CultureInfo.InvariantCulture);
        length += WriteFraction(time.Nanoseconds, text[length..]);
        text[length++] = (byte)'Z';
        return length;
    }

    /// <summary>
    /// Parses both forms. Also accepts an offset instead of Z, and a fraction of 1 to 9 digits or none.
    /// </summary>
    public static bool TryParse(ReadOnlySpan<byte> text, out ReportTime time) =>
        text.Length >= 20 && text[4] == '-' ? TryParseDate(text, out time) : TryParseSeconds(text, out time);

    private static int WriteSeconds(ReportTime time, Span<byte> text)
    {
        // Nanoseconds count forward, but decimals count away from zero: -1 s + 0.25 s is "-0.75".
        bool away = time.Seconds < 0 && time.Nanoseconds > 0;
        ulong whole = (ulong)Int128.Abs((Int128)time.Seconds + (away ? 1 : 0));
        int fraction = away ? NanosecondsPerSecond - time.Nanoseconds : time.Nanoseconds;
        int length = 0;
        if (time.Seconds < 0)
        {
            text[length++] = (byte)'-';
        }

        whole.TryFormat(text[length..], out int digits, provider: CultureInfo.InvariantCulture);
        length += digits;
        return fraction == 0 ? length : length + WriteFraction(fraction, text[length..]);
    }

    private static int WriteFraction(int nanoseconds, Span<byte> text)
    {
        text[0] = (byte)'.';
        nanoseconds.TryFormat(text[1..], out int digits, "D9", CultureInfo.InvariantCulture);
        return digits + 1;
    }

    private static bool TryParseSeconds(ReadOnlySpan<byte> text, out ReportTime time)
    {
        time = default;
        bool negative = text.StartsWith("-"u8);
        text = negative ? text[1..] : text;
        int point = text.IndexOf((byte)'.');
        ReadOnlySpan<byte> wholeText = point < 0 ? text : text[..point];
        int fraction = 0;
        if (!TryParseDigits(wholeText, out ulong whole)
            || (point >= 0 && !TryParseFraction(text[(point + 1)..], out fraction)))
        {
            return false;
        }

        Int128 seconds = negative ? -(Int128)whole : whole;
        if (negative && fraction > 0)
        {
            seconds--;
            fraction = NanosecondsPerSecond - fraction;
        }

        if (seconds < long.MinValue || seconds > long.MaxValue)
        {
            return false;
        }

        time = new ReportTime((long)seconds, fraction);
        return true;
    }

    private static bool TryParseDate(ReadOnlySpan<byte> text, out ReportTime time)
    {
        time = default;
        if (!TryParseDigits(text[..4], out ulong year) || text[7] != '-' || text[10] != 'T'
            || !TryParseDigits(text[5..7], out ulong month) || !TryParseDigits(text[8..10], out ulong day)
            || text[13] != ':' || text[16] != ':' || !TryParseDigits(text[11..13], out ulong hour)
            || !TryParseDigits(text[14..16], out ulong minute) || !TryParseDigits(text[17..19], out ulong second)
            || year < 1 || month is < 1 or > 12 || hour > 23 || minute > 59 || second > 59
            || day < 1 || day > (ulong)DateTime.DaysInMonth((int)year, (int)month))
        {
            return false;
        }

        text = text[19..];
        int fraction = 0;
        if (text[0] == '.')
        {
            int end = text.IndexOfAnyExceptInRange((byte)'0', (byte)'9', from: 1);
            if (end < 0 || !TryParseFraction(text[1..end], out fraction))
            {
                return false;
            }

            text = text[end..];
        }

        if (!TryParseOffset(text, out int offsetMinutes))
        {
            return false;
        }

        var moment = new DateTime(
            (int)year, (int)month, (int)day, (int)hour, (int)minute, (int)second, DateTimeKind.Utc);
        long seconds = (moment - DateTime.UnixEpoch).Ticks / TimeSpan.TicksPerSecond;
        time = new ReportTime(seconds - (offsetMinutes * 60L), fraction);
        return true;
    }

    private static bool TryParseOffset(ReadOnlySpan<byte> text, out int minutes)
    {
        minutes = 0;
        if (text.SequenceEqual("Z"u8))
        {
            return true;
        }

        if (text.Length != 6 || text[0] is not ((byte)'+' or (byte)'-') || text[3] != ':'
            || !TryParseDigits(text[1..3], out ulong hour) || !TryParseDigits(text[4..6], out ulong minute)
            || hour > 23 || minute > 59)
        {
            return false;
        }

        minutes = (int)((hour * 60) + minute) * (text[0] == '-' ? -1 : 1);
        return true;
    }

    private static bool TryParseFraction(ReadOnlySpan<byte> digits, out int nanoseconds)
    {
        nanoseconds = 0;
        if (digits.Length is < 1 or > 9 || !TryParseDigits(digits, out ulong value))
        {
            return false;
        }

        for (int i = digits.Length; i < 9; i++)
        {
            value *= 10;
        }

        nanoseconds = (int)value;
        return true;
    }

    private static bool TryParseDigits(ReadOnlySpan<byte> text, out ulong value) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);

    private static int IndexOfAnyExceptInRange(this ReadOnlySpan<byte> text, byte low, byte high, int from)
    {
        int at = text[from..].IndexOfAnyExceptInRange(low, high);
        return at < 0 ? at : at + from;
    }
}

/// <summary>A point in time as the seconds since 1970-01-01 UTC, plus nanoseconds.</summary>
/// <param name="Seconds">Whole seconds; negative before 1970.</param>
/// <param name="Nanoseconds">The nanoseconds to add, 0 to 999,999,999.</param>
public readonly record struct ReportTime(long Seconds, int Nanoseconds)
{
    /// <summary>
    /// Returns the time in UTC as in RFC 3339, such as <c>2024-05-01T12:30:00.25Z</c>, or as seconds since 1970 if its
    /// year is not one of 1 to 9999.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The nanoseconds are not in the range 0 to 999,999,999.</exception>
    public override string ToString()
    {
        Span<byte> text = stackalloc byte[ReportTimes.TextBytesMax];
        return System.Text.Encoding.ASCII.GetString(text[..ReportTimes.Write(this, text)]);
    }
}
