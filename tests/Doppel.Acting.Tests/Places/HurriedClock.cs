namespace Doppel.Acting.Tests;

/// <summary>A clock whose timers fire at once, as if their time had passed.</summary>
internal sealed class HurriedClock : TimeProvider
{
    /// <summary>Called with the time that passes, before a timer fires.</summary>
    public Action<TimeSpan> OnPassed { get; set; } = static _ => { };

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        OnPassed(dueTime);
        return base.CreateTimer(callback, state, TimeSpan.Zero, period);
    }
}
