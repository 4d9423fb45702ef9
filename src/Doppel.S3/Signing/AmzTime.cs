using System.Text;
using Doppel.Pooling;

namespace Doppel.S3.Signing;

/// <summary>Times as signatures have them: <c>20130524T000000Z</c>, always UTC.</summary>
public static class AmzTime
{
    /// <summary>Characters of a time.</summary>
    public const int TimeLength = 16;

    /// <summary>Characters of a day, which are the first of a time.</summary>
    public const int DayLength = 8;

    /// <summary>A time for the header <c>x-amz-date</c>.</summary>
    /// <param name="time">Parts of a second do not count.</param>
    public static string Format(DateTimeOffset time) =>
        string.Create(TimeLength, time.UtcDateTime, static (text, utc) => Write(utc, text));

    /// <summary>Writes a time into 16 characters.</summary>
    internal static void Write(DateTime utc, Span<char> text)
    {
        Span<byte> ascii = stackalloc byte[TimeLength];
        Write(utc, ascii);
        Encoding.Latin1.GetChars(ascii, text);
    }

    /// <summary>Writes a time.</summary>
    internal static void AppendTime(DateTime utc, ref Utf8Builder destination)
    {
        Write(utc, destination.GetSpan(TimeLength));
        destination.Advance(TimeLength);
    }

    /// <summary>Writes the day of a time.</summary>
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
