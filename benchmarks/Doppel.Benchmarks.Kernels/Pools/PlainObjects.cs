using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>Pools of an object that needs no cleaning: what is left is the pool alone.</summary>
internal static class PlainObjects
{
    public const string MicrosoftName = "Microsoft.Extensions.ObjectPool";

    public const string OursName = "ObjectPool (ours)";

    private static readonly DefaultObjectPool<object> s_microsoft = new(new MicrosoftPolicy());
    private static readonly Doppel.Pooling.ObjectPool<object> s_ours = new(new OurPolicy());

    /// <summary>Rents and returns so many times.</summary>
    public static long Microsoft(long operations)
    {
        for (long i = 0; i < operations; i++)
        {
            MicrosoftPair();
        }

        return operations;
    }

    /// <summary>Rents and returns so many times.</summary>
    public static long Doppel(long operations)
    {
        for (long i = 0; i < operations; i++)
        {
            OurPair();
        }

        return operations;
    }

    /// <summary>One.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void MicrosoftPair()
    {
        object item = s_microsoft.Get();
        s_microsoft.Return(item);
    }

    /// <summary>One.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void OurPair()
    {
        object? item = s_ours.Rent();
        s_ours.Return(ref item);
    }

    private sealed class MicrosoftPolicy : IPooledObjectPolicy<object>
    {
        public object Create() => new();

        public bool Return(object obj) => true;
    }

    private sealed class OurPolicy : PoolPolicy<object>
    {
        public override object Create() => new();

        public override long Reset(object item) => 24;
    }
}
