namespace Doppel.Testing;

/// <summary>A timer of a <see cref="ManualClock"/>.</summary>
internal sealed class ManualTimer(ManualClock clock, TimerCallback callback, object? state) : ITimer
{
    internal const long Never = long.MaxValue;

    /// <summary>When it fires next, in ticks; guarded by the clock.</summary>
    internal long Due { get; set; } = Never;

    /// <summary>Ticks from then to the time after; 0 or less if there is none.</summary>
    internal long Period { get; set; }

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        bool isOff = dueTime == Timeout.InfiniteTimeSpan;
        clock.Set(this, isOff ? Never : clock.GetTimestamp() + dueTime.Ticks, period.Ticks);
        return true;
    }

    public void Dispose() => clock.Forget(this);

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    internal void Fire() => callback(state);
}
