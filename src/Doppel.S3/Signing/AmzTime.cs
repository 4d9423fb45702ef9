using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Formats times as signatures require: <c>20130524T000000Z</c>, always in UTC.</summary>
internal static class AmzTime
{
    /// <summary>The number of characters in a time.</summary>
    public const int TimeLength = 16;

    /// <summary>The number of characters in a date, which is the prefix of a time.</summary>
    public const int DayLength = 8;

    /// <summary>Formats a time for the <c>x-amz-date</c> header.</summary>
    /// <param name="time">The time. Fractions of a second are ignored.</param>
    /// <returns>The formatted time.</returns>
    public static string Format(DateTimeOffset time) =>
        string.Create(TimeLength, time.UtcDateTime, static (text, utc) => Write(utc, text));

    /// <summary>Writes a time as 16 characters.</summary>
    internal static void Write(DateTime utc, Span<char> text)
    {
        Span<byte> ascii = stackalloc byte[TimeLength];
        Write(utc, ascii);
        Encoding.Latin1.GetChars(ascii, text);
    }

    /// <summary>Appends a time.</summary>
    internal static void AppendTime(DateTime utc, ref Utf8Builder destination)
    {
        Write(utc, destination.GetSpan(TimeLength));
        destination.Advance(TimeLength);
    }

    /// <summary>Appends the date of a time.</summary>
    internal static void AppendDay(DateTime utc, ref Utf8Builder destination)
    {
        Write(utc, destination.GetSpan(TimeLength));
        destination.Advance(DayLength);
    }

    private static void Write(DateTime utc, Span<byte> ascii)
    {
        (int year, int month, int day) = utc;
        Pair(year / 100, ascii);
        Pair(year % 100, ascii.Slice(2));
        Pair(month, ascii.Slice(4));
        Pair(day, ascii.Slice(6));
        ascii[8] = (byte)'T';
        Pair(utc.Hour, ascii.Slice(9));
        Pair(utc.Minute, ascii.Slice(11));
        Pair(utc.Second, ascii.Slice(13));
        ascii[15] = (byte)'Z';
    }

    private static void Pair(int value, Span<byte> ascii)
    {
        ascii[1] = (byte)('0' + (value % 10));
        ascii[0] = (byte)('0' + (value / 10));
    }
}
