namespace Doppel.Pooling.Tests.Support;

internal static class ClockExtensions
{
    /// <summary>Lets what is idle now go: the idle time and a fifth of it pass.</summary>
    internal static void PassIdleTime(this ManualClock clock) => clock.Advance(Pools.IdleTime * 1.2);
}
