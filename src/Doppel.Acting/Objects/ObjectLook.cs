using System.Collections.Concurrent;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds out whether objects are still as they were planned or listed, and whether they may go.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class ObjectLook(ObjectStore store)
{
    private static readonly Step s_listed = Step.Skip("it has changed since it was listed");
    private static readonly Step s_notKept = Step.Skip(
        "the bucket would keep no version of it, so it could not be brought back");

    private readonly ConcurrentDictionary<string, S3Versioning> _versioning = new(StringComparer.Ordinal);

    /// <summary>Gets the outcome for an object that is gone.</summary>
    internal static Step Vanished { get; } = Step.Skip("it no longer exists");

    /// <summary>Gets the outcome for an object that is not as it was when the plan was made.</summary>
    internal static Step Changed { get; } = Step.Skip("it has changed since the plan was made");

    /// <summary>Returns the outcome for an object that is not as it was.</summary>
    internal static Step ChangedOf(ObjectTask task) => task.Group.IsAlone ? s_listed : Changed;

    /// <summary>Looks at an object, which gets a state or an outcome.</summary>
    internal async ValueTask LookAsync(ObjectTask task, CancellationToken cancellation)
    {
        ObjectState? state = await store.LookAsync(task.Name, cancellation).ConfigureAwait(false);
        FileFacts planned = task.Copy.Facts;
        if (state is null)
        {
            task.Outcome = Vanished;
        }
        else if (state.Size != planned.Size || !IsAt(state.Modified, planned.Modified))
        {
            task.Outcome = ChangedOf(task);
        }
        else if (task.Group.IsAlone)
        {
            await LookAloneAsync(task, state, cancellation).ConfigureAwait(false);
        }
        else if (state.Lock is not null || state.IsArchived)
        {
            task.Outcome = Step.Skip(state.Lock ?? "it is archived");
        }
        else if (state.ETag.Length == 0)
        {
            task.Outcome = Step.Skip("the server gives it no ETag, so that a change would not be noticed");
        }
        else
        {
            task.State = await store.CompleteAsync(task.Name, state, cancellation).ConfigureAwait(false);
        }
    }

    // An object that goes although no copy of it stays comes back only as a version that the bucket keeps.
    private async ValueTask LookAloneAsync(ObjectTask task, ObjectState state, CancellationToken cancellation)
    {
        FileFacts listed = task.Copy.Facts;
        string bucket = ObjectName.BucketOf(task.Name);
        if (!_versioning.TryGetValue(bucket, out S3Versioning versioning))
        {
            versioning = await store.VersioningOfAsync(bucket, cancellation).ConfigureAwait(false);
            _versioning[bucket] = versioning;
        }

        task.State = state.WithVersion(versioning switch
        {
            S3Versioning.Enabled => state.VersionId ?? ObjectState.OldestVersion,
            S3Versioning.Suspended when state.VersionId != ObjectState.OldestVersion => state.VersionId,
            _ => null,
        });
        bool hasETag = listed.Inode != ObjectName.FactsOf(task.Name, listed.Size, listed.Modified).Inode;
        if (hasETag && ObjectName.ListedFacts(task.Name, state.Size, state.Modified, S3ETag.Parse(state.ETag)).Inode
            != listed.Inode)
        {
            task.Outcome = s_listed;
        }
        else if (task.State.VersionId is null && !task.Copy.IsFinal)
        {
            task.Content = await ReadAsync(task, cancellation).ConfigureAwait(false);
            task.Outcome = task.Content is null ? s_notKept : null;
            task.State = await store.CompleteAsync(task.Name, task.State, cancellation).ConfigureAwait(false);
        }
    }

    private async ValueTask<byte[]?> ReadAsync(ObjectTask task, CancellationToken cancellation)
    {
        if (task.State!.Size > ObjectState.ContentBytesMax || task.State.IsArchived)
        {
            return null;
        }

        byte[] content = new byte[task.State.Size];
        await using S3Object found =
            await store.OpenAsync(task.Name, task.State.ETag, isCompared: false, cancellation).ConfigureAwait(false);
        if (!found.IsFound || found.Length != content.Length)
        {
            return null;
        }

        await found.ReadAsync(content, cancellation).ConfigureAwait(false);
        return content;
    }

    // Some servers list times with a fraction of a second.
    private static bool IsAt(FileTime time, FileTime planned) =>
        planned == default || Math.Abs(time.Seconds - planned.Seconds) <= 1;
}
