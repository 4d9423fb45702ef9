namespace Doppel.Testing;

/// <summary>A clock that stands still until it is advanced.</summary>
/// <remarks>Thread-safe. Timers are not made: code under test asks for the time, it does not wait for it.</remarks>
public sealed class VirtualClock : TimeProvider
{
    private static readonly DateTimeOffset s_start = new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private long _ticks;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>The time since the clock was made.</summary>
    public TimeSpan Elapsed => new(Interlocked.Read(ref _ticks));

    /// <summary>Lets time pass.</summary>
    public void Advance(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.Zero);
        Interlocked.Add(ref _ticks, time.Ticks);
    }

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => s_start + Elapsed;

    /// <inheritdoc/>
    public override long GetTimestamp() => Interlocked.Read(ref _ticks);

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        throw new NotSupportedException("A virtual clock has no timers.");
}
