namespace Doppel.S3;

/// <summary>
/// Follows the server's clock when the local clock is wrong, which would otherwise make every request fail.
/// </summary>
internal sealed class ServerClock(TimeProvider time)
{
    // Servers allow a difference of 15 minutes. Differences below one minute are not worth a correction.
    private static readonly TimeSpan s_differenceMin = TimeSpan.FromMinutes(1);

    private long _offsetTicks;

    internal DateTimeOffset Now => time.GetUtcNow().AddTicks(Volatile.Read(ref _offsetTicks));

    /// <summary>Adopts the server's time if it differs from the local time.</summary>
    /// <param name="server">The value of the response's <c>Date</c> header.</param>
    /// <returns>Whether the clock was corrected.</returns>
    internal bool Correct(DateTimeOffset? server)
    {
        if (server is not { } there || (there - Now).Duration() < s_differenceMin)
        {
            return false;
        }

        Volatile.Write(ref _offsetTicks, (there - time.GetUtcNow()).Ticks);
        return true;
    }
}
