using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes or moves the objects of a batch, each after its keeper was looked at once more.</summary>
/// <remarks>Not thread-safe, but sends requests in parallel.</remarks>
internal sealed class ObjectActor : IDisposable
{
    /// <summary>The number of objects whose intents are written to the journal together.</summary>
    internal const int ObjectsAtOnce = 256;

    // More kept copies of a group hardly prove what these do not.
    private const int KeepersMax = 8;

    private static readonly Step s_vanished = Step.Skip("it no longer exists");
    private static readonly Step s_changed = Step.Skip("it has changed since the plan was made");
    private static readonly Step s_keeperChanged = Step.Skip("the keeper no longer exists, or has changed");

    private readonly IChangeableVolume _volume;
    private readonly ActOptions _options;
    private readonly JournalNumbers _numbers;
    private readonly FolderPool _folders;
    private readonly ObjectStore _store;
    private readonly ObjectProof _proof;
    private readonly ObjectRequests _requests = new();
    private readonly BucketLocks _locks;
    private readonly Dictionary<PlanGroup, List<ObjectKeeper>> _keepers = new(ReferenceEqualityComparer.Instance);

    internal ObjectActor(
        IChangeableVolume volume, ActOptions options, Func<string, S3Client> clients, JournalNumbers numbers,
        string run)
    {
        (_volume, _options, _numbers) = (volume, options, numbers);
        _folders = new FolderPool(volume);
        _store = new ObjectStore(clients, options.Time);
        _proof = new ObjectProof(_store, options.DownloadBytesMax, options.Trust);
        _locks = new BucketLocks(_store, _requests, run, options.Notice);
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
        ForEach(tasks, LookAsync, cancellation);
        foreach (PlanGroup group in tasks.Where(static task => task.Outcome is null).Select(static task => task.Group)
            .Distinct<PlanGroup>(ReferenceEqualityComparer.Instance))
        {
            FindKeepers(group, [.. tasks.Where(task => ReferenceEquals(task.Group, group))], cancellation);
        }

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
        ForEach(
            tasks, async (task, _) => task.Outcome = _locks.WhyNot(task) ?? (_options.Action == ActionKind.Move
                ? await MoveAsync(task).ConfigureAwait(false)
                : await DeleteAsync(task).ConfigureAwait(false)), cancellation);
        foreach (ObjectTask task in tasks.Where(static task => task.Outcome is { IsDone: true }))
        {
            bool isVersioned = _locks.Of(task).IsVersioned;
            task.FreedBytes = isVersioned || _options.Action == ActionKind.Move ? 0 : task.State!.Size;
        }
    }

    private async ValueTask LookAsync(ObjectTask task, CancellationToken cancellation)
    {
        ObjectState? state = await _store.LookAsync(task.Name, cancellation).ConfigureAwait(false);
        FileFacts planned = task.Copy.Facts;
        if (state is null)
        {
            task.Outcome = s_vanished;
        }
        else if (state.Size != planned.Size || !IsAt(state.Modified, planned.Modified))
        {
            task.Outcome = s_changed;
        }
        else if (state.Lock is not null || state.IsArchived)
        {
            task.Outcome = Step.Skip(state.Lock ?? "it is archived");
        }
        else
        {
            task.State = await _store.CompleteAsync(task.Name, state, cancellation).ConfigureAwait(false);
        }
    }

    // Some servers list times with a fraction of a second.
    private static bool IsAt(FileTime time, FileTime planned) =>
        planned == default || Math.Abs(time.Seconds - planned.Seconds) <= 1;

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

        foreach (ObjectTask task in found.Count == 0 ? tasks : [])
        {
            task.Outcome ??= against ?? s_keeperChanged;
        }
    }

    private async ValueTask<(ObjectKeeper? Keeper, Step? Why)> LookAtKeeperAsync(
        ReportName name, long size, CancellationToken cancellation)
    {
        ObjectState? state = await _store.LookAsync(name, cancellation).ConfigureAwait(false);
        return state switch
        {
            null => (null, s_keeperChanged),
            { IsArchived: true } => (null, Step.Skip("the keeper is archived")),
            _ => state.Size == size ? (new ObjectKeeper(name, null, state), null) : (null, s_keeperChanged),
        };
    }

    private async ValueTask ProveAsync(ObjectTask task, CancellationToken cancellation)
    {
        List<ObjectKeeper> keepers = _keepers[task.Group];
        ObjectKeeper keeper = keepers.Find(one => _proof.Known(task.State!, one) == true) ?? keepers[0];
        task.Keeper = keeper;
        task.Outcome = await _proof.ProveAsync(task.Name, task.State!, keeper, cancellation).ConfigureAwait(false);
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

        ObjectKeeper keeper = task.Keeper!;
        long number = _numbers.Next();
        task.Intent = new JournalIntent
        {
            Number = number,
            Name = task.Name,
            Temporary = _numbers.TemporaryOf(number),
            Facts = task.State!.FactsOf(task.Name),
            Extras = task.State.ToExtras(),
            Keeper = keeper.Name,
            KeeperFacts = keeper.Facts,
            Target = target,
        };
    }

    private async ValueTask<Step?> WhyNotNowAsync(ObjectTask task)
    {
        ObjectKeeper keeper = task.Keeper!;
        bool isKept = keeper.File is { } file
            ? file.IsUnchanged
            : (await _store.LookAsync(keeper.Name, CancellationToken.None).ConfigureAwait(false))?.ETag
                == keeper.State!.ETag;
        return isKept ? null : s_keeperChanged;
    }

    private async ValueTask<Step> DeleteAsync(ObjectTask task)
    {
        if (await WhyNotNowAsync(task).ConfigureAwait(false) is { } against)
        {
            return against;
        }

        string etag = task.State!.ETag;
        if (!_locks.Of(task).ChecksETags)
        {
            ObjectState? now = await _store.LookAsync(task.Name, CancellationToken.None).ConfigureAwait(false);
            if (now?.ETag != etag)
            {
                return now is null ? s_vanished : s_changed;
            }
        }

        try
        {
            S3Status status = await _store.DeleteAsync(task.Name, etag, CancellationToken.None).ConfigureAwait(false);
            return status switch
            {
                S3Status.Ok => Step.Done,
                S3Status.NotFound => s_vanished,
                S3Status.PreconditionFailed => s_changed,
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
            return copy.IsStored ? await DeleteCopiedAsync(task, target, copy).ConfigureAwait(false) : s_changed;
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
