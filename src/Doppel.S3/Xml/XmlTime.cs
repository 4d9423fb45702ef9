using System.Globalization;

namespace Doppel.S3;

/// <summary>
/// Parses times in responses: <c>2009-10-12T17:50:30.000Z</c> (RFC 3339), with any number of fractional digits or none.
/// </summary>
internal static class XmlTime
{
    // DateTime.TryParseExact takes four times as long: 0.3 µs more for each key of a list, which takes 3.6 in all, and
    // 20 lines less, since it knows neither leap seconds, nor more than 7 digits, nor zones beyond 14 hours.
    private const int WholeLength = 19;

    /// <summary>Parses a time. Fractions below 100 ns are ignored.</summary>
    internal static bool TryParse(ReadOnlySpan<byte> text, out DateTimeOffset time)
    {
        time = default;
        bool isShaped = text.Length > WholeLength && text[4] == '-' && text[7] == '-' && text[10] == 'T'
            && text[13] == ':' && text[16] == ':';
        if (!isShaped
            || !TryNumber(text.Slice(0, 4), out int year) || !TryNumber(text.Slice(5, 2), out int month)
            || !TryNumber(text.Slice(8, 2), out int day) || !TryNumber(text.Slice(11, 2), out int hour)
            || !TryNumber(text.Slice(14, 2), out int minute) || !TryNumber(text.Slice(17, 2), out int second)
            || !TryFraction(text.Slice(WholeLength), out long ticks, out int length)
            || !TryZone(text.Slice(WholeLength + length), out TimeSpan zone))
        {
            return false;
        }

        bool isInRange = year >= 1 && month is >= 1 and <= 12 && day >= 1 && day <= DateTime.DaysInMonth(year, month)
            && hour <= 23 && minute <= 59 && second <= 60;
        if (!isInRange)
        {
            return false;
        }

        // .NET has no leap seconds, so a leap second becomes the last second of its minute.
        DateTime utc = new(year, month, day, hour, minute, Math.Min(second, 59), DateTimeKind.Utc);
        long all = utc.Ticks + ticks - zone.Ticks;
        if (all < DateTime.MinValue.Ticks || all > DateTime.MaxValue.Ticks)
        {
            return false;
        }

        time = new DateTimeOffset(all, TimeSpan.Zero);
        return true;
    }

    private static bool TryFraction(ReadOnlySpan<byte> text, out long ticks, out int length)
    {
        ticks = 0;
        length = 0;
        if (text is not [(byte)'.', ..])
        {
            return true;
        }

        length = 1;
        long unit = TimeSpan.TicksPerSecond;
        while (length < text.Length && char.IsAsciiDigit((char)text[length]))
        {
            unit /= 10;
            ticks += (text[length] - '0') * unit;
            length++;
        }

        return length > 1;
    }

    private static bool TryZone(ReadOnlySpan<byte> text, out TimeSpan zone)
    {
        zone = TimeSpan.Zero;
        if (text is [(byte)'Z'])
        {
            return true;
        }

        if (text is not [(byte)'+' or (byte)'-', _, _, (byte)':', _, _]
            || !TryNumber(text.Slice(1, 2), out int hours) || !TryNumber(text.Slice(4, 2), out int minutes)
            || hours > 23 || minutes > 59)
        {
            return false;
        }

        zone = new TimeSpan(hours, minutes, 0) * (text[0] == '-' ? -1 : 1);
        return true;
    }

    private static bool TryNumber(ReadOnlySpan<byte> digits, out int value) =>
        int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out value);
}
