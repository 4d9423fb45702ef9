using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Holds the locks of a run in buckets, and knows in which ones another run may be at work.</summary>
/// <remarks>
/// A run locks the buckets that it removes objects from. In the others, whose objects only stay, nothing is stored: it
/// looks there once for a lock, after it has taken its own. Not thread-safe until all locks are taken.
/// </remarks>
/// <param name="store">Returns the clients.</param>
/// <param name="requests">Sends no more requests once one has failed for all.</param>
/// <param name="run">The ID of the run.</param>
/// <param name="notice">Receives messages.</param>
internal sealed class BucketLocks(ObjectStore store, ObjectRequests requests, string run, Action<string> notice)
    : IDisposable
{
    private readonly Dictionary<string, BucketGuard> _guards = new(StringComparer.Ordinal);
    private readonly Dictionary<string, Step?> _held = new(StringComparer.Ordinal);
    private readonly HashSet<string> _unseen = new(StringComparer.Ordinal);

    /// <summary>Removes the locks.</summary>
    public void Dispose()
    {
        foreach ((string name, BucketGuard guard) in _guards)
        {
            try
            {
                ObjectRequests.Wait(guard.ReleaseAsync(CancellationToken.None));
            }
            catch (Exception failure) when (failure is S3Exception or S3CredentialsException)
            {
                notice($"the lock s3://{name}/{BucketGuard.Key} stays: {failure.Message}");
            }
        }

        _guards.Clear();
    }

    /// <summary>Locks the buckets of some objects, and looks for locks in those of their keepers.</summary>
    internal void Take(IReadOnlyList<ObjectTask> tasks, CancellationToken cancellation)
    {
        foreach (string name in tasks.Select(static task => ObjectName.BucketOf(task.Name)).Distinct())
        {
            Take(name, cancellation);
        }

        foreach (string name in tasks.Select(static task => task.KeeperName).Where(ObjectName.Is)
            .Select(ObjectName.BucketOf).Distinct().Except(_guards.Keys).Except(_held.Keys))
        {
            (S3Client client, string bucket) = store.Of(name);
            _held.Add(name, requests.Guard(() =>
            {
                (Step? against, bool isSeen) = ObjectRequests.Wait(
                    BucketGuard.WhyHeldAsync(client, bucket, run, cancellation));
                if (!isSeen)
                {
                    _unseen.Add(name);
                    notice(BucketGuard.Unseen(name));
                }

                return against;
            }));
        }
    }

    /// <summary>Returns what is known about the bucket of an object.</summary>
    internal BucketGuard Of(ObjectTask task) => _guards[ObjectName.BucketOf(task.Name)];

    /// <summary>Returns why an object must not be removed because of another run, or null.</summary>
    internal Step? WhyNot(ObjectTask task)
    {
        string keepers = ObjectName.Is(task.KeeperName) ? ObjectName.BucketOf(task.KeeperName) : "";
        return Of(task).Against ?? _guards.GetValueOrDefault(keepers)?.Against ?? _held.GetValueOrDefault(keepers);
    }

    /// <summary>Returns whether the lock of another run would not be seen in the bucket of the keeper.</summary>
    internal bool MayBeHeldUnseen(ObjectTask task) =>
        ObjectName.Is(task.KeeperName) && _unseen.Contains(ObjectName.BucketOf(task.KeeperName));

    private void Take(string name, CancellationToken cancellation)
    {
        if (_guards.ContainsKey(name) || requests.AreStopped)
        {
            return;
        }

        (S3Client client, string bucket) = store.Of(name);
        BucketGuard guard;
        try
        {
            guard = ObjectRequests.Wait(BucketGuard.TakeAsync(client, bucket, run, cancellation));
        }
        catch (Exception failure) when (failure is S3Exception or S3CredentialsException)
        {
            requests.Stop(failure);
            return;
        }

        _guards.Add(name, guard);
        string weaker = guard switch
        {
            { Against: not null } => "",
            { ChecksETags: false, IsExclusive: false } => "deletes an object even if it was just replaced, and cannot "
                + "keep another run away",
            { ChecksETags: false } => "deletes an object even if it was just replaced",
            { IsExclusive: false } => "cannot keep another run away from the bucket",
            _ => "",
        };
        if (weaker.Length > 0)
        {
            notice($"weaker guarantees in s3://{name}: the server {weaker}");
        }
    }
}
