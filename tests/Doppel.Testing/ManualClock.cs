namespace Doppel.Testing;

/// <summary>A clock that stands still until it is advanced, and whose timers then fire in their order.</summary>
/// <remarks>
/// Thread-safe. Timers fire on the thread that advances the clock, each at its own moment: <see cref="GetTimestamp"/>
/// says then when it was due. Two threads that advance do so one after the other.
/// </remarks>
public sealed class ManualClock : TimeProvider
{
    private static readonly DateTimeOffset s_start = new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly Lock _advancing = new();
    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private long _ticks;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Timers that will fire some time.</summary>
    public int ActiveTimers
    {
        get
        {
            lock (_gate)
            {
                return _timers.Count(static timer => timer.Due != ManualTimer.Never);
            }
        }
    }

    /// <summary>Timers that will fire within this time.</summary>
    public int TimersWithin(TimeSpan time)
    {
        long end = GetTimestamp() + time.Ticks;
        lock (_gate)
        {
            return _timers.Count(timer => timer.Due <= end);
        }
    }

    /// <summary>Timers that were made and not disposed.</summary>
    public int Timers
    {
        get
        {
            lock (_gate)
            {
                return _timers.Count;
            }
        }
    }

    /// <summary>Lets time pass; what is due meanwhile fires before this returns.</summary>
    public void Advance(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.Zero);
        lock (_advancing)
        {
            long end = GetTimestamp() + time.Ticks;
            while (TakeDue(end) is { } timer)
            {
                timer.Fire();
            }

            Volatile.Write(ref _ticks, end);
        }
    }

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => s_start + new TimeSpan(GetTimestamp());

    /// <inheritdoc/>
    public override long GetTimestamp() => Volatile.Read(ref _ticks);

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        lock (_gate)
        {
            _timers.Add(timer);
        }

        timer.Change(dueTime, period);
        return timer;
    }

    internal void Set(ManualTimer timer, long due, long period)
    {
        lock (_gate)
        {
            timer.Due = due;
            timer.Period = period;
        }
    }

    internal void Forget(ManualTimer timer)
    {
        lock (_gate)
        {
            timer.Due = ManualTimer.Never;
            _timers.Remove(timer);
        }
    }

    // The earliest timer that is due by then; the time is its moment afterwards.
    private ManualTimer? TakeDue(long end)
    {
        lock (_gate)
        {
            ManualTimer? first = null;
            foreach (ManualTimer timer in _timers)
            {
                if (timer.Due <= end && (first is null || timer.Due < first.Due))
                {
                    first = timer;
                }
            }

            if (first is not null)
            {
                Volatile.Write(ref _ticks, Math.Max(_ticks, first.Due));
                first.Due = first.Period > 0 ? first.Due + first.Period : ManualTimer.Never;
            }

            return first;
        }
    }
}
