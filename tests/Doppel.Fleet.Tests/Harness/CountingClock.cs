namespace Doppel.Fleet.Tests;

/// <summary>Counts how often the time was asked for: once for a step, and once for each failure.</summary>
internal sealed class CountingClock : TimeProvider
{
    private int _asked;

    internal int Asked => _asked;

    public override long GetTimestamp()
    {
        Interlocked.Increment(ref _asked);
        return base.GetTimestamp();
    }
}
