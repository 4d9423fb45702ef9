namespace Doppel.S3.Http;

/// <summary>What all requests of a client may spend on retries. Thread-safe.</summary>
internal sealed class RetryBudget
{
    private const int RetryCost = 5;

    private readonly int _most;
    private int _left;

    internal RetryBudget(int most)
    {
        _most = most;
        _left = most;
    }

    /// <summary>Takes what a retry costs.</summary>
    /// <returns>False if not so much is left.</returns>
    internal bool TryTake()
    {
        if (Interlocked.Add(ref _left, -RetryCost) >= 0)
        {
            return true;
        }

        Interlocked.Add(ref _left, RetryCost);
        return false;
    }

    /// <summary>A request succeeded at once.</summary>
    internal void Refill() => Give(1);

    /// <summary>A retry succeeded: what it cost comes back.</summary>
    internal void Return() => Give(RetryCost);

    private void Give(int amount)
    {
        if (Volatile.Read(ref _left) + amount <= _most)
        {
            Interlocked.Add(ref _left, amount);
        }
    }
}
