using System.Globalization;

namespace Doppel.S3;

/// <summary>The formats of times in signatures: <c>20130524T000000Z</c>, always in UTC.</summary>
internal static class AmzTime
{
    /// <summary>The format of a date and time.</summary>
    internal const string Time = "yyyyMMdd'T'HHmmss'Z'";

    /// <summary>The format of a date, which is the prefix of a time.</summary>
    internal const string Day = "yyyyMMdd";

    /// <summary>The number of characters in a time.</summary>
    internal const int TimeLength = 16;

    /// <summary>Formats a time for the <c>x-amz-date</c> header.</summary>
    /// <param name="time">The time. Fractions of a second are ignored.</param>
    /// <returns>The formatted time.</returns>
    internal static string Format(DateTimeOffset time) =>
        time.UtcDateTime.ToString(Time, CultureInfo.InvariantCulture);
}
