namespace Doppel.S3.Http;

/// <summary>The time as the server has it: a clock that goes wrong here must not make every request fail.</summary>
internal sealed class ServerClock(TimeProvider time)
{
    // Servers allow 15 minutes; what is below a minute is not worth a change.
    private static readonly TimeSpan s_differenceMin = TimeSpan.FromMinutes(1);

    private long _offsetTicks;

    internal DateTimeOffset Now => time.GetUtcNow().AddTicks(Volatile.Read(ref _offsetTicks));

    /// <summary>Goes by the server's clock from now on, if it shows another time.</summary>
    /// <param name="server">The header <c>Date</c> of an answer.</param>
    /// <returns>Whether it does.</returns>
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
