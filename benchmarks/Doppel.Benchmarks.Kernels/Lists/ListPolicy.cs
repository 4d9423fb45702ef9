using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>How Microsoft.Extensions.ObjectPool makes a list and empties it.</summary>
internal sealed class ListPolicy<T> : IPooledObjectPolicy<List<T>>
{
    public List<T> Create() => [];

    public bool Return(List<T> obj)
    {
        obj.Clear();
        return true;
    }
}
