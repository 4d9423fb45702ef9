namespace Doppel.App;

/// <summary>The open roots of a search.</summary>
/// <param name="Resolved">The roots on disks, in saved volumes and in buckets.</param>
/// <param name="Saved">The saved volumes.</param>
/// <param name="Buckets">The buckets.</param>
internal sealed record OpenRoots(ResolvedRoots Resolved, SavedRoots Saved, BucketRoots Buckets) : IDisposable
{
    /// <summary>Gets what may be requested of buckets, and what was left of it.</summary>
    internal BucketBudget Budget => Buckets.Budget;

    /// <summary>Closes the saved volumes.</summary>
    public void Dispose() => Saved.Dispose();
}
