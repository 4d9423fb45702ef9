namespace Doppel.S3;

/// <summary>How long requests are retried, and how long the client waits between attempts.</summary>
/// <remarks>
/// <para>Delays double from <see cref="DelayMin"/> to <see cref="DelayMax"/>, with jitter. While a server cannot be
/// reached, does not answer or reports that it is overloaded, all requests to it wait together, and only one of them is
/// sent at a time, about every 5 seconds in the end. They continue as soon as it answers. A server that has refused
/// requests because there were too many (503, 429) then gets them more slowly.</para>
/// <para>All requests of a client share a retry budget for failures while the server works, so that retries do not
/// multiply the load: a retry costs 5, and a request that succeeds on the first attempt restores 1. When the budget is
/// exhausted, errors are reported immediately.</para>
/// </remarks>
public sealed record S3RetryOptions
{
    /// <summary>
    /// How long a request is retried, from its first attempt, and how long an outage of the server may last, from 0 to
    /// one day. No attempt is made that would end later if it took as long as the last one, but one retry is always
    /// made. 0 disables retries. Default: 60 seconds.
    /// </summary>
    public TimeSpan TimeMax { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The maximum number of times a request is sent, from 1 to 1,000,000. Default: 1,000.</summary>
    public int AttemptsMax { get; init; } = 1000;

    /// <summary>The minimum delay, from 0 to one hour. Default: 50 ms.</summary>
    public TimeSpan DelayMin { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>
    /// The maximum delay, even if a server asks for a longer one. At most one hour. Default: 20 seconds.
    /// </summary>
    public TimeSpan DelayMax { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>
    /// The retry budget that all requests of a client share, from 0 to 1,000,000. Default: 500.
    /// </summary>
    public int Budget { get; init; } = 500;

    /// <summary>
    /// Receives each failed attempt to reach a server that does not work, and the end of the outage. It is called from
    /// any thread, one call at a time for each host, and must return quickly. Default: none.
    /// </summary>
    public IProgress<S3Outage>? Outages { get; init; }

    internal bool AreNone => AttemptsMax == 1 || TimeMax == TimeSpan.Zero;

    internal void Validate()
    {
        S3ClientOptions.InRange(TimeMax, TimeSpan.Zero, TimeSpan.FromDays(1), nameof(TimeMax));
        S3ClientOptions.InRange(AttemptsMax, 1, 1_000_000, nameof(AttemptsMax));
        S3ClientOptions.InRange(DelayMin, TimeSpan.Zero, TimeSpan.FromHours(1), nameof(DelayMin));
        S3ClientOptions.InRange(DelayMax, DelayMin, TimeSpan.FromHours(1), nameof(DelayMax));
        S3ClientOptions.InRange(Budget, 0, 1_000_000, nameof(Budget));
    }
}

/// <summary>The state of a server that does not work, or works again.</summary>
/// <param name="Elapsed">The time since the first request that failed was sent.</param>
/// <param name="Failure">The latest failure, or null if the server works again.</param>
public readonly record struct S3Outage(TimeSpan Elapsed, S3Exception? Failure);
