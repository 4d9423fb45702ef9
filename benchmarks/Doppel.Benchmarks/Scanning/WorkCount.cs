namespace Doppel.Benchmarks.Scanning;

/// <summary>Counts who is at work at once, and keeps the largest count. Thread-safe.</summary>
internal sealed class WorkCount
{
    private int _now;
    private int _max;

    public int Max => Volatile.Read(ref _max);

    public void Enter()
    {
        int now = Interlocked.Increment(ref _now);
        int max = Volatile.Read(ref _max);
        while (now > max)
        {
            int seen = Interlocked.CompareExchange(ref _max, now, max);
            if (seen == max)
            {
                return;
            }

            max = seen;
        }
    }

    public void Leave() => Interlocked.Decrement(ref _now);
}
