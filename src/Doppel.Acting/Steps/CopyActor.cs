using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Acts on the copies of a batch in turn: proves each copy and performs the steps for its names.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class CopyActor : IDisposable
{
    // No lease shows an open call that has found the old file but does not count as a writer yet. Acting on up to this
    // many further copies before the old file is removed gives such a call time to become visible. 128 files are kept
    // open and leased for that; with those proved ahead and those about to be closed, at most 352.
    private const int BegunMax = 64;

    // Writers have to wait just as long, and comparing large files must not prolong it.
    private const long BegunBytesMax = 8 << 20;

    private static readonly Step s_fileStays = Step.Skip("the file that it points to stays");

    private readonly IChangeableVolume _volume;
    private readonly ActionKind _action;
    private readonly ActLog _log;
    private readonly BatchChecks _checks;
    private readonly StateNotes _states;
    private readonly FileProof _proof;
    private readonly MediaProof _mediaProof;
    private readonly PairPrefetcher _pairs;
    private readonly BlockSharing _sharing;
    private readonly LinkRetargeting _retargeting;
    private readonly SidecarWriting _sidecars;
    private readonly CompanionMoves _moves;
    private readonly INameSteps _steps;
    private readonly Queue<BegunCopy> _begun = [];
    private long _begunBytes;

    internal CopyActor(
        IChangeableVolume volume, ActionKind action, TrashBin bin, StatPrefetcher prefetcher, BatchChecks checks,
        StateNotes states, ActLog log, TimeProvider time)
    {
        _volume = volume;
        _action = action;
        _log = log;
        _checks = checks;
        _states = states;
        _proof = new FileProof(volume, log.Progress);
        _mediaProof = new MediaProof(volume);
        _pairs = new PairPrefetcher(volume, prefetcher);
        _sharing = new BlockSharing(volume);
        var replacement = new Replacer(volume);
        var copier = new FileCopier(volume, _proof);
        var removal = new NameRemoval(volume);
        var rescue = new Rescue(volume, copier);
        _sidecars = new SidecarWriting(volume, copier, log, time);
        _moves = new CompanionMoves(volume, copier, _proof, log);
        _retargeting = new LinkRetargeting(volume, replacement);
        _steps = action switch
        {
            ActionKind.Delete => new DeleteSteps(removal, rescue),
            ActionKind.Move or ActionKind.Trash => new MoveSteps(volume, removal, copier, bin, log),
            _ => new LinkSteps(volume, replacement, rescue),
        };
    }

    /// <summary>
    /// Gets the copies of groups whose keeper has reached its limit of names: the copy that hit the limit, and those
    /// that wait for the next keeper.
    /// </summary>
    internal Dictionary<PlanGroup, List<PlanCopy>> ExhaustedKeepers { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>Closes all open files.</summary>
    public void Dispose()
    {
        foreach (BegunCopy begun in _begun)
        {
            begun.Pair?.Dispose();
        }

        _pairs.Dispose();
        _moves.Dispose();
        _proof.Dispose();
        _mediaProof.Dispose();
    }

    /// <summary>Acts on a batch whose intents are in the journal.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    internal void Act(IReadOnlyList<CopyTask> batch, CancellationToken cancellation)
    {
        Step? against = _checks.Begin(batch, cancellation);
        for (int i = 0; i < batch.Count; i++)
        {
            CopyTask task = batch[i];
            if (cancellation.IsCancellationRequested)
            {
                against = Step.Skip(ActResult.Interrupted);
            }

            if (against is null && _action != ActionKind.Reflink)
            {
                _pairs.Reach(batch, i, cancellation);
            }

            if ((against ?? WhyBelongs(task) ?? _checks.WhyNot(task)) is { } step)
            {
                Add(new BegunCopy(task, null, [.. task.Names.Select(name => new BegunName(name, [], step))]));
            }
            else if (ExhaustedKeepers.TryGetValue(task.Group, out List<PlanCopy>? later))
            {
                later.Add(task.Copy);
                foreach (NameTask name in task.Names)
                {
                    _log.Supersede(name.Intent);
                }
            }
            else if (_action == ActionKind.Reflink)
            {
                Share(task, cancellation);
            }
            else
            {
                Begin(task, _pairs.Take(i), cancellation);
            }
        }

        FinishAll();
        _pairs.BeginClosing();
        _log.Commit();
        _pairs.CloseAll();
    }

    // All names of an inode share its blocks. On btrfs and XFS, sharing changes no time of either file, so the catalog
    // knows both as before.
    private void Share(CopyTask task, CancellationToken cancellation)
    {
        NameTask first = task.Names[0];
        Step shared = _sharing.Share(
            (first.Keeper, first.Intent.KeeperFacts), (first.Place, first.Intent.Facts), cancellation);
        foreach (NameTask name in task.Names)
        {
            Conclude(name, shared, "", name == task.Names[^1] ? task.Copy.UnsharedBytes : 0);
        }
    }

    private void Begin(CopyTask task, ProvedPair? pair, CancellationToken cancellation)
    {
        Step? against = WhyNotAlong(task, cancellation);
        if (against is not null)
        {
            pair?.Dispose();
            pair = null;
        }
        else if (task.Group.IsAlone)
        {
            against = ProvedPair.OpenAlone(_volume, task.Names[0], out pair);
        }
        else if (pair is null)
        {
            against = ProvedPair.Open(
                _volume, task.Names[0], _proof, cancellation, out pair,
                _checks.ClaimOf(task) is { } claim ? (_mediaProof, claim) : null);
        }

        if (pair is not null)
        {
            pair.ReadsKeeperAgain = task.ReadsKeeperAgain;
        }

        against ??= _moves.Begin(task) ?? _sidecars.Write(task, pair!);
        List<BegunName> names = [];
        foreach (NameTask name in task.Names)
        {
            BegunName begun = against is { } step ? new BegunName(name, [], step) : BeginWithLinks(name, pair!);
            if (begun.Outcome?.Cause == VolumeErrorKind.TooManyNames && _action == ActionKind.HardLink)
            {
                ExhaustedKeepers[task.Group] = [task.Copy];
                against = Step.Idle(
                    "it stays as a further keeper: the first has as many names as the file system allows");
                begun = begun with { Outcome = against };
            }

            names.Add(begun);
        }

        Add(new BegunCopy(task, pair, names));
    }

    // A companion goes once all files that it belongs to are gone. They are in the same folder.
    private Step? WhyBelongs(CopyTask task)
    {
        if (!task.Group.IsOfCompanions)
        {
            return null;
        }

        if (_begun.Any(begun => begun.Names.Any(name => task.Group.CompanionOf.Contains(name.Name.Intent.Name))))
        {
            FinishAll();
        }

        bool isAny = task.Group.CompanionOf.Any(main => _volume.Stat(
            task.Names[0].Place.Folder, PlanPaths.BareOf(main), LinkPolicy.Stay, FactFields.None, out _).Kind
                != VolumeErrorKind.Vanished);
        if (isAny && task.Group.IsMoved)
        {
            _moves.TakeBack(task.Group);
        }

        return isAny ? UnitPreparation.MainStays : null;
    }

    // A file whose companion would have to stay stays too, so equality is proved before the file goes.
    private Step? WhyNotAlong(CopyTask task, CancellationToken cancellation)
    {
        foreach (NameTask companion in task.Companions.SelectMany(static one => one.Names))
        {
            Step? against = ProvedPair.Open(_volume, companion, _proof, cancellation, out ProvedPair? pair);
            pair?.Dispose();
            if (against is { } why)
            {
                return Step.Skip($"its companion {companion.Intent.Name} stays: {why.Reason}");
            }
        }

        return null;
    }

    // A symbolic link is retargeted to the keeper before the file it points to is removed, so that it leads to the
    // content at every instant.
    private BegunName BeginWithLinks(NameTask name, ProvedPair pair)
    {
        List<NameTask> led = [];
        Step? against = null;
        foreach (NameTask link in name.Links)
        {
            Step step = against is null ? _retargeting.Retarget(link, pair) : s_fileStays;
            if (step.IsDone)
            {
                led.Add(link);
                continue;
            }

            against ??= Step.Skip($"the symbolic link {link.Intent.Name} to it stays as it is: {step.Reason}");
            _log.ConcludeLink(link, step);
        }

        return new BegunName(name, led, against ?? _steps.Begin(name, pair));
    }

    private void Add(BegunCopy copy)
    {
        _begun.Enqueue(copy);
        _begunBytes += copy.Task.Group.Size;
        while (_begun.Count > BegunMax || (_begun.Count > 1 && _begunBytes > BegunBytesMax))
        {
            FinishOne();
        }
    }

    private void FinishAll()
    {
        if (_begun.Count == 0)
        {
            return;
        }

        JournalException? failure = null;
        try
        {
            // Committing takes time. Doing it first gives the last copies about as much time between their two steps as
            // the others had.
            _log.Commit();
        }
        catch (JournalException refused)
        {
            failure = refused;
        }

        // The begun copies are in the journal and may therefore be finished even if nothing more can be written to it.
        while (_begun.Count > 0)
        {
            FinishOne();
        }

        if (failure is not null)
        {
            throw failure;
        }
    }

    private void FinishOne()
    {
        (CopyTask task, ProvedPair? pair, IReadOnlyList<BegunName> names) = _begun.Dequeue();
        _begunBytes -= task.Group.Size;
        long freed = task.Group.IsMoved ? 0 : task.Copy.FreedBytes;
        try
        {
            foreach (BegunName begun in names)
            {
                Step done = begun.Outcome ?? _steps.Finish(begun.Name, pair!);
                bool isGone = done.Status is ActStatus.Done or ActStatus.Unfinished;
                foreach (NameTask link in begun.RetargetedLinks)
                {
                    _log.ConcludeLink(link, isGone ? Step.Done : _retargeting.PutBack(link));
                }

                Conclude(begun.Name, done, pair?.Digest ?? "", begun == names[^1] ? freed : 0);
            }

            NoteStates(task.Names[0], pair);
        }
        finally
        {
            _pairs.Close(pair);
        }
    }

    private void Conclude(NameTask name, Step step, string digest, long freedBytes)
    {
        _checks.Conclude(name, step);
        _log.Conclude(name, step, digest, freedBytes);
    }

    // An inode that gains, changes or loses a name gets another ctime, even if nothing comes of it in the end. Without
    // a lease, a program that writes and resets the time of the file would go unnoticed.
    private void NoteStates(NameTask name, ProvedPair? pair)
    {
        if (pair is null || !_states.AreKept || !pair.IsGuarded)
        {
            return;
        }

        if (!pair.IsAlone)
        {
            _states.Note(pair.Keeper, pair.KeeperFacts, name.Keeper.Folder, pair.Digests.Xxh3);
        }

        if (pair.Other != FileHandle.None)
        {
            _states.Note(pair.Other, pair.Facts, name.Place.Folder, pair.Digests.Xxh3);
        }
    }
}

/// <summary>A copy whose names have gone through the first steps, and whose files are still open.</summary>
/// <param name="Task">The copy.</param>
/// <param name="Pair">The copy and its keeper, or null if they could not be opened or differ.</param>
/// <param name="Names">The names of the copy.</param>
internal sealed record BegunCopy(CopyTask Task, ProvedPair? Pair, IReadOnlyList<BegunName> Names);

/// <summary>A name of a copy that has gone through the first steps.</summary>
/// <param name="Name">The name.</param>
/// <param name="RetargetedLinks">The symbolic links to it that have been retargeted to the keeper.</param>
/// <param name="Outcome">The outcome, or null if the last steps are still to come.</param>
internal sealed record BegunName(NameTask Name, IReadOnlyList<NameTask> RetargetedLinks, Step? Outcome);
