using System.Buffers;
using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Pools;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Arrays;

/// <summary>What becomes of a pool's arrays when the last reference to the pool goes, or when it is disposed.</summary>
internal static class DropSection
{
    private const int Count = 50;

    public static void Run(SuiteRun run)
    {
        run.Log("dropped pools");
        var table = new ResultTable($"Held by a pool of {Count} arrays that is dropped",
            new Column("pool"), new Column("array"), new Column("before"), new Column("after a gen 0 collection"),
            new Column("after gen 1"), new Column("after gen 2"), new Column("after another gen 2"));
        foreach (int length in new[] { 256, 256 * 1024 })
        {
            Add(table, "ArrayPool.Create(), forgotten", length, FillCreated, PoolEnd.Forgotten);
            Add(table, "ArrayPool.Shared, cannot be forgotten", length, FillShared, PoolEnd.Forgotten);
            Add(table, "BufferPool (ours), forgotten", length, FillOurs, PoolEnd.Forgotten);
            Add(table, "BufferPool (ours), disposed", length, FillOurs, PoolEnd.Disposed);
        }

        run.Add(table.AddFootnote(
            "Before is after two full collections with the pool alive, so the arrays are old by then, as those "
            + "of a pool in use are: only a gen 2 collection takes old or large ones. Finalizers run between the "
            + "collections."));
    }

    private enum PoolEnd
    {
        Forgotten,
        Disposed,
    }

    private static void Add(
        ResultTable table, string name, int length, Func<int, AliveBytes, object> fill, PoolEnd end)
    {
        var alive = new AliveBytes();
        string before = Filled(length, alive, fill, end);
        List<string> after = [];
        foreach (int generation in new[] { 0, 1, 2, 2 })
        {
            GC.Collect(generation, GCCollectionMode.Forced, blocking: true);
            after.Add(Figures.Bytes(alive.Count()));
            GC.WaitForPendingFinalizers();
        }

        table.AddRow([name, Figures.Bytes(length * 4L), before, .. after]);
    }

    // Not inlined, so that no register of the caller still points to the pool.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string Filled(int length, AliveBytes alive, Func<int, AliveBytes, object> fill, PoolEnd end)
    {
        object pool = fill(length, alive);
        // Each one moves what survives a generation on.
        AliveBytes.Collect();
        string held = Figures.Bytes(alive.Count());
        if (end == PoolEnd.Disposed)
        {
            ((IDisposable)pool).Dispose();
        }

        GC.KeepAlive(pool);
        return held;
    }

    private static ArrayPool<int> FillCreated(int length, AliveBytes alive)
    {
        var pool = ArrayPool<int>.Create();
        Fill(() => pool.Rent(length), array => pool.Return(array), alive);
        return pool;
    }

    private static ArrayPool<int> FillShared(int length, AliveBytes alive)
    {
        Fill(() => ArrayPool<int>.Shared.Rent(length), array => ArrayPool<int>.Shared.Return(array), alive);
        return ArrayPool<int>.Shared;
    }

    private static BufferPool<int> FillOurs(int length, AliveBytes alive)
    {
        var pool = new BufferPool<int>();
        Fill(() => pool.Rent(length), array => pool.Return(ref array!), alive);
        return pool;
    }

    private static void Fill(Func<int[]> rent, Action<int[]> giveBack, AliveBytes alive)
    {
        int[][] arrays = [.. Enumerable.Range(0, Count).Select(_ => rent())];
        foreach (int[] array in arrays)
        {
            alive.See(array, array.Length * (long)sizeof(int));
            giveBack(array);
        }
    }
}
