namespace Doppel.S3.Tests;

/// <summary>What code allocates when it is warm.</summary>
internal static class AllocatedBytes
{
    /// <summary>The least of ten runs, on this thread.</summary>
    public static long Least(Action action)
    {
        long least = long.MaxValue;
        for (int round = 0; round < 10; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
