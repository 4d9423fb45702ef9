using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reverses a run, whether it came to its end or not, name by name, from the last to the first.</summary>
/// <remarks>
/// <para>
/// What stands under a name decides, not what the journal says came of it: what was never done is left, what is half
/// done is put back, what was done is rebuilt from the kept copy, and a name that is no longer what the run left there
/// is not touched.
/// </para>
/// <para>
/// What was lost is rebuilt from the keeper, else from another name of its group, else from where later runs have put
/// these. It is journalled itself. An interrupted undo is resumed by undoing the same run again. Not thread-safe.
/// </para>
/// </remarks>
public sealed class UndoRun : IDisposable
{
    private const int NamesPerCommit = 256;

    private readonly IChangeableVolume _volume;
    private readonly JournalFolder _journals;
    private readonly JournalReader _record;
    private readonly DeviceNumbers _devices;
    private readonly string _version;
    private readonly TimeProvider _time;
    private readonly Action<ActResult> _tell;
    private readonly FolderPool _folders;
    private readonly ContentProof _proof;
    private readonly Reversal _reversal;
    private readonly FolderReturn _return;
    private readonly TargetReturn _targets;

    /// <summary>An undo that has not begun yet.</summary>
    /// <param name="volume">Where the files lie.</param>
    /// <param name="journals">Where its journal goes; it must live as long as the undo.</param>
    /// <param name="record">The run to undo; it must stay open as long as the undo.</param>
    /// <param name="version">The program's version, for the journal.</param>
    /// <param name="time">The clock.</param>
    /// <param name="tell">Is told what came of each name.</param>
    /// <exception cref="JournalException">The run is itself an undo.</exception>
    public UndoRun(
        IChangeableVolume volume, JournalFolder journals, JournalReader record, string version, TimeProvider time,
        Action<ActResult> tell)
    {
        ArgumentNullException.ThrowIfNull(volume);
        ArgumentNullException.ThrowIfNull(journals);
        ArgumentNullException.ThrowIfNull(record);
        ArgumentNullException.ThrowIfNull(time);
        if (record.Run.Action is not { } action)
        {
            throw new JournalException($"{record.Id} is an undo itself; act again instead");
        }

        _volume = volume;
        _journals = journals;
        _version = version;
        _time = time;
        _tell = tell;
        _folders = new FolderPool(volume);
        _record = record;
        _devices = new DeviceNumbers(record, volume, _folders);
        _proof = new ContentProof(volume);
        var later = new LaterRuns(journals, _record);
        _reversal = new Reversal(
            volume, _folders, _proof, _record, action, later, new RecipeBook(volume, journals, _record.Id));
        _return = new FolderReturn(volume, _folders, later);
        _targets = new TargetReturn(volume, _folders);
    }

    /// <summary>Reverses the run. Its journal is on the disk before anything is changed.</summary>
    /// <param name="cancellation">Ends it between two names.</param>
    /// <returns>Whether no name is left that could be undone and was not.</returns>
    /// <exception cref="JournalException">
    /// The journal cannot be written; or there is too little room for what has to be rebuilt, and then nothing was
    /// changed.
    /// </exception>
    public bool Run(CancellationToken cancellation)
    {
        LookForRoom(cancellation);
        using JournalWriter journal = _journals.Begin(new JournalRun
        {
            Version = _version,
            Action = null,
            Undoes = _record.Id,
            Started = _time.GetUtcNow(),
            Command = [],
        });
        MakeFolders(journal);
        bool isWhole = ReverseFiles(journal, cancellation);
        isWhole = FinishFolders(journal, cancellation) && isWhole;
        if (isWhole)
        {
            journal.AddEnd();
        }

        journal.Commit();
        if (isWhole)
        {
            // A run that was taken back is not resumed.
            _journals.RemovePlan(_record.Id);
        }

        return isWhole;
    }

    /// <summary>Closes what is open.</summary>
    public void Dispose()
    {
        _folders.Dispose();
        _proof.Dispose();
        _reversal.Dispose();
    }

    private bool ReverseFiles(JournalWriter journal, CancellationToken cancellation)
    {
        bool isWhole = true;
        int told = 0;
        var held = new HeldFile();
        JournalIntent? heldFor = null;
        foreach (JournalBatch batch in Backward())
        {
            foreach (JournalIntent[] names in Inodes(batch))
            {
                if (cancellation.IsCancellationRequested)
                {
                    Close(held);
                    return false;
                }

                // A file with more names than a batch holds goes on in the batch before.
                bool goesOn = GoesOn(batch, names);
                if (heldFor is null || !Identity.SameInode(heldFor.Facts, names[0].Facts))
                {
                    Close(held);
                    held.File = goesOn ? FindSource(batch, names) : FileHandle.None;
                }

                // All names of one inode come back as names of one inode.
                foreach ((JournalIntent intent, Step step) in Reverse(batch, names, held))
                {
                    isWhole &= Conclude(journal, intent, step);
                }

                heldFor = goesOn ? names[0] : null;
                if (!goesOn)
                {
                    Close(held);
                }

                if (++told % NamesPerCommit == 0)
                {
                    journal.Commit();
                }

                _folders.Clear();
            }
        }

        Close(held);
        return isWhole;
    }

    private bool FinishFolders(JournalWriter journal, CancellationToken cancellation)
    {
        bool isWhole = !cancellation.IsCancellationRequested;
        foreach (JournalBatch batch in isWhole ? _record.Batches().Select(_devices.Renew) : [])
        {
            // Those that lie in others come before these.
            foreach (JournalIntent folder in FoldersOf(batch))
            {
                isWhole &= Conclude(journal, folder, _return.Finish(batch, folder));
            }

            journal.Commit();
        }

        return isWhole;
    }

    private void Close(HeldFile held)
    {
        if (held.File != FileHandle.None)
        {
            _volume.Close(held.File);
            held.File = FileHandle.None;
        }
    }

    // A name that still carries the inode may be in any of the batches that have names of it.
    private FileHandle FindSource(JournalBatch batch, JournalIntent[] names)
    {
        FileHandle found = _reversal.FindSource(batch, names);
        while (found == FileHandle.None && GoesOn(batch, names)
            && _record.BatchAt(batch.Index - 1) is { } before)
        {
            batch = _devices.Renew(before);
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

    private IEnumerable<(JournalIntent Intent, Step Step)> Reverse(
        JournalBatch batch, JournalIntent[] names, HeldFile held) =>
        names[0].OldTarget.IsEmpty ? _reversal.Reverse(batch, names, held) : ReverseLinks(names);

    private IEnumerable<(JournalIntent Intent, Step Step)> ReverseLinks(JournalIntent[] links)
    {
        foreach (JournalIntent link in links)
        {
            yield return (link, _targets.Reverse(link));
        }
    }

    private IEnumerable<JournalBatch> Backward() => _record.BatchesFromLast().Select(_devices.Renew);

    // A name that was tried with a keeper that was full, and then with another, counts as what it was last.
    private static IEnumerable<JournalIntent[]> Inodes(JournalBatch batch) => batch.Intents.Reverse()
        .Where(intent => intent.Facts.Kind != EntryKind.Folder && !batch.IsSuperseded(intent))
        .DistinctBy(static intent => intent.Name)
        .GroupBy(static intent => (intent.Facts.Device, intent.Facts.Inode))
        .Select(static names => names.ToArray());

    // Numbered from below.
    private static IEnumerable<JournalIntent> FoldersOf(JournalBatch batch) =>
        batch.Intents.Where(intent => intent.Facts.Kind == EntryKind.Folder && !batch.IsSuperseded(intent));

    // That they are its own is on the disk before: if it is interrupted, the next one knows them by that.
    private void MakeFolders(JournalWriter journal)
    {
        foreach (JournalBatch batch in Backward())
        {
            List<JournalIntent> missing = [];
            foreach (JournalIntent folder in FoldersOf(batch).Reverse())
            {
                if (_return.IsMissing(folder))
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
                _return.Make(folder);
                _folders.Clear();
            }
        }
    }

    private bool Conclude(JournalWriter journal, JournalIntent intent, Step step)
    {
        journal.Add(new JournalOutcome(intent.Number, step.Status, step.Reason, ""));
        _tell(new ActResult(intent.Name, intent.Keeper, step.Status, step.Reason, 0));
        return step.Status is ActStatus.Done or ActStatus.Skipped or ActStatus.Idle;
    }

    // Half of it rebuilt and the disk full would be a worse place than the one that the run has left.
    private void LookForRoom(CancellationToken cancellation)
    {
        var room = new RoomCheck(_volume);
        FileFacts? counted = null;
        foreach (JournalBatch batch in Backward())
        {
            foreach (JournalIntent[] names in Inodes(batch))
            {
                if (cancellation.IsCancellationRequested)
                {
                    return;
                }

                // One with names in several batches is written once.
                if (counted is not { } known || !Identity.SameInode(known, names[0].Facts))
                {
                    Count(room, batch, names);
                }

                counted = GoesOn(batch, names) ? names[0].Facts : null;
                _folders.Clear();
            }
        }

        if (room.WhyNot() is { } missing)
        {
            throw new JournalException($"{missing}; nothing was changed");
        }
    }

    private void Count(RoomCheck room, JournalBatch batch, JournalIntent[] names)
    {
        FileHandle elsewhere = GoesOn(batch, names) ? FindSource(batch, names) : FileHandle.None;
        if (elsewhere != FileHandle.None)
        {
            _volume.Close(elsewhere);
            return;
        }

        long bytes = _reversal.BytesToWrite(batch, names, out OpenFolder where);
        if (bytes != 0)
        {
            room.Add(where, bytes);
        }
    }
}
