namespace Doppel.Pooling.Tests.Model;

/// <summary>An item that somebody has now.</summary>
/// <param name="Item">The item.</param>
/// <param name="Lease">What gives it back; null if it was rented without.</param>
/// <param name="Stamp">What the owner wrote into it.</param>
internal readonly record struct Held<T>(T Item, IDisposable? Lease, long Stamp)
    where T : class;
