namespace Doppel.Pooling;

/// <summary>
/// Specifies what a pool checks about its callers. Each check costs time and memory. By default, nothing is checked.
/// </summary>
[Flags]
public enum PoolChecks
{
    /// <summary>No checks other than those built into leases.</summary>
    None = 0,

    /// <summary>
    /// Records who rented each item and where. Returning an item twice, or one that this pool did not lend, throws. An
    /// item that was never returned is reported when the garbage collector finds it (<see cref="PoolReports"/>).
    /// </summary>
    Leaks = 1,

    /// <summary>
    /// Fills returned items with a pattern. If the pattern has been overwritten when an item is next rented, reports
    /// it.
    /// </summary>
    Poison = 2,

    /// <summary>All checks.</summary>
    All = Leaks | Poison,
}
