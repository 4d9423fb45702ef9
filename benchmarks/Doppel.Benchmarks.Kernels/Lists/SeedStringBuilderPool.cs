using System.Collections.Concurrent;
using System.Text;

namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>
/// The talk's pool of string builders, built like its pool of lists; the variable is not cleared on return.
/// </summary>
internal sealed class SeedStringBuilderPool
{
    private const int CountMax = 32;

    [ThreadStatic]
    private static StringBuilder?[]? s_slot;

    private readonly ConcurrentBag<StringBuilder> _bag = [];
    private int _countInBag;

    public static SeedStringBuilderPool Shared { get; } = new();

    private static StringBuilder?[] Slot => s_slot ??= new StringBuilder?[1];

    public StringBuilder Rent()
    {
        StringBuilder?[] slot = Slot;
        StringBuilder? builder = slot[0];
        if (builder is not null)
        {
            slot[0] = null;
            return builder;
        }

        if (_countInBag > 0 && _bag.TryTake(out builder))
        {
            Interlocked.Decrement(ref _countInBag);
            return builder;
        }

        return new StringBuilder();
    }

    public void Return(StringBuilder? builder)
    {
        if (builder is null || _countInBag >= CountMax)
        {
            return;
        }

        builder.Clear();
        StringBuilder?[] slot = Slot;
        if (slot[0] is null)
        {
            slot[0] = builder;
        }
        else if (_countInBag < CountMax)
        {
            Interlocked.Increment(ref _countInBag);
            _bag.Add(builder);
        }
    }
}
