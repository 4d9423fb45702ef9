using System.Collections.Concurrent;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Restores objects, and finds out how far an interrupted run has come with them.</summary>
/// <remarks>
/// What is found under a name decides. A deleted version comes back if the bucket has kept it. Otherwise the content
/// comes from the keeper, or from another name of the group, and the properties and tags from the journal. An object
/// that somebody else has stored by now is not touched. Not thread-safe, but restores objects in parallel as far as no
/// file is read for them.
/// </remarks>
internal sealed class ObjectRestorer : IDisposable
{
    private static readonly Step s_unknown = Step.Skip("it is in a bucket, and no server is known");

    private readonly IChangeableVolume _volume;
    private readonly ContentSearch _search;
    private readonly FolderPool _folders;
    private readonly ObjectStore? _store;
    private readonly ActionKind _action;
    private readonly JournalReader _record;
    private readonly HashSet<string> _buckets;
    private readonly ObjectRequests _requests = new();
    private readonly ConcurrentDictionary<long, Step> _outcomes = [];

    internal ObjectRestorer(
        IChangeableVolume volume, ContentSearch search, JournalReader record, ActionKind action,
        Func<string, S3Client>? clients, TimeProvider time)
    {
        (_volume, _search, _record, _action) = (volume, search, record, action);
        _folders = new FolderPool(volume);
        _store = clients is null ? null : new ObjectStore(clients, time);
        _buckets = [.. record.Run.Roots.Where(ObjectName.Is).Select(ObjectName.BucketOf)];
    }

    public void Dispose() => _folders.Dispose();

    /// <summary>Restores objects for which the server has everything. <see cref="Reverse"/> does the rest.</summary>
    internal void ReverseAtServer(
        JournalBatch batch, IReadOnlyList<JournalIntent> intents, CancellationToken cancellation)
    {
        _outcomes.Clear();
        if (_store is null)
        {
            return;
        }

        _requests.Run(
            intents.Count,
            async (i, _) =>
            {
                if (await ReverseAtServerAsync(_store, batch, intents[i]).ConfigureAwait(false) is { } step)
                {
                    _outcomes[intents[i].Number] = step;
                }
            },
            (i, step) => _outcomes[intents[i].Number] = step,
            cancellation);
    }

    /// <summary>Restores an object.</summary>
    internal Step Reverse(JournalBatch batch, JournalIntent intent) => Guard(
        intent, store => _outcomes.TryRemove(intent.Number, out Step step)
            ? new ValueTask<Step>(step)
            : ReverseAsync(store, batch, intent));

    /// <summary>Finds out whether an interrupted run has removed an object.</summary>
    /// <returns>The outcome, or null if the object is unchanged and can be acted on again.</returns>
    internal Step? Recover(JournalIntent intent)
    {
        Step step = Guard(intent, store => RecoverAsync(store, intent));
        return step.Status == ActStatus.Idle ? null : step;
    }

    /// <summary>Removes the locks that the run has left in buckets.</summary>
    internal void RemoveLocks()
    {
        foreach (string name in _store is null ? [] : _buckets)
        {
            try
            {
                (S3Client client, string bucket) = _store!.Of(name);
                ObjectRequests.Wait(
                    BucketGuard.RemoveLeftoverAsync(client, bucket, _record.Id, CancellationToken.None));
            }
            catch (Exception failure) when (failure is S3Exception or S3CredentialsException)
            {
                // The next run that acts on the bucket says what to do.
            }
        }
    }

    private Step Guard(JournalIntent intent, Func<ObjectStore, ValueTask<Step>> work)
    {
        if (_store is null)
        {
            return s_unknown;
        }

        _buckets.Add(ObjectName.BucketOf(intent.Name));
        if (ObjectName.Is(intent.Keeper))
        {
            _buckets.Add(ObjectName.BucketOf(intent.Keeper));
        }

        try
        {
            return ObjectRequests.Wait(work(_store));
        }
        catch (Exception failure) when (failure is S3Exception or S3CredentialsException or IOException)
        {
            return new Step(ActStatus.Failed, failure.Message.TrimEnd('.'));
        }
    }

    // Returns null if the content has to be searched.
    private async ValueTask<Step?> ReverseAtServerAsync(ObjectStore store, JournalBatch batch, JournalIntent intent)
    {
        var lost = ObjectState.Of(intent);
        if (await store.LookAsync(intent.Name, CancellationToken.None).ConfigureAwait(false) is { } here)
        {
            bool isRefused = batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
                && outcome.Status is not (ActStatus.Done or ActStatus.Unfinished);
            if (!here.IsLike(lost))
            {
                return Step.Skip("it is no longer as the run left it");
            }

            if (!isRefused)
            {
                await RemoveCopyAsync(store, intent, lost).ConfigureAwait(false);
            }

            return Step.Idle("it is unchanged");
        }

        bool isBack = lost.VersionId is { } version
            && await store.RestoreVersionAsync(intent.Name, version, CancellationToken.None).ConfigureAwait(false);
        isBack = isBack || (_action == ActionKind.Move
            && await store.LookAsync(intent.Target, CancellationToken.None).ConfigureAwait(false) is { } moved
            && moved.IsLike(lost)
            && (await store.CopyAsync(intent.Target, moved, intent.Name, lost, CancellationToken.None)
                .ConfigureAwait(false)).IsStored);
        if (isBack)
        {
            await RemoveCopyAsync(store, intent, lost).ConfigureAwait(false);
            return Step.Done;
        }

        bool isCopied = ObjectName.Is(intent.Keeper)
            && await TryFromObject(store, intent, lost, intent.Keeper).ConfigureAwait(false) is null;
        return isCopied ? Step.Done : null;
    }

    private async ValueTask<Step> ReverseAsync(ObjectStore store, JournalBatch batch, JournalIntent intent)
    {
        if (await ReverseAtServerAsync(store, batch, intent).ConfigureAwait(false) is { } step)
        {
            return step;
        }

        // The journals that the search reads are not read from several threads: each source is tried to its end.
        var lost = ObjectState.Of(intent);
        string? nowhere = _search.Try(
            batch, intent, name => ObjectRequests.Wait(TryFrom(store, batch, intent, lost, name)), out string tried);
        if (nowhere is not null)
        {
            return new Step(ActStatus.Failed, nowhere, VolumeErrorKind.Changed);
        }

        return tried.Length > 0 ? new Step(ActStatus.Done, $"from another copy, after {tried}") : Step.Done;
    }

    // The copy of a moved object, or of one that was to be moved.
    private async ValueTask RemoveCopyAsync(ObjectStore store, JournalIntent intent, ObjectState lost)
    {
        if (_action == ActionKind.Move
            && await store.LookAsync(intent.Target, CancellationToken.None).ConfigureAwait(false) is { } copy
            && copy.IsLike(lost))
        {
            await store.DeleteAsync(intent.Target, copy.ETag, CancellationToken.None).ConfigureAwait(false);
        }
    }

    private async ValueTask<string?> TryFrom(
        ObjectStore store, JournalBatch batch, JournalIntent intent, ObjectState lost, ReportName name) =>
        ObjectName.Is(name)
            ? await TryFromObject(store, intent, lost, name).ConfigureAwait(false)
            : await TryFromFile(store, batch, intent, lost, name).ConfigureAwait(false);

    private static async ValueTask<string?> TryFromObject(
        ObjectStore store, JournalIntent intent, ObjectState lost, ReportName name)
    {
        ObjectState? from = await store.LookAsync(name, CancellationToken.None).ConfigureAwait(false);
        if (from is null)
        {
            return "it no longer exists";
        }

        bool isKeeper = name == intent.Keeper && Identity.SameFile(from.FactsOf(name), intent.KeeperFacts);
        if (!isKeeper && !from.IsLike(lost))
        {
            return "it has different content";
        }

        if (from.IsArchived)
        {
            return "it is archived";
        }

        S3PutResult copy =
            await store.CopyAsync(name, from, intent.Name, lost, CancellationToken.None).ConfigureAwait(false);
        return copy.IsStored ? null : "it changed while it was copied";
    }

    private async ValueTask<string?> TryFromFile(
        ObjectStore store, JournalBatch batch, JournalIntent intent, ObjectState lost, ReportName name)
    {
        if (_search.Open(name, out FileHandle file, out FileFacts facts) is { } why)
        {
            return why;
        }

        _volume.Close(file);
        _folders.Clear();
        var copy = new PlanCopy { Names = [name], Facts = facts };
        if (HashedFile.Open(_volume, _folders, copy, lost.PartSizes, out HashedFile? source, CancellationToken.None)
            is { } against)
        {
            return against.Reason;
        }

        using (source)
        {
            string digest = _search.DigestOf(batch, intent);
            bool isIt = digest.Length > 0
                ? source!.Digest == digest && facts.Size == lost.Size
                : source!.HasETag(lost) == true || Identity.Unchanged(facts, intent.KeeperFacts);
            if (!isIt)
            {
                return "it has different content";
            }

            await using var content = new FileContent(source);
            S3PutResult stored =
                await store.StoreAsync(content, intent.Name, lost, CancellationToken.None).ConfigureAwait(false);
            if (!stored.IsStored || source.IsUnchanged)
            {
                return stored.IsStored ? null : "another object has the name by now";
            }

            await store.RemoveAsync(intent.Name, stored, CancellationToken.None).ConfigureAwait(false);
            return "it changed while it was read";
        }
    }

    private async ValueTask<Step> RecoverAsync(ObjectStore store, JournalIntent intent)
    {
        var known = ObjectState.Of(intent);
        if (await store.LookAsync(intent.Name, CancellationToken.None).ConfigureAwait(false) is { } here)
        {
            if (!here.IsLike(known))
            {
                return Step.Skip("another program replaced it");
            }

            await RemoveCopyAsync(store, intent, known).ConfigureAwait(false);
            return Step.Idle("");
        }

        bool isThere = _action != ActionKind.Move
            || await store.LookAsync(intent.Target, CancellationToken.None).ConfigureAwait(false) is not null;
        return isThere ? Step.Done : Step.Skip("it is missing, and it is not at its destination either");
    }
}
