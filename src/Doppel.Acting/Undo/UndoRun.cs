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
/// It is journalled itself. An interrupted undo is resumed by undoing the same run again. Not thread-safe.
/// </para>
/// </remarks>
public sealed class UndoRun : IDisposable
{
    private const int NamesPerCommit = 256;

    private readonly IChangeableVolume _volume;
    private readonly JournalRecord _record;
    private readonly Action<ActResult> _tell;
    private readonly JournalWriter _journal;
    private readonly FolderPool _folders;
    private readonly ContentProof _proof;
    private readonly Reversal _reversal;

    /// <summary>Begins an undo; its journal is on the disk when this returns.</summary>
    /// <param name="volume">Where the files lie.</param>
    /// <param name="journals">Where its journal goes; it must live as long as the undo.</param>
    /// <param name="record">The run to undo.</param>
    /// <param name="version">The program's version, for the journal.</param>
    /// <param name="time">The clock.</param>
    /// <param name="tell">Is told what came of each name.</param>
    /// <exception cref="JournalException">The journal cannot be written, or the run is itself an undo.</exception>
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
        _record = record;
        _tell = tell;
        _folders = new FolderPool(volume);
        _proof = new ContentProof(volume);
        _reversal = new Reversal(volume, _folders, _proof, action);
        _journal = journals.Begin(new JournalRun
        {
            Version = version,
            Action = null,
            Undoes = record.Id,
            Started = time.GetUtcNow(),
            Command = [],
        });
    }

    /// <summary>Reverses the run.</summary>
    /// <param name="cancellation">Ends it between two names.</param>
    /// <returns>Whether no name is left that could be undone and was not.</returns>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    public bool Run(CancellationToken cancellation)
    {
        bool isWhole = true;
        int told = 0;

        // A name that was tried with a keeper that was full, and then with another, counts as what it was last.
        foreach (IGrouping<(ulong Device, ulong Inode), JournalIntent> names in _record.Intents.Reverse()
            .DistinctBy(static intent => intent.Name)
            .GroupBy(static intent => (intent.Facts.Device, intent.Facts.Inode)))
        {
            if (cancellation.IsCancellationRequested)
            {
                isWhole = false;
                break;
            }

            // All names of one inode come back as names of one inode.
            foreach ((JournalIntent intent, Step step) in _reversal.Reverse([.. names], _record.Outcomes))
            {
                isWhole &= step.Status is ActStatus.Done or ActStatus.Skipped or ActStatus.Idle;
                _journal.Add(new JournalOutcome(intent.Number, step.Status, step.Reason, ""));
                _tell(new ActResult(intent.Name, intent.Keeper, step.Status, step.Reason, 0));
            }

            if (++told % NamesPerCommit == 0)
            {
                _journal.Commit();
            }

            _folders.Clear();
        }

        if (isWhole)
        {
            _journal.AddEnd();
        }

        _journal.Commit();
        return isWhole;
    }

    /// <summary>Closes the journal.</summary>
    public void Dispose()
    {
        _journal.Dispose();
        _folders.Dispose();
        _proof.Dispose();
    }
}
