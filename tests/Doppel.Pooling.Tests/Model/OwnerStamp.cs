namespace Doppel.Pooling.Tests.Model;

/// <summary>Eight bytes inside an item that say who has it.</summary>
/// <remarks>
/// Two owners at once always show: the first that leaves, or the one that came first, finds another value than its own.
/// Where the memory of new items is known, the second owner finds the first already when it enters.
/// </remarks>
internal static class OwnerStamp
{
    private const long Idle = 0;

    private static long s_last;

    /// <summary>Makes the caller the owner.</summary>
    /// <param name="place">The eight bytes.</param>
    /// <param name="isZeroAtFirst">Whether they are zero in a new item, and not what the memory held before.</param>
    internal static long Enter(ref long place, bool isZeroAtFirst)
    {
        long stamp = Interlocked.Increment(ref s_last);
        long before = Interlocked.Exchange(ref place, stamp);
        Assert.True(before == Idle || !isZeroAtFirst, $"Rented, and owner {before} has it still.");
        return stamp;
    }

    /// <summary>Ends the ownership, right before the item is returned.</summary>
    internal static void Leave(ref long place, long stamp)
    {
        long before = Interlocked.Exchange(ref place, Idle);
        Assert.True(before == stamp, $"{stamp} had it, and {before} was in it.");
    }
}
