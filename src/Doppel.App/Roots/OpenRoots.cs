namespace Doppel.App;

/// <summary>The open roots of a search.</summary>
/// <param name="Resolved">The roots on disks, in saved volumes and in buckets.</param>
/// <param name="Saved">The saved volumes.</param>
/// <param name="Buckets">The buckets.</param>
/// <param name="Budget">What may be requested of buckets, and what was left of it.</param>
internal sealed record OpenRoots(
    ResolvedRoots Resolved, SavedRoots Saved, BucketRoots Buckets, BucketBudget Budget) : IDisposable
{
    /// <summary>Closes the saved volumes.</summary>
    public void Dispose() => Saved.Dispose();
}
