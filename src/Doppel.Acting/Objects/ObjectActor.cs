using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes or moves the objects of a batch, each after its keeper was looked at once more.</summary>
/// <remarks>Not thread-safe, but sends requests in parallel.</remarks>
internal sealed partial class ObjectActor : IDisposable
{
    /// <summary>The number of objects whose intents are written to the journal together.</summary>
    internal const int ObjectsAtOnce = 256;

    // More kept copies of a group hardly prove what these do not.
    private const int KeepersMax = 8;

    private static readonly Step s_keeperChanged = Step.Skip("the keeper no longer exists, or has changed");

    private readonly IChangeableVolume _volume;
    private readonly ActOptions _options;
    private readonly JournalNumbers _numbers;
    private readonly FolderPool _folders;
    private readonly ObjectStore _store;
    private readonly ObjectLook _look;
    private readonly ObjectProof _proof;
    private readonly ObjectRequests _requests = new();
    private readonly BucketLocks _locks;
    private readonly PlacePairs _places;
    private readonly Dictionary<PlanGroup, List<ObjectKeeper>> _keepers = new(ReferenceEqualityComparer.Instance);

    internal ObjectActor(
        IChangeableVolume volume, ActOptions options, ObjectStore store, ObjectProof proof, JournalNumbers numbers,
        string run)
    {
        (_volume, _options, _numbers, _store, _proof) = (volume, options, numbers, store, proof);
        _look = new ObjectLook(store);
        _folders = new FolderPool(volume);
        _locks = new BucketLocks(_store, _requests, run, options.Notice);
        _places = new PlacePairs(options.AssumeDistinct);
    }

    /// <summary>Removes the locks from all buckets.</summary>
    public void Dispose()
    {
        CloseKeepers();
        _locks.Dispose();
        _folders.Dispose();
    }

    /// <summary>Looks at the objects and their keepers, and proves them equal. Changes nothing.</summary>
    /// <param name="tasks">The objects, which get an intent or an outcome.</param>
    /// <param name="cancellation">Cancels the requests.</param>
    internal void Prepare(IReadOnlyList<ObjectTask> tasks, CancellationToken cancellation)
    {
        CloseKeepers();
        ForEach(tasks, _look.LookAsync, cancellation);
        foreach (PlanGroup group in tasks.Where(static task => task is { Outcome: null, Group.IsAlone: false })
            .Select(static task => task.Group)
            .Distinct<PlanGroup>(ReferenceEqualityComparer.Instance))
        {
            FindKeepers(group, [.. tasks.Where(task => ReferenceEquals(task.Group, group))], cancellation);
        }

        AddToProof(tasks);
        ForEach(tasks, ProveAsync, cancellation);
        foreach (ObjectTask task in tasks.Where(static task => task.Outcome is null))
        {
            PrepareIntent(task);
        }
    }

    /// <summary>Acts on the objects whose intents are in the journal.</summary>
    /// <remarks>
    /// The journal names the buckets by now, so that whoever takes back an interrupted run removes its locks. What has
    /// begun is finished even if the run is interrupted.
    /// </remarks>
    internal void Act(IReadOnlyList<ObjectTask> tasks, CancellationToken cancellation)
    {
        _locks.Take(tasks, cancellation);
        Refuse(tasks, _locks.WhyNot);
        Probe(tasks, cancellation);
        foreach (ObjectTask task in tasks.Where(
            task => !task.Group.IsAlone && _places.IsHeld(task.Name, task.KeeperName)))
        {
            ForEach([task], ActAsync, cancellation);
        }

        ForEach(tasks, ActAsync, cancellation);
        foreach (ObjectTask task in tasks.Where(static task => task.Outcome is { IsDone: true }))
        {
            bool isVersioned = _locks.Of(task).IsVersioned;
            task.FreedBytes = isVersioned || _options.Action == ActionKind.Move ? 0 : task.State!.Size;
        }
    }

    private static void Refuse(IReadOnlyList<ObjectTask> tasks, Func<ObjectTask, Step?> whyNot)
    {
        foreach (ObjectTask task in tasks)
        {
            task.Outcome ??= whyNot(task);
        }
    }

    private async ValueTask ActAsync(ObjectTask task, CancellationToken cancellation)
    {
        task.Outcome = task.Group.IsAlone ? null : _places.WhyNot(task.Name, task.KeeperName);
        if (task.Outcome is null)
        {
            task.Outcome = _options.Action == ActionKind.Move
                ? await MoveAsync(task).ConfigureAwait(false)
                : await DeleteOrTakeBackAsync(task).ConfigureAwait(false);
        }
    }

    // Before the first is proved, so that the smallest one is read.
    private void AddToProof(IReadOnlyList<ObjectTask> tasks)
    {
        foreach (ObjectTask task in tasks.Where(static task => task is { Outcome: null, Group.IsAlone: false }))
        {
            _proof.Add(task.Name, task.State!);
        }

        foreach (ObjectKeeper keeper in _keepers.Values.SelectMany(static keepers => keepers)
            .Where(static keeper => keeper.State is not null))
        {
            _proof.Add(keeper.Name, keeper.State!);
        }
    }

    // A file first, since it proves most. Without one, the server copies an object to undo the run.
    private void FindKeepers(PlanGroup group, ObjectTask[] tasks, CancellationToken cancellation)
    {
        List<ObjectKeeper> found = [];
        Step? against = null;
        foreach (PlanCopy copy in group.Keep.Where(static copy => !copy.IsObject).Take(KeepersMax))
        {
            if (!_folders.HasRoomFor(copy.Names.Count))
            {
                _folders.Clear();
            }

            Step? why = HashedFile.Open(
                _volume, _folders, copy, tasks.SelectMany(static task => task.State?.PartSizes ?? []),
                out HashedFile? file, cancellation);
            against ??= why;
            if (file is not null)
            {
                found.Add(new ObjectKeeper(file.Name, file, null));
                break;
            }
        }

        _keepers.Add(group, found);
        ReportName[] objects =
        [
            .. group.Keep.Where(static copy => copy.IsObject).Take(KeepersMax).Select(static copy => copy.Names[0]),
        ];
        if (found.Count == 0 && objects.Length > 0)
        {
            (ObjectKeeper? Keeper, Step? Why)[] looked = new (ObjectKeeper?, Step?)[objects.Length];
            _requests.Run(
                objects.Length,
                async (i, stop) => looked[i] =
                    await LookAtKeeperAsync(objects[i], group.Size, stop).ConfigureAwait(false),
                (i, why) => looked[i].Why = why, cancellation);
            found.AddRange(looked.Select(static one => one.Keeper).OfType<ObjectKeeper>());
            against ??= looked.Select(static one => one.Why).FirstOrDefault(static why => why is not null);
        }

        if (found.Count == 0)
        {
            foreach (ObjectTask task in tasks)
            {
                task.Outcome ??= against ?? s_keeperChanged;
            }
        }
    }

    private async ValueTask<(ObjectKeeper? Keeper, Step? Why)> LookAtKeeperAsync(
        ReportName name, long size, CancellationToken cancellation)
    {
        ObjectState? state = await _store.LookAsync(name, cancellation).ConfigureAwait(false);
        return state switch
        {
            null => (null, s_keeperChanged),
            { WhyNoKeeper: { } why } => (null, Step.Skip($"the keeper {why}")),
            _ => state.Size == size ? (new ObjectKeeper(name, null, state), null) : (null, s_keeperChanged),
        };
    }

    private async ValueTask ProveAsync(ObjectTask task, CancellationToken cancellation)
    {
        if (task.Group.IsAlone)
        {
            return;
        }

        List<ObjectKeeper> keepers = _keepers[task.Group];
        ObjectKeeper keeper = keepers.Find(one => _proof.Known(task.State!, one) == true) ?? keepers[0];
        task.Keeper = keeper;
        ObjectVerdict verdict =
            await _proof.ProveAsync(task.Name, task.State!, keeper, cancellation).ConfigureAwait(false);
        (task.Outcome, task.Digest, task.HasETagOfContent) = (verdict.Against, verdict.Digest, verdict.IsByETag);
        if (keeper.File is { } file && file.PartSizeOf(task.State!) is > 0 and var parts)
        {
            task.State = task.State!.WithPartBytes(parts);
        }
    }

    private void PrepareIntent(ObjectTask task)
    {
        ReportName target = default;
        if (_options.Action == ActionKind.Move)
        {
            var to = new ReportName(_options.MoveTo);
            if (!ObjectName.Is(to))
            {
                task.Outcome = Step.Skip("an object can only be moved to s3://BUCKET/PREFIX");
                return;
            }

            if (PlanPaths.IsAtOrBelow(task.Name.Bytes, to.Bytes))
            {
                task.Outcome = Step.Skip("it is where objects are moved to");
                return;
            }

            if (!ReferenceEquals(_store.Of(to).Client, _store.Of(task.Name).Client))
            {
                task.Outcome = Step.Skip("it is on another server than the bucket that objects are moved to");
                return;
            }

            target = ObjectName.MovedTo(to, task.Name);
        }

        long number = _numbers.Next();
        task.Intent = new JournalIntent
        {
            Number = number,
            Name = task.Name,
            Temporary = _numbers.TemporaryOf(number),
            Facts = task.State!.FactsOf(task.Name),
            Extras = task.State.ToExtras(task.Content),
            Keeper = task.KeeperName,
            KeeperFacts = task.Keeper?.Facts ?? default,
            Target = target,
            Digest = task.Keeper?.File?.Digest ?? task.Digest,
        };
    }

    private async ValueTask<Step?> WhyNotNowAsync(ObjectTask task)
    {
        if (task.Keeper is not { } keeper)
        {
            return null;
        }

        bool isKept = keeper.File is { } file
            ? file.IsUnchanged
            : keeper.State!.IsSame(await _store.LookAsync(keeper.Name, CancellationToken.None).ConfigureAwait(false));
        return isKept ? null : s_keeperChanged;
    }

    private async ValueTask<Step> DeleteAsync(ObjectTask task)
    {
        if (await WhyNotNowAsync(task).ConfigureAwait(false) is { } against)
        {
            return against;
        }

        string etag = task.State!.ETag;
        if (!_locks.Of(task).ChecksETags || !(task.HasETagOfContent || task.Group.IsAlone))
        {
            ObjectState? now = await _store.LookAsync(task.Name, CancellationToken.None).ConfigureAwait(false);
            if (!task.State.IsSame(now))
            {
                return now is null ? ObjectLook.Vanished : ObjectLook.ChangedOf(task);
            }
        }

        try
        {
            S3Status status = await _store.DeleteAsync(task.Name, etag, CancellationToken.None).ConfigureAwait(false);
            return status switch
            {
                S3Status.Ok => Step.Done,
                S3Status.NotFound => ObjectLook.Vanished,
                S3Status.PreconditionFailed => ObjectLook.ChangedOf(task),
                _ => Step.Skip("another program is changing it"),
            };
        }
        catch (S3Exception unknown) when (unknown.IsRetryable || unknown.StatusCode == default)
        {
            return await WhetherDeletedAsync(task, unknown).ConfigureAwait(false);
        }
    }

    // The request may have been carried out although its answer was lost.
    private async ValueTask<Step> WhetherDeletedAsync(ObjectTask task, S3Exception unknown)
    {
        try
        {
            ObjectState? now = await _store.LookAsync(task.Name, CancellationToken.None).ConfigureAwait(false);
            return now is null ? Step.Done : ObjectRequests.Failed(unknown);
        }
        catch (S3Exception)
        {
            return Step.Unfinished($"it is not known whether it was removed: {unknown.Message.TrimEnd('.')}");
        }
    }

    private async ValueTask<Step> MoveAsync(ObjectTask task)
    {
        ReportName target = task.Intent!.Target;
        if (await _store.LookAsync(target, CancellationToken.None).ConfigureAwait(false) is not null)
        {
            return Step.Skip($"there is already an object {target}");
        }

        try
        {
            S3PutResult copy = await _store.CopyAsync(
                task.Name, task.State!, target, task.State!, CancellationToken.None).ConfigureAwait(false);
            return copy.IsStored
                ? await DeleteCopiedAsync(task, target, copy).ConfigureAwait(false)
                : ObjectLook.Changed;
        }
        catch (S3Exception unknown)
        {
            return Step.Unfinished($"it is not known whether there is a copy {target}: {unknown.Message.TrimEnd('.')}");
        }
    }

    private async ValueTask<Step> DeleteCopiedAsync(ObjectTask task, ReportName target, S3PutResult copy)
    {
        ObjectState? now = await _store.LookAsync(target, CancellationToken.None).ConfigureAwait(false);
        if (now?.Size != task.State!.Size)
        {
            return Step.Unfinished($"its copy {target} is not complete");
        }

        Step step = await DeleteAsync(task).ConfigureAwait(false);
        if (step.IsDone && IsHeld(task))
        {
            step = await TakeBackUnlessKeptAsync(task, target).ConfigureAwait(false);
        }

        if (step.Status is ActStatus.Skipped or ActStatus.Failed)
        {
            await _store.RemoveAsync(target, copy, CancellationToken.None).ConfigureAwait(false);
        }

        return step;
    }

    private void ForEach(
        IReadOnlyList<ObjectTask> tasks, Func<ObjectTask, CancellationToken, ValueTask> act,
        CancellationToken cancellation)
    {
        ObjectTask[] open = [.. tasks.Where(static task => task.Outcome is null)];
        _requests.Run(
            open.Length, (i, stop) => act(open[i], stop), (i, against) => open[i].Outcome ??= against, cancellation);
    }

    private void CloseKeepers()
    {
        foreach (HashedFile file in _keepers.Values.SelectMany(static keepers => keepers)
            .Select(static keeper => keeper.File).OfType<HashedFile>())
        {
            file.Dispose();
        }

        _keepers.Clear();
    }
}
