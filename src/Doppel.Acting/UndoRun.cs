using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reverses a finished or interrupted run, name by name, from the last to the first.</summary>
/// <remarks>
/// <para>
/// What is found under a name decides, not the outcome in the journal: what was never done is left alone, half-done
/// changes are rolled back, completed changes are reversed by rebuilding the file from the kept copy, and a name that
/// no longer is what the run left there is not touched.
/// </para>
/// <para>
/// Lost content is rebuilt from the keeper, else from another name of its group, else from where later runs have moved
/// these. The undo keeps a journal of its own. To resume an interrupted undo, undo the same run again. Not thread-safe.
/// </para>
/// </remarks>
public sealed partial class UndoRun : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly JournalFolder _journals;
    private readonly JournalReader _record;
    private readonly DeviceNumbers _devices;
    private readonly UndoOptions _options;
    private readonly Action<ActResult> _onResult;
    private readonly ActProgress _progress;
    private readonly ActionKind _action;
    private readonly UndoScope _scope;
    private readonly LaterRuns _later;
    private readonly FolderPool _folders;
    private readonly FileProof _proof;
    private readonly StateNotes _states;
    private readonly Reversal _reversal;
    private readonly FolderRestorer _return;
    private readonly LinkTargetRestorer _targets;
    private readonly ObjectRestorer _objects;
    private readonly TagRestorer _tags;

    /// <summary>Creates an undo. Nothing is changed until <see cref="Run"/> is called.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="journals">The folder for the undo's journal. Must not be disposed before the undo.</param>
    /// <param name="record">The journal of the run to undo. Must stay open as long as the undo.</param>
    /// <param name="options">Configures the undo.</param>
    /// <param name="onResult">Receives the result for each name.</param>
    /// <param name="progress">Counts what is finished. Optional.</param>
    /// <exception cref="JournalException">The run is itself an undo.</exception>
    public UndoRun(
        IChangeableVolume volume, JournalFolder journals, JournalReader record, UndoOptions options,
        Action<ActResult> onResult, ActProgress? progress = null)
    {
        ArgumentNullException.ThrowIfNull(volume);
        ArgumentNullException.ThrowIfNull(journals);
        ArgumentNullException.ThrowIfNull(record);
        ArgumentNullException.ThrowIfNull(options);
        if (record.Run.Action is not { } action)
        {
            throw new JournalException($"{record.Id} is itself an undo; run the command again instead");
        }

        _volume = volume;
        _journals = journals;
        _options = options;
        _onResult = onResult;
        _progress = progress ?? new ActProgress();
        _action = action;
        _scope = new UndoScope(options.Only);
        _folders = new FolderPool(volume);
        _record = record;
        _devices = new DeviceNumbers(record, volume);
        _proof = new FileProof(volume, _progress);
        _later = new LaterRuns(journals, _record);
        _states = new StateNotes(volume, options.Catalog);
        _reversal = new Reversal(
            volume, _folders, _proof, _states, _record, _devices, action, _later,
            new RecipeBook(volume, journals, _record.Id),
            options.Buckets is null ? null : new ObjectFetcher(volume, new ObjectStore(options.Buckets, options.Time)),
            new HostFetcher(volume, options.Hosts));
        _return = new FolderRestorer(volume, _folders, _later);
        _targets = new LinkTargetRestorer(volume, _folders);
        _tags = new TagRestorer(volume, _folders, new FileCopier(volume, _proof));
        _objects = new ObjectRestorer(
            volume, new ContentSearch(volume, _proof, _record, _devices, _later), _record, action, options.Buckets,
            options.Time);
    }

    /// <summary>Reverses the run. The undo's journal is on disk before anything is changed.</summary>
    /// <param name="cancellation">Cancels the undo between names.</param>
    /// <returns>Whether every name that could be undone was undone.</returns>
    /// <exception cref="JournalException">
    /// The journal cannot be written, or there is too little free space for the files to rebuild. If space is missing,
    /// nothing was changed.
    /// </exception>
    public bool Run(CancellationToken cancellation)
    {
        UndoSurvey expected = Survey(cancellation, out RoomCheck room, out long bytes);

        // A half-rebuilt state and a full disk would be worse than what the run has left.
        if (room.WhyNot() is { } missing)
        {
            throw new JournalException($"{missing}; nothing was changed");
        }

        _progress.Expect(expected.Names, bytes);
        using JournalWriter journal = _journals.Begin(new JournalRun
        {
            Version = _options.Version,
            Action = null,
            Undoes = _record.Id,
            Started = _options.Time.GetUtcNow(),
            Command = _options.Command,
            Only = _options.Only,
        });
        foreach (ReportName top in _record.TopFolders())
        {
            journal.AddChanged(top);
        }

        MakeFolders(journal);
        bool isWhole = ReverseFiles(journal, cancellation);
        isWhole = ReverseTags(cancellation) && isWhole;
        isWhole = FinishFolders(journal, cancellation) && isWhole;
        if (!cancellation.IsCancellationRequested)
        {
            new CreatedFolders(_volume, _folders, _devices).RemoveEmpty();
            _objects.RemoveLocks();
        }

        bool isPart = isWhole && _scope.IsPart && RemainsAny();
        if (isWhole)
        {
            journal.AddEnd(isPart);
        }

        journal.Commit();
        _states.Save();
        if (isWhole && !isPart)
        {
            // A run that has been undone is not resumed.
            _journals.RemovePlan(_record.Id);
        }

        return isWhole;
    }

    /// <summary>Closes all open files and folders.</summary>
    public void Dispose()
    {
        _folders.Dispose();
        _proof.Dispose();
        _states.Dispose();
        _reversal.Dispose();
        _objects.Dispose();
    }

    private bool ReverseFiles(JournalWriter journal, CancellationToken cancellation)
    {
        using var queue = new ReversalQueue(
            _volume, _folders, (batch, intent, step) => Conclude(journal, batch, intent, step), () =>
            {
                journal.Commit();
                _states.Flush();
            });
        Reverse(queue, cancellation);
        queue.Complete();
        return queue.IsWhole && !cancellation.IsCancellationRequested;
    }

    private void Reverse(ReversalQueue queue, CancellationToken cancellation)
    {
        var held = new HeldFile();
        JournalIntent? heldFor = null;
        foreach (JournalBatch batch in Backward())
        {
            JournalIntent[][] inodes = [.. Inodes(batch)];
            _objects.ReverseAtServer(
                batch, [.. inodes.Select(static names => names[0]).Where(static name => ObjectName.Is(name.Name))],
                cancellation);
            foreach (JournalIntent[] names in inodes)
            {
                if (cancellation.IsCancellationRequested)
                {
                    Close(held, queue);
                    return;
                }

                // A file with more names than a batch holds continues in the previous batch.
                bool goesOn = GoesOn(batch, names);
                bool isNext = heldFor is null || !Identity.SameInode(heldFor.Facts, names[0].Facts);
                if (queue.Holds(names))
                {
                    Settle(queue);
                }

                if (isNext)
                {
                    Close(held, queue);
                    held = new HeldFile { File = goesOn ? FindSource(batch, names) : FileHandle.None };
                }

                // All names of one inode return as names of one inode.
                Reverse(batch, names, held, queue);
                _progress.Finish(0, isNext ? BytesOf(batch, names) : 0);
                heldFor = goesOn ? names[0] : null;
                if (!goesOn)
                {
                    Close(held, queue);
                    held = new HeldFile();
                }

                if (queue.IsFull || goesOn)
                {
                    Settle(queue);
                    LetGo(held);
                }
            }
        }

        Close(held, queue);
    }

    private void Settle(ReversalQueue queue)
    {
        queue.Settle();
        _folders.Clear();
    }

    // If other files took all names of a rebuilt file, it has none from which further names could be linked.
    private void LetGo(HeldFile held)
    {
        if (held.File != FileHandle.None && !_volume.Stat(held.File, out FileFacts facts).Failed && facts.Links == 0)
        {
            _volume.Close(held.File);
            held.File = FileHandle.None;
        }
    }

    private bool FinishFolders(JournalWriter journal, CancellationToken cancellation)
    {
        bool isWhole = !cancellation.IsCancellationRequested;
        if (isWhole)
        {
            foreach (JournalBatch batch in _devices.Batches())
            {
                // Folders inside other folders come first.
                JournalIntent[] inBatch = [.. FoldersOf(batch)];
                foreach (JournalIntent folder in inBatch)
                {
                    isWhole &= Conclude(
                        journal, batch, folder, _devices.WhyMissing(folder.Name) ?? _return.Finish(batch, folder));
                    _folders.Clear();
                }

                if (inBatch.Length > 0)
                {
                    journal.Commit();
                }
            }
        }

        return isWhole;
    }

    // The names of the file are finished before it is closed.
    private void Close(HeldFile held, ReversalQueue queue) => queue.AddClosing(() =>
    {
        if (held.File != FileHandle.None)
        {
            _volume.Close(held.File);
            held.File = FileHandle.None;
        }
    });

    // The name that still refers to the inode may be in any of the batches with names of this inode.
    private FileHandle FindSource(JournalBatch batch, JournalIntent[] names)
    {
        FileHandle found = _reversal.FindSource(batch, names);
        while (found == FileHandle.None && GoesOn(batch, names)
            && _devices.BatchAt(batch.Index - 1) is { } before)
        {
            batch = before;
            names = [.. batch.Intents.Where(intent => Identity.SameInode(intent.Facts, names[0].Facts))];
            if (names.Length == 0)
            {
                break;
            }

            found = _reversal.FindSource(batch, names);
        }

        return found;
    }

    private static bool GoesOn(JournalBatch batch, JournalIntent[] names) =>
        batch.IsContinued && Identity.SameInode(batch.Intents[0].Facts, names[0].Facts);

    private void Reverse(JournalBatch batch, JournalIntent[] names, HeldFile held, ReversalQueue queue)
    {
        if (ObjectName.Is(names[0].Name))
        {
            queue.Add(batch, names[0], _objects.Reverse(batch, names[0]));
        }
        else if (_devices.WhyMissing(names[0].Name) is { } missing)
        {
            foreach (JournalIntent name in names)
            {
                queue.Add(batch, name, missing);
            }
        }
        else if (names[0].OldTarget.IsEmpty)
        {
            _reversal.Reverse(batch, names, held, queue);
        }
        else
        {
            // A link leads back to a file once that file has its name.
            foreach (JournalIntent link in names)
            {
                queue.Add(batch, link, new Reversed(Step.Done, error => error.Failed
                    ? Step.Fail(_volume, "the file that it points to cannot be flushed to disk", error)
                    : _targets.Reverse(link)));
            }
        }
    }

    private IEnumerable<JournalBatch> Backward() => _devices.BatchesFromLast();

    // For a name that was tried with a keeper at its limit of names and then with another one, the last intent counts.
    private IEnumerable<JournalIntent[]> Inodes(JournalBatch batch) => batch.Intents.Reverse()
        .Where(intent => intent.Facts.Kind != EntryKind.Folder && !batch.IsSuperseded(intent)
            && _scope.Contains(intent.Name))
        .DistinctBy(static intent => intent.Name)
        .GroupBy(static intent => (intent.Facts.Device, intent.Facts.Inode))
        .Select(static names => names.ToArray());

    // Folders are numbered from the deepest upward.
    private IEnumerable<JournalIntent> FoldersOf(JournalBatch batch) => batch.Intents.Where(
        intent => intent.Facts.Kind == EntryKind.Folder && !batch.IsSuperseded(intent) && _scope.Needs(intent.Name));

    // A folder may be inside one that an earlier batch names. It is created in the next pass.
    private void MakeFolders(JournalWriter journal)
    {
        while (MakeFoldersOnce(journal))
        {
        }
    }

    // The journal records on disk which folders this undo creates before it creates them. If it is interrupted, the
    // next undo recognizes them by that. Returns whether some, but not all, could be created.
    private bool MakeFoldersOnce(JournalWriter journal)
    {
        (bool isAnyMade, bool isAnyMissing) = (false, false);
        foreach (JournalBatch batch in Backward())
        {
            List<JournalIntent> missing = [];
            foreach (JournalIntent folder in FoldersOf(batch).Reverse())
            {
                if (_devices.WhyMissing(folder.Name) is null && _return.IsMissing(folder))
                {
                    missing.Add(folder);
                }

                _folders.Clear();
            }

            if (missing.Count > 0)
            {
                journal.AddMade([.. missing.Select(static folder => folder.Number)]);
                journal.Commit();
            }

            foreach (JournalIntent folder in missing)
            {
                bool isMade = _return.Make(folder) is null;
                isAnyMade |= isMade;
                isAnyMissing |= !isMade;
                _folders.Clear();
            }
        }

        return isAnyMade && isAnyMissing;
    }

    private bool Conclude(JournalWriter journal, JournalBatch batch, JournalIntent intent, Step step)
    {
        if (step.Status == ActStatus.Skipped && _later.Earlier.Restored.Contains(intent.Number))
        {
            step = Step.Idle("an earlier undo has restored it");
        }

        step = Leftovers.Name(_volume, _folders, intent, step);
        _progress.Finish(ComesBack(batch, intent) ? 1 : 0, 0);
        journal.Add(new JournalOutcome(intent.Number, step.Status, step.Reason, ""));
        _onResult(new ActResult(intent.Name, intent.Keeper, step.Status, step.Reason, 0)
        {
            IsFolder = intent.Facts.Kind == EntryKind.Folder,
            IsRestoredLink = IsLink(intent),
        });
        return step.Status is ActStatus.Done or ActStatus.Skipped or ActStatus.Idle;
    }
}
