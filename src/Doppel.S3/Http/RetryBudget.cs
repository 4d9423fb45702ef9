namespace Doppel.S3;

/// <summary>The retry budget that all requests of a client share. Thread-safe.</summary>
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

    /// <summary>Takes the cost of a retry.</summary>
    /// <returns>False if the budget is insufficient.</returns>
    internal bool TryTake()
    {
        if (Interlocked.Add(ref _left, -RetryCost) >= 0)
        {
            return true;
        }

        Interlocked.Add(ref _left, RetryCost);
        return false;
    }

    /// <summary>Restores a small amount after a request succeeded on the first attempt.</summary>
    internal void Refill() => Give(1);

    /// <summary>Restores the cost of a retry after it succeeded.</summary>
    internal void Return() => Give(RetryCost);

    private void Give(int amount)
    {
        if (Volatile.Read(ref _left) + amount <= _most)
        {
            Interlocked.Add(ref _left, amount);
        }
    }
}
