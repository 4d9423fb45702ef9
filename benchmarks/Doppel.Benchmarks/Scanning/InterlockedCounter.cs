namespace Doppel.Benchmarks.Scanning;

/// <summary>The talk's InterlockedInt.</summary>
internal sealed class InterlockedCounter(int initialValue)
{
    private int _value = initialValue;

    public int Increment() => Interlocked.Increment(ref _value);

    public int Decrement() => Interlocked.Decrement(ref _value);
}
