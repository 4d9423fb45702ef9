using System.Buffers;
using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Kernels.Lists;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>Rent and return by a <c>using</c>, which no way out of the block can miss.</summary>
internal static class Usings
{
    public const string SeedName = "the talk's RentedListWrapper";

    public const string MemoryPoolName = "MemoryPool.Shared";

    /// <summary>The framework's: an owner is a new object each time.</summary>
    public static long MemoryPool(int size, long operations)
    {
        for (long i = 0; i < operations; i++)
        {
            OneOwner(size, (int)i);
        }

        return operations;
    }

    /// <summary>Ours, which notices a second end and a use after the end.</summary>
    public static long BufferLease(int size, long operations)
    {
        for (long i = 0; i < operations; i++)
        {
            OneBufferLease(size, (int)i);
        }

        return operations;
    }

    /// <summary>The talk's, which does not notice that a copy was ended too.</summary>
    public static long SeedList(long operations)
    {
        long count = 0;
        for (long i = 0; i < operations; i++)
        {
            count += OneSeedList();
        }

        return count;
    }

    /// <summary>Ours, which notices a second end and a use after the end.</summary>
    public static long ListLease(long operations)
    {
        long count = 0;
        for (long i = 0; i < operations; i++)
        {
            count += OneListLease();
        }

        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OneOwner(int size, int value)
    {
        using IMemoryOwner<int> owner = MemoryPool<int>.Shared.Rent(size);
        owner.Memory.Span[0] = value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OneBufferLease(int size, int value)
    {
        using BufferLease<int> lease = BufferPool<int>.Shared.Lease(size);
        lease.Span[0] = value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int OneSeedList()
    {
        using SeedRentedList<int> list = SeedListPool<int>.Shared.RentWrapped();
        return list.List.Count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int OneListLease()
    {
        using Lease<List<int>> lease = ListPool<int>.Shared.Lease();
        return lease.Value.Count;
    }
}
