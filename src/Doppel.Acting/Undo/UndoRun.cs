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
    private readonly JournalRecord _record;
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
    /// <param name="record">The run to undo.</param>
    /// <param name="version">The program's version, for the journal.</param>
    /// <param name="time">The clock.</param>
    /// <param name="tell">Is told what came of each name.</param>
    /// <exception cref="JournalException">The run is itself an undo.</exception>
    public UndoRun(
        IChangeableVolume volume, JournalFolder journals, JournalRecord record, string version, TimeProvider time,
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
        _record = DeviceNumbers.Renew(record, volume, _folders);
        _proof = new ContentProof(volume);
        var later = new LaterRuns(journals, _record);
        _reversal = new Reversal(
            volume, _folders, _proof, _record, action, later, new RecipeBook(volume, journals, _record.Id));
        _return = new FolderReturn(volume, _folders, _record, later);
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
        bool isWhole = true;
        int told = 0;
        foreach (JournalIntent[] names in Inodes())
        {
            if (cancellation.IsCancellationRequested)
            {
                isWhole = false;
                break;
            }

            // All names of one inode come back as names of one inode.
            foreach ((JournalIntent intent, Step step) in Reverse(names))
            {
                isWhole &= Conclude(journal, intent, step);
            }

            if (++told % NamesPerCommit == 0)
            {
                journal.Commit();
            }

            _folders.Clear();
        }

        foreach (JournalIntent folder in cancellation.IsCancellationRequested ? [] : Enumerable.Reverse(Folders()))
        {
            isWhole &= Conclude(journal, folder, _return.Finish(folder));
        }

        if (isWhole)
        {
            journal.AddEnd();
        }

        journal.Commit();
        return isWhole;
    }

    /// <summary>Closes what is open.</summary>
    public void Dispose()
    {
        _folders.Dispose();
        _proof.Dispose();
        _reversal.Dispose();
    }

    private IEnumerable<(JournalIntent Intent, Step Step)> Reverse(JournalIntent[] names) =>
        names[0].OldTarget.IsEmpty ? _reversal.Reverse(names) : ReverseLinks(names);

    private IEnumerable<(JournalIntent Intent, Step Step)> ReverseLinks(JournalIntent[] links)
    {
        foreach (JournalIntent link in links)
        {
            yield return (link, _targets.Reverse(link));
        }
    }

    // A name that was tried with a keeper that was full, and then with another, counts as what it was last.
    private IEnumerable<JournalIntent[]> Inodes() => _record.Intents.Reverse()
        .Where(static intent => intent.Facts.Kind != EntryKind.Folder)
        .DistinctBy(static intent => intent.Name)
        .GroupBy(static intent => (intent.Facts.Device, intent.Facts.Inode))
        .Select(static names => names.ToArray());

    // Those above come before those that lie in them.
    private JournalIntent[] Folders() =>
    [
        .. _record.Intents.Where(static intent => intent.Facts.Kind == EntryKind.Folder)
            .DistinctBy(static intent => intent.Name).OrderBy(static intent => intent.Name.Bytes.Length),
    ];

    // That they are its own is on the disk before: if it is interrupted, the next one knows them by that.
    private void MakeFolders(JournalWriter journal)
    {
        List<JournalIntent> missing = [];
        foreach (JournalIntent folder in Folders())
        {
            if (_return.IsMissing(folder))
            {
                journal.Add(new JournalOutcome(folder.Number, ActStatus.Unfinished, "it is made again", ""));
                missing.Add(folder);
            }

            _folders.Clear();
        }

        if (missing.Count > 0)
        {
            journal.Commit();
        }

        foreach (JournalIntent folder in missing)
        {
            _return.Make(folder);
            _folders.Clear();
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
        foreach (JournalIntent[] names in Inodes())
        {
            if (cancellation.IsCancellationRequested)
            {
                return;
            }

            long bytes = _reversal.BytesToWrite(names, out OpenFolder where);
            if (bytes != 0)
            {
                room.Add(where, bytes);
            }

            _folders.Clear();
        }

        if (room.WhyNot() is { } missing)
        {
            throw new JournalException($"{missing}; nothing was changed");
        }
    }
}
