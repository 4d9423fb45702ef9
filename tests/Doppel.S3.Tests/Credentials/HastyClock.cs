namespace Doppel.S3.Tests.Credentials;

/// <summary>A clock that stands still, for which pauses are over at once and time limits never come.</summary>
internal sealed class HastyClock : TimeProvider
{
    private static readonly TimeSpan s_pauseMax = TimeSpan.FromMilliseconds(900);

    public override DateTimeOffset GetUtcNow() => new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        TimeSpan due = dueTime < s_pauseMax && dueTime >= TimeSpan.Zero ? TimeSpan.Zero : Timeout.InfiniteTimeSpan;
        return System.CreateTimer(callback, state, due, Timeout.InfiniteTimeSpan);
    }
}
