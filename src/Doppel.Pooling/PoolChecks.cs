namespace Doppel.Pooling;

/// <summary>
/// What a pool checks about those who use it. Each costs time and memory; by default nothing is checked.
/// </summary>
[Flags]
public enum PoolChecks
{
    /// <summary>Only what leases find by themselves.</summary>
    None = 0,

    /// <summary>
    /// Remembers who rented each item and where: returning twice or what was not rented here throws, and what was never
    /// returned is reported when the collector finds it (<see cref="PoolReports"/>).
    /// </summary>
    Leaks = 1,

    /// <summary>
    /// Fills what comes back with a pattern and reports, when it is rented next, if somebody wrote there since.
    /// </summary>
    Poison = 2,

    /// <summary>Everything.</summary>
    All = Leaks | Poison,
}
