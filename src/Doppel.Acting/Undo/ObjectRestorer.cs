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
    private readonly ObjectLikeness? _likeness;
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
        _likeness = _store is null ? null : new ObjectLikeness(_store);
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
        if (_store is not null)
        {
            foreach (string name in _buckets)
            {
                try
                {
                    (S3Client client, string bucket) = _store.Of(name);
                    ObjectRequests.Wait(
                        BucketGuard.RemoveLeftoverAsync(client, bucket, _record.Id, CancellationToken.None));
                }
                catch (Exception failure) when (failure is S3Exception or S3CredentialsException)
                {
                    // The next run that acts on the bucket says what to do.
                }
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
        await GiveBackHeldAsync(store, batch, intent, lost).ConfigureAwait(false);
        string digest = OwnDigestOf(batch, intent);
        if (await store.LookAsync(intent.Name, CancellationToken.None).ConfigureAwait(false) is { } here)
        {
            bool isNotDone = batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
                && outcome.Status is not (ActStatus.Done or ActStatus.Unfinished);
            if (!await IsLikeAsync(intent, intent.Name, here, lost, digest).ConfigureAwait(false))
            {
                return Step.Skip("it is no longer as the run left it");
            }

            if (!isNotDone)
            {
                await RemoveCopyAsync(store, intent, lost, digest).ConfigureAwait(false);
            }

            return Step.Idle("it is unchanged");
        }

        bool isBack = lost.VersionId is { } version
            && await store.RestoreVersionAsync(intent.Name, version, CancellationToken.None).ConfigureAwait(false);
        isBack = isBack || (_action == ActionKind.Move
            && await store.LookAsync(intent.Target, CancellationToken.None).ConfigureAwait(false) is { } moved
            && await IsLikeAsync(intent, intent.Target, moved, lost, digest).ConfigureAwait(false)
            && (await store.CopyAsync(intent.Target, moved, intent.Name, lost, CancellationToken.None)
                .ConfigureAwait(false)).IsStored);
        if (isBack)
        {
            await RemoveCopyAsync(store, intent, lost, digest).ConfigureAwait(false);
            return Step.Done;
        }

        if (intent.Keeper.IsEmpty)
        {
            return await ReverseAloneAsync(store, intent, lost).ConfigureAwait(false);
        }

        if (!ObjectName.Is(intent.Keeper))
        {
            return null;
        }

        (string? against, string note) =
            await TryFromObject(store, intent, lost, digest, intent.Keeper).ConfigureAwait(false);
        return against is null ? new Step(ActStatus.Done, note) : null;
    }

    // Nothing else has the content of an object that was removed without a copy that stays.
    private static async ValueTask<Step> ReverseAloneAsync(ObjectStore store, JournalIntent intent, ObjectState lost)
    {
        if (ObjectState.ContentOf(intent) is not { } content)
        {
            return lost.VersionId is null
                ? Step.Skip("it cannot be brought back: the bucket kept no version of it")
                : new Step(ActStatus.Failed, "the version that the bucket kept is gone, or another one is newer");
        }

        using var stream = new MemoryStream(content.ToArray(), writable: false);
        S3PutResult stored =
            await store.StoreAsync(stream, intent.Name, lost, CancellationToken.None).ConfigureAwait(false);
        return stored.IsStored ? Step.Done : Step.Skip("another object has the name by now");
    }

    // Called on several threads, which must not read the journal.
    private static string OwnDigestOf(JournalBatch batch, JournalIntent intent)
    {
        string recorded = batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome) ? outcome.Digest : "";
        return intent.Digest.Length > 0 ? intent.Digest : recorded;
    }

    // Under its own name, the object may still be the one that was there. Elsewhere, only the content counts.
    private async ValueTask<bool> IsLikeAsync(
        JournalIntent intent, ReportName name, ObjectState state, ObjectState lost, string digest) =>
        (name == intent.Name && lost.IsSame(state)) || await _likeness!
            .OfAsync(name, state, lost, digest, bytesMax: long.MaxValue).ConfigureAwait(false) == Likeness.Same;

    private async ValueTask<Step> ReverseAsync(ObjectStore store, JournalBatch batch, JournalIntent intent)
    {
        if (await ReverseAtServerAsync(store, batch, intent).ConfigureAwait(false) is { } step)
        {
            return step;
        }

        // The journals that the search reads are not read from several threads: each source is tried to its end.
        var lost = ObjectState.Of(intent);
        string digest = _search.DigestOf(batch, intent);
        string note = "";
        string? nowhere = _search.Try(
            batch, intent,
            name =>
            {
                (string? why, note) = ObjectRequests.Wait(TryFrom(store, intent, lost, digest, name));
                return why;
            },
            out string tried);
        if (nowhere is not null)
        {
            return new Step(ActStatus.Failed, nowhere, VolumeErrorKind.Changed);
        }

        return new Step(ActStatus.Done, tried.Length > 0 ? $"from another copy, after {tried}" : note);
    }

    // The copy of a moved object, or of one that was to be moved.
    private async ValueTask RemoveCopyAsync(
        ObjectStore store, JournalIntent intent, ObjectState lost, string digest)
    {
        if (_action == ActionKind.Move
            && await store.LookAsync(intent.Target, CancellationToken.None).ConfigureAwait(false) is { } copy
            && await IsLikeAsync(intent, intent.Target, copy, lost, digest).ConfigureAwait(false))
        {
            await store.DeleteAsync(intent.Target, copy.ETag, CancellationToken.None).ConfigureAwait(false);
        }
    }

    private async ValueTask<(string? Why, string Note)> TryFrom(
        ObjectStore store, JournalIntent intent, ObjectState lost, string digest, ReportName name) =>
        ObjectName.Is(name)
            ? await TryFromObject(store, intent, lost, digest, name).ConfigureAwait(false)
            : (await TryFromFile(store, intent, lost, digest, name).ConfigureAwait(false), "");

    // If nothing tells what it contains, an unchanged keeper counts, and the result says so.
    private async ValueTask<(string? Why, string Note)> TryFromObject(
        ObjectStore store, JournalIntent intent, ObjectState lost, string digest, ReportName name)
    {
        ObjectState? from = await store.LookAsync(name, CancellationToken.None).ConfigureAwait(false);
        if (from is null || from.IsArchived)
        {
            return (from is null ? "it no longer exists" : "it is archived", "");
        }

        bool isKeeper = name == intent.Keeper && Identity.SameFile(from.FactsOf(name), intent.KeeperFacts);
        Likeness likeness = await _likeness!
            .OfAsync(name, from, lost, digest, isKeeper ? S3DigestTrials.BytesMaxDefault : long.MaxValue)
            .ConfigureAwait(false);
        if (likeness == Likeness.Different || (likeness == Likeness.Unproved && !isKeeper))
        {
            return ("it has different content, or nothing proves that it has the same", "");
        }

        S3PutResult copy =
            await store.CopyAsync(name, from, intent.Name, lost, CancellationToken.None).ConfigureAwait(false);
        return (
            copy.IsStored ? null : "it changed while it was copied, or another object has the name by now",
            likeness == Likeness.Same ? "" : $"from {name}, which is as the run left it; it was not compared");
    }

    private async ValueTask<string?> TryFromFile(
        ObjectStore store, JournalIntent intent, ObjectState lost, string digest, ReportName name)
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
            bool isIt = digest.Length > 0
                ? source!.Digest == digest && facts.Size == lost.Size
                : source!.HasETag(lost) ?? Identity.Unchanged(facts, intent.KeeperFacts);
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

    // The copy beside an object whose keeper could not be read again, or not yet, and the tokens of both folders.
    private async ValueTask GiveBackHeldAsync(
        ObjectStore store, JournalBatch? batch, JournalIntent intent, ObjectState lost)
    {
        bool isConcluded = batch is not null && batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
            && outcome.Status != ActStatus.Unfinished;
        if (isConcluded || intent.Keeper.IsEmpty || (ObjectName.Is(intent.Keeper)
            && ObjectName.BucketOf(intent.Keeper) == ObjectName.BucketOf(intent.Name)))
        {
            return;
        }

        foreach (ReportName token in ObjectFolder.TokensOf(intent.Name, intent.Temporary))
        {
            if (await store.LookAsync(token, CancellationToken.None).ConfigureAwait(false) is { Size: 0 } put)
            {
                await store.RemoveTokenAsync(token, put.VersionId).ConfigureAwait(false);
            }
        }

        FileFolder.ClearAtKeeper(_volume, intent.Keeper, intent.Temporary);
        ReportName aside = intent.Aside;
        if (await store.LookAsync(aside, CancellationToken.None).ConfigureAwait(false) is not { } copy
            || copy.Size != lost.Size)
        {
            return;
        }

        bool isThere = await store.LookAsync(intent.Name, CancellationToken.None).ConfigureAwait(false) is not null;
        if (isThere || (await store.CopyAsync(aside, copy, intent.Name, lost, CancellationToken.None)
            .ConfigureAwait(false)).IsStored)
        {
            await store.DeleteAsync(aside, copy.ETag, CancellationToken.None).ConfigureAwait(false);
        }
    }

    private async ValueTask<Step> RecoverAsync(ObjectStore store, JournalIntent intent)
    {
        var known = ObjectState.Of(intent);
        await GiveBackHeldAsync(store, batch: null, intent, known).ConfigureAwait(false);
        if (await store.LookAsync(intent.Name, CancellationToken.None).ConfigureAwait(false) is { } here)
        {
            if (!await IsLikeAsync(intent, intent.Name, here, known, intent.Digest).ConfigureAwait(false))
            {
                return Step.Skip("another program replaced it");
            }

            await RemoveCopyAsync(store, intent, known, intent.Digest).ConfigureAwait(false);
            return Step.Idle("");
        }

        bool isThere = _action != ActionKind.Move
            || await store.LookAsync(intent.Target, CancellationToken.None).ConfigureAwait(false) is not null;
        return isThere ? Step.Done : Step.Skip("it is missing, and it is not at its destination either");
    }
}
