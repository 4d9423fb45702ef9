using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes or moves the objects of a batch, each after its keeper was looked at once more.</summary>
/// <remarks>Not thread-safe, but sends requests in parallel.</remarks>
internal sealed partial class ObjectActor : IGroupActor
{
    // The number of objects whose intents are written to the journal together.
    private const int ObjectsAtOnce = 256;

    // More kept copies of a group hardly prove what these do not.
    private const int KeepersMax = 8;

    private static readonly Step s_keeperChanged = Step.Skip("the keeper no longer exists, or has changed");

    private readonly IChangeableVolume _volume;
    private readonly ActOptions _options;
    private readonly ActLog _log;
    private readonly FolderPool _folders;
    private readonly ObjectStore _store;
    private readonly ObjectLook _look;
    private readonly ObjectProof _proof;
    private readonly ObjectRequests _requests = new();
    private readonly BucketLocks _locks;
    private readonly PlacePairs _places;
    private readonly Dictionary<PlanGroup, List<ObjectKeeper>> _keepers = new(ReferenceEqualityComparer.Instance);

    internal ObjectActor(
        IChangeableVolume volume, ActOptions options, ActLog log, ObjectStore store, ObjectProof proof)
    {
        (_volume, _options, _log, _store, _proof) = (volume, options, log, store, proof);
        _look = new ObjectLook(store);
        _folders = new FolderPool(volume);
        _locks = new BucketLocks(_store, _requests, log.Id, options.Notice);
        _places = new PlacePairs(options.AssumeDistinct);
    }

    /// <summary>Removes the locks from all buckets.</summary>
    public void Dispose()
    {
        CloseKeepers();
        _locks.Dispose();
        _folders.Dispose();
    }

    public IEnumerable<ActBatch> Prepare(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        // The smallest object with a digest is read to see whether it is one. What is known about an object is
        // forgotten with its batch.
        IEnumerable<ObjectTask> all = groups.Where(static group => group.IsOfObjects)
            .OrderBy(static group => group.Size)
            .SelectMany(static group => group.Drop, static (group, copy) => new ObjectTask(group, copy));
        if (_options.Buckets is null || _options.Action is not (ActionKind.Delete or ActionKind.Move))
        {
            foreach (ObjectTask task in all)
            {
                task.Outcome = Step.Skip("an object can only be deleted or moved");
                Conclude(task);
            }

            yield break;
        }

        foreach (ObjectTask[] batch in all.Chunk(ObjectsAtOnce))
        {
            if (cancellation.IsCancellationRequested)
            {
                break;
            }

            Prepare(batch, cancellation);
            yield return new ActBatch(
                batch.Select(static task => task.Intent).OfType<JournalIntent>(), () => Act(batch, cancellation));
        }
    }

    // Looks at the objects and their keepers, and proves them equal. Each gets an intent or an outcome.
    private void Prepare(IReadOnlyList<ObjectTask> tasks, CancellationToken cancellation)
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

    private void Act(ObjectTask[] batch, CancellationToken cancellation)
    {
        ActOn([.. batch.Where(static task => task.Intent is not null)], cancellation);
        foreach (ObjectTask task in batch)
        {
            Conclude(task);
        }

        _log.Commit();
    }

    // The journal names the buckets by now, so that whoever takes back an interrupted run removes its locks. What has
    // begun is finished even if the run is interrupted.
    private void ActOn(IReadOnlyList<ObjectTask> tasks, CancellationToken cancellation)
    {
        _locks.Take(tasks, cancellation);
        Skip(tasks, _locks.WhyNot);
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

    private void Conclude(ObjectTask task)
    {
        Step step = task.Outcome!.Value;
        long freed = step.IsDone ? task.FreedBytes : 0;
        if (task.Intent is { } intent)
        {
            _log.Note(intent, step, task.Keeper?.File?.Digest ?? "", freed);
        }

        _log.Tell(task.Name, task.KeeperName, step, freed);
        _log.Progress.Finish(0, task.Copy.Facts.Size);
    }

    private static void Skip(IReadOnlyList<ObjectTask> tasks, Func<ObjectTask, Step?> whyNot)
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

        long number = _log.Numbers.Next();
        task.Intent = new JournalIntent
        {
            Number = number,
            Name = task.Name,
            Temporary = _log.Numbers.TemporaryOf(number),
            Facts = task.State!.FactsOf(task.Name),
            Extras = task.State.ToExtras(task.Content),
            Keeper = task.KeeperName,
            KeeperFacts = task.Keeper?.Facts ?? default,
            Target = target,
            Digest = task.Keeper?.File?.Digest ?? task.Digest,
        };
        if (!task.Group.IsAlone)
        {
            _log.AddKept(task.Group.Keep, task.KeeperName);
        }
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
