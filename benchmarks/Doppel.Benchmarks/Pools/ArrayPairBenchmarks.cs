using System.Buffers;
using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Pools;

/// <summary>One array rented, touched and returned, in the words of a program.</summary>
public class ArrayPairBenchmarks
{
    private static readonly ArrayPool<int> s_created = ArrayPool<int>.Create();

    [ThreadStatic]
    private static int[]? s_slot;

    private DefaultObjectPool<int[]> _microsoft = null!;

    /// <summary>Which lengths are measured; set before.</summary>
    internal static int[] Sizes { get; set; } = PoolSet.Sizes(isShort: true);

    /// <summary>Elements asked for.</summary>
    [ParamsSource(nameof(AllSizes))]
    public int Size { get; set; }

    /// <summary>For BenchmarkDotNet.</summary>
    public static IEnumerable<int> AllSizes => Sizes;

    /// <summary>Before each cell.</summary>
    [GlobalSetup]
    public void SetUp()
    {
        s_slot = new int[ArrayRivals.Rounded(Size)];
        _microsoft = new DefaultObjectPool<int[]>(new ArrayPolicy(ArrayRivals.Rounded(Size)));
    }

    /// <summary>As little as a pool of one array for one thread can do.</summary>
    [Benchmark]
    [Contestant("thread-static slot (floor)", Role.Reference)]
    public void Slot()
    {
        int[] array = s_slot is { } idle && idle.Length >= Size ? idle : new int[ArrayRivals.Rounded(Size)];
        s_slot = null;
        array[0] = Size;
        s_slot = array;
    }

    [Benchmark]
    [Contestant("ArrayPool.Shared")]
    public void Shared()
    {
        int[] array = ArrayPool<int>.Shared.Rent(Size);
        array[0] = Size;
        ArrayPool<int>.Shared.Return(array);
    }

    [Benchmark]
    [Contestant("ArrayPool.Create()")]
    public void Created()
    {
        int[] array = s_created.Rent(Size);
        array[0] = Size;
        s_created.Return(array);
    }

    [Benchmark]
    [Contestant(PlainObjects.MicrosoftName)]
    public void Microsoft()
    {
        int[] array = _microsoft.Get();
        array[0] = Size;
        _microsoft.Return(array);
    }

    [Benchmark]
    [Contestant(ArrayRivals.Ours, Role.Ours)]
    public void Doppel()
    {
        int[]? array = BufferPool<int>.Shared.Rent(Size);
        array[0] = Size;
        BufferPool<int>.Shared.Return(ref array);
    }

    [Benchmark]
    [Contestant(Usings.MemoryPoolName)]
    public void UsingMemoryPool()
    {
        using IMemoryOwner<int> owner = MemoryPool<int>.Shared.Rent(Size);
        owner.Memory.Span[0] = Size;
    }

    [Benchmark]
    [Contestant(ArrayRivals.OursLease, Role.Ours)]
    public void UsingDoppel()
    {
        using BufferLease<int> lease = BufferPool<int>.Shared.Lease(Size);
        lease.Span[0] = Size;
    }

    private sealed class ArrayPolicy(int length) : IPooledObjectPolicy<int[]>
    {
        public int[] Create() => new int[length];

        public bool Return(int[] obj) => true;
    }
}
