using Doppel.Pooling;

namespace Doppel.Catalog;

/// <summary>Decides which facts are too old to be kept. Not thread-safe.</summary>
internal sealed class Retention
{
    private const int Bins = 1 << 16;

    private readonly uint _oldest;
    private long _restOfOldest;

    private Retention(uint oldest, long restOfOldest) => (_oldest, _restOfOldest) = (oldest, restOfOldest);

    /// <summary>Keeps the facts that were read last.</summary>
    /// <param name="scan">Passes the times of all facts to an action. It is called twice.</param>
    /// <param name="countMax">How many to keep.</param>
    /// <remarks>
    /// The exact time is found by two histograms of 65,536 bins: of the upper half of the times, then of the lower half
    /// of those that share the upper half with it.
    /// </remarks>
    internal static Retention Latest(Action<Action<uint>> scan, long countMax)
    {
        using var bins = new NativeBuffer<long>(Bins);
        bins.Span.Clear();
        scan(time => bins[(int)(time >> 16)]++);
        uint upper = (uint)LastBeyond(bins.Span, ref countMax);
        bins.Span.Clear();
        scan(time =>
        {
            if (time >> 16 == upper)
            {
                bins[(int)(time & (Bins - 1))]++;
            }
        });
        uint lower = (uint)LastBeyond(bins.Span, ref countMax);
        return new Retention((upper << 16) | lower, countMax);
    }

    /// <summary>Whether to keep the next fact, in any order.</summary>
    internal bool Keeps(uint readAt) => readAt > _oldest || (readAt == _oldest && _restOfOldest-- > 0);

    // The highest bin that no longer fits as a whole; the count is reduced by those above it.
    private static int LastBeyond(ReadOnlySpan<long> bins, ref long countMax)
    {
        for (int i = bins.Length - 1; i > 0; i--)
        {
            if (bins[i] > countMax)
            {
                return i;
            }

            countMax -= bins[i];
        }

        return 0;
    }
}
