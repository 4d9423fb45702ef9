using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Pools;

/// <summary>What a loop without a pool works on: some objects of each thread, each round another one.</summary>
/// <remarks>
/// The same loop takes a little more or less time on other memory, and which memory a pool gives is luck. With
/// several objects this luck is in the loop's interval. A thread makes its own, so that no two threads write to one
/// cache line.
/// </remarks>
internal sealed class Kept<T>(int threads, Func<T> create)
    where T : class
{
    // Where cells are not judged one will do: it may be a lot of memory.
    private readonly T?[][] _objects =
        [.. Enumerable.Range(0, threads).Select(_ => new T?[threads > Machine.Cores ? 1 : 4])];

    private readonly int[] _rounds = new int[threads];

    public T Next(int thread)
    {
        T?[] own = _objects[thread];
        return own[_rounds[thread]++ % own.Length] ??= create();
    }
}
