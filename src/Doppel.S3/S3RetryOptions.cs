namespace Doppel.S3;

/// <summary>How often a request is tried again, and how long it waits before.</summary>
/// <remarks>
/// Waits grow with decorrelated jitter: each is random between <see cref="DelayMin"/> and three times the one before.
/// All requests of a client share a budget, so that a server in trouble is not asked three times as often: a retry
/// takes 5 of it, an answer at the first try gives 1 back; with an empty budget errors are told at once.
/// </remarks>
public sealed record S3RetryOptions
{
    /// <summary>How often a request is sent at most, 1 to 100. Default: 5.</summary>
    public int AttemptsMax { get; init; } = 5;

    /// <summary>The shortest wait, from 0 to an hour. Default: 50 ms.</summary>
    public TimeSpan DelayMin { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>The longest wait, also where a server asks for more; up to an hour. Default: 20 seconds.</summary>
    public TimeSpan DelayMax { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>What all requests of a client together may spend on retries, 0 to 1,000,000. Default: 500.</summary>
    public int Budget { get; init; } = 500;

    internal void Validate()
    {
        S3ClientOptions.InRange(AttemptsMax, 1, 100, nameof(AttemptsMax));
        S3ClientOptions.InRange(DelayMin, TimeSpan.Zero, TimeSpan.FromHours(1), nameof(DelayMin));
        S3ClientOptions.InRange(DelayMax, DelayMin, TimeSpan.FromHours(1), nameof(DelayMax));
        S3ClientOptions.InRange(Budget, 0, 1_000_000, nameof(Budget));
    }
}
