namespace Doppel.Benchmarks.Pools;

/// <summary>A pool whose held memory is watched; speed does not matter here.</summary>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="Bound">What limits the memory that it keeps, in words.</param>
/// <param name="Rent">Gives an object of that many items and touches all of it, so that its memory is really
/// there.</param>
/// <param name="Bytes">How large an object is.</param>
/// <param name="Return">Takes it back.</param>
internal sealed record Lender(
    string Name, string Bound, Func<int, object> Rent, Func<object, long> Bytes, Action<object> Return)
{
    /// <summary>What is to be done before the pool is forgotten.</summary>
    public Action? Close { get; init; }
}
