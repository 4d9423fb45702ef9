using System.Globalization;

namespace Doppel.S3.Transfer;

/// <summary>
/// The modification time of a file as metadata of its object: <c>x-amz-meta-mtime</c>, in seconds since 1970 with a
/// fraction, which rclone writes and reads too.
/// </summary>
internal static class ModifiedTime
{
    /// <summary>The name of the metadata.</summary>
    internal const string Name = "mtime";

    /// <summary>Formats a time as, for example, <c>1700000000.1234567</c>.</summary>
    internal static string Format(DateTime time)
    {
        long ticks = (time.ToUniversalTime() - DateTime.UnixEpoch).Ticks;
        decimal seconds = (decimal)ticks / TimeSpan.TicksPerSecond;
        return seconds.ToString("0.#######", CultureInfo.InvariantCulture);
    }

    /// <summary>Parses such a time.</summary>
    /// <returns>The time in UTC, to 100 ns; null if the text is missing or no time that a file can have.</returns>
    internal static DateTime? Parse(string? text)
    {
        const NumberStyles Plain = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint;
        bool isNumber = decimal.TryParse(text, Plain, CultureInfo.InvariantCulture, out decimal seconds);
        decimal least = (decimal)(DateTime.MinValue - DateTime.UnixEpoch).TotalSeconds + 1;
        decimal most = (decimal)(DateTime.MaxValue - DateTime.UnixEpoch).TotalSeconds - 1;
        return isNumber && seconds >= least && seconds <= most
            ? DateTime.UnixEpoch.AddTicks((long)(seconds * TimeSpan.TicksPerSecond))
            : null;
    }
}
