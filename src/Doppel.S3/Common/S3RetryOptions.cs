namespace Doppel.S3;

/// <summary>How often requests are retried, and how long the client waits between attempts.</summary>
/// <remarks>
/// Delays grow with decorrelated jitter: each is random between <see cref="DelayMin"/> and three times the previous
/// delay. All requests of a client share a retry budget, so that retries do not multiply the load on a failing server:
/// a retry costs 5, and a request that succeeds on the first attempt restores 1. When the budget is exhausted, errors
/// are reported immediately.
/// </remarks>
public sealed record S3RetryOptions
{
    /// <summary>The maximum number of times a request is sent, from 1 to 100. Default: 5.</summary>
    public int AttemptsMax { get; init; } = 5;

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

    internal void Validate()
    {
        S3ClientOptions.InRange(AttemptsMax, 1, 100, nameof(AttemptsMax));
        S3ClientOptions.InRange(DelayMin, TimeSpan.Zero, TimeSpan.FromHours(1), nameof(DelayMin));
        S3ClientOptions.InRange(DelayMax, DelayMin, TimeSpan.FromHours(1), nameof(DelayMax));
        S3ClientOptions.InRange(Budget, 0, 1_000_000, nameof(Budget));
    }
}
