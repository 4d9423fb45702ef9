using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Acts on objects in buckets, and on files whose copies stay elsewhere.</content>
public sealed partial class ActRun
{
    private ObjectStore? _store;
    private ObjectProof? _proof;

    // For all objects of the run, so that no kind of digest is tried twice.
    private ObjectStore Store => _store ??= new ObjectStore(_options.Buckets!, _options.Time);

    private ObjectProof Proof => _proof ??= new ObjectProof(Store, _options.DownloadBytesMax, _options.Trust);

    private static PlanGroup[] OfFiles(IReadOnlyList<PlanGroup> groups) =>
        [.. groups.Where(static group => !group.IsOfObjects && (group.IsAlone || !group.Keep[0].IsElsewhere))];

    // Files of which a copy stays in a bucket.
    private void RunFilesOfObjects(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        PlanGroup[] kept = [.. groups.Where(static group => group.IsKeptInBuckets)];
        if (kept.Length > 0 && (_options.Buckets is null || _options.Action != ActionKind.Delete))
        {
            Skip(kept, Step.Skip("only a copy in a bucket stays, so it can only be deleted"));
        }
        else if (kept.Length > 0)
        {
            using var actor = new BucketFileActor(_volume, _options, Store, Proof, _journal.Numbers, Id);
            Delete(actor, SmallestFirst(kept), cancellation);
        }
    }

    // Files of which a copy stays on another machine, as it proves them.
    private void RunFilesOfHosts(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        List<PlanGroup> open = [.. groups.Where(static group => group.IsKeptOnHosts)];
        if (open.Count == 0)
        {
            return;
        }

        if (_options.Hosts is not { } proofs || _options.Action != ActionKind.Delete)
        {
            Skip(open, Step.Skip("only a copy on another machine stays; doppel fleet delete has that proved first"));
            return;
        }

        using var actor = new HostFileActor(_volume, _options, proofs, _journal.Numbers);
        actor.Ask(open, cancellation);
        while (open.Count > 0 && !cancellation.IsCancellationRequested)
        {
            List<PlanGroup> answered = actor.TakeAnswered(open);
            if (answered.Count == 0 && !proofs.Wait(cancellation))
            {
                (answered, open) = (open, []);
            }

            Delete(actor, answered, cancellation);
        }
    }

    // The smallest object with a digest is read to see whether it is one.
    private static IEnumerable<PlanGroup> SmallestFirst(IEnumerable<PlanGroup> groups) =>
        groups.OrderBy(static group => group.Size);

    private void Skip(IEnumerable<PlanGroup> groups, Step why)
    {
        foreach (PlanGroup group in groups)
        {
            foreach (ReportName name in group.Drop.SelectMany(static copy => copy.Names))
            {
                Tell(name, group.Keep[0].Names[0], why, 0);
            }
        }
    }

    private void Delete(FileActor actor, IEnumerable<PlanGroup> groups, CancellationToken cancellation)
    {
        List<FileTask> batch = [];
        foreach ((PlanGroup Group, PlanCopy Copy)[] next in groups
            .SelectMany(static group => group.Drop, static (group, copy) => (group, copy)).Chunk(FileActor.FilesAtOnce))
        {
            actor.LookAhead(next.Select(static one => one.Group), cancellation);
            foreach ((PlanGroup group, PlanCopy copy) in next)
            {
                if (!actor.HasRoomFor(copy))
                {
                    Delete(actor, batch, cancellation);
                }

                if (cancellation.IsCancellationRequested)
                {
                    break;
                }

                ReportName keeper = group.Keep[0].Names[0];
                FileTask? task = actor.Prepare(group, copy, (name, why) => Tell(name, keeper, why, 0), cancellation);
                batch.AddRange(task is null ? [] : [task]);
                _progress.Finish(0, task is null ? copy.Facts.Size : 0);
            }

            Delete(actor, batch, cancellation);
        }
    }

    private void Delete(FileActor actor, List<FileTask> batch, CancellationToken cancellation)
    {
        foreach (FileTask task in batch)
        {
            NoteKept(task.Copy.Group, [], task.Keeper.Name);
            foreach (NameTask name in task.Copy.Names)
            {
                _journal.Add(name.Intent with { Digest = task.File.Digest });
            }
        }

        _journal.Commit();
        Step[][] outcomes = actor.Delete(batch, cancellation);
        foreach ((FileTask task, Step[] steps) in batch.Zip(outcomes))
        {
            IReadOnlyList<NameTask> names = task.Copy.Names;
            for (int i = 0; i < names.Count; i++)
            {
                ((IActLog)this).Conclude(
                    names[i], steps[i], task.File.Digest, i == names.Count - 1 ? task.Copy.Copy.FreedBytes : 0);
            }

            task.File.Dispose();
        }

        _journal.Commit();
        batch.Clear();
        actor.EndBatch();
    }

    private void RunObjects(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        if (!groups.Any(static group => group.IsOfObjects))
        {
            return;
        }

        // What is known about an object is forgotten with its batch.
        IEnumerable<ObjectTask> tasks = SmallestFirst(groups.Where(static group => group.IsOfObjects))
            .SelectMany(static group => group.Drop, static (group, copy) => new ObjectTask(group, copy));
        if (_options.Buckets is null || _options.Action is not (ActionKind.Delete or ActionKind.Move))
        {
            foreach (ObjectTask task in tasks)
            {
                task.Outcome = Step.Skip("an object can only be deleted or moved");
                Conclude(task);
            }

            return;
        }

        using var actor = new ObjectActor(_volume, _options, Store, Proof, _journal.Numbers, Id);
        foreach (ObjectTask[] batch in tasks.Chunk(ObjectActor.ObjectsAtOnce))
        {
            if (cancellation.IsCancellationRequested)
            {
                break;
            }

            actor.Prepare(batch, cancellation);
            foreach (ObjectTask task in batch.Where(static task => task.Intent is not null))
            {
                if (!task.Group.IsAlone)
                {
                    NoteKept(task.Group, [], task.KeeperName);
                }

                _journal.Add(task.Intent!);
            }

            _journal.Commit();
            actor.Act([.. batch.Where(static task => task.Intent is not null)], cancellation);
            foreach (ObjectTask task in batch)
            {
                Conclude(task);
            }

            _journal.Commit();
        }
    }

    private void Conclude(ObjectTask task)
    {
        Step step = task.Outcome!.Value;
        long freed = step.IsDone ? task.FreedBytes : 0;
        if (task.Intent is { } intent)
        {
            _journal.Add(
                new JournalOutcome(
                    intent.Number, step.Status, step.Reason, step.IsDone ? task.Keeper?.File?.Digest ?? "" : ""),
                freed);
        }

        Tell(task.Name, task.KeeperName, step, freed);
        _progress.Finish(0, task.Copy.Facts.Size);
    }
}
