namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>
/// The talk's wrapper for a <c>using</c>: a struct that may change, always returned to the shared pool.
/// </summary>
internal struct SeedRentedList<T>(List<T> rented) : IDisposable
{
    private List<T>? _rented = rented;

    public readonly List<T> List => _rented ?? [];

    public void Dispose() => SeedListPool<T>.Shared.Return(ref _rented);
}
