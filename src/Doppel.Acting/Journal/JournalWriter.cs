using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes the journal of one run. Everything added is on disk once <see cref="Commit"/> returns.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class JournalWriter : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly FileHandle _file;
    private readonly LineBuffer _lines = new();
    private readonly BatchLines _batches;
    private readonly List<JournalIntent> _intents = [];
    private readonly List<JournalOutcome> _outcomes = [];
    private readonly List<MadeFolder> _created = [];
    private readonly List<JournalDevice> _devices = [];
    private readonly List<TagChange> _tags = [];
    private readonly List<(long Bytes, string Digest)> _plans = [];
    private readonly HashSet<ReportName> _changed = [];
    private readonly DeviceNotes _notes;
    private readonly Dictionary<ReportName, IReadOnlyList<ReportName>> _kept = [];
    private readonly Func<JournalTotals>? _count;
    private JournalTotals _totals;
    private long? _spaceBytes;
    private long _length;

    /// <summary>Creates a writer that appends to a journal.</summary>
    /// <param name="volume">The volume that holds the journal.</param>
    /// <param name="id">The id of the run.</param>
    /// <param name="file">The journal, open for appending. Closed by <see cref="Dispose"/>.</param>
    /// <param name="numbers">The numbers of the run.</param>
    /// <param name="length">The length of the journal in bytes.</param>
    /// <param name="count">Counts the outcomes of a journal that is continued. Null for a new journal.</param>
    internal JournalWriter(
        IChangeableVolume volume, string id, FileHandle file, JournalNumbers numbers, long length = 0,
        Func<JournalTotals>? count = null)
    {
        _volume = volume;
        _file = file;
        _batches = new BatchLines(_lines);
        _notes = new DeviceNotes(volume);
        _length = length;
        _count = count;
        Id = id;
        Numbers = numbers;
    }

    /// <summary>Gets the id of the run.</summary>
    internal string Id { get; }

    /// <summary>Gets the source of intent numbers and their temporary names.</summary>
    internal JournalNumbers Numbers { get; }

    public void Dispose() => _volume.Close(_file);

    internal void Add(JournalRun run) => HeadLines.WriteHead(_lines, run);

    /// <summary>Adds an intent. Its number and temporary name must come from <see cref="Numbers"/>.</summary>
    internal void Add(JournalIntent intent) => _intents.Add(intent);

    /// <summary>Adds a file that is about to get tags.</summary>
    internal void Add(TagChange change) => _tags.Add(change);

    /// <summary>Adds other names under which the content of a keeper is kept.</summary>
    internal void AddKept(ReportName keeper, IReadOnlyList<ReportName> names) => _kept[keeper] = names;

    /// <summary>Adds the outcome of an intent.</summary>
    /// <param name="outcome">The outcome.</param>
    /// <param name="spaceBytes">
    /// The disk space of the file in bytes if the action was performed on its last name. Null if the run does not
    /// record this.
    /// </param>
    internal void Add(in JournalOutcome outcome, long? spaceBytes = null)
    {
        _outcomes.Add(outcome);
        _totals = _totals.WithSpace(spaceBytes);
        _spaceBytes = spaceBytes is null ? _spaceBytes : (_spaceBytes ?? 0) + spaceBytes;
        if (!outcome.IsSuperseded)
        {
            _totals = _totals.With(outcome.Status, 1);
        }
    }

    /// <summary>Adds a note that an undo is about to recreate folders.</summary>
    internal void AddMade(IReadOnlyList<long> numbers) => HeadLines.WriteMade(_lines, numbers);

    /// <summary>Adds a folder that the run has created.</summary>
    internal void AddCreated(MadeFolder folder)
    {
        NoteDevice(folder.Device, folder.Path);
        _created.Add(folder);
    }

    /// <summary>Adds a device number and the file system that has it, unless it was added before.</summary>
    /// <param name="device">The device number. 0 if there is none.</param>
    /// <param name="name">The absolute name of a file or folder with this device number.</param>
    internal void NoteDevice(ulong device, ReportName name)
    {
        if (_notes.Note(device, name) is { } found)
        {
            _devices.Add(found);
            _changed.Add(found.Top);
        }
    }

    /// <summary>Adds a folder on whose file system the run, or an earlier part of it, changes something.</summary>
    internal void AddChanged(ReportName folder) => _changed.Add(folder);

    /// <summary>Adds a note that a part of the plan is complete beside the journal.</summary>
    /// <param name="bytes">The length of the part in bytes.</param>
    /// <param name="digest">The SHA-256 of the part in hex.</param>
    internal void AddPlan(long bytes, string digest) => _plans.Add((bytes, digest));

    /// <summary>Adds a note that an interrupted run is continued.</summary>
    internal void AddResumed(DateTimeOffset time) => HeadLines.WriteResumed(_lines, time);

    /// <summary>
    /// Adds the end line of a finished run. All that the run has changed is on disk before, since nobody looks again at
    /// the names of a run that has ended.
    /// </summary>
    /// <param name="isPart">Whether this is the end of an undo that leaves part of its run to undo.</param>
    /// <exception cref="JournalException">What the run has changed cannot be flushed to disk.</exception>
    internal void AddEnd(bool isPart = false)
    {
        if (_count is not null)
        {
            // Outcomes of the first part of the run may have been replaced, so the totals must be counted from the
            // whole journal.
            Commit();
            _totals = _count();
        }

        WritePending();
        FlushChanged();
        HeadLines.WriteEnd(_lines, _totals, isPart);
    }

    /// <summary>Writes everything that was added and flushes it to disk.</summary>
    /// <exception cref="JournalException">
    /// Writing failed. None of the changes that it was to announce may be made.
    /// </exception>
    internal void Commit()
    {
        WritePending();
        VolumeError error = _volume.Write(_file, _length, _lines.Written) || _volume.Sync(_file);
        if (error.Failed)
        {
            throw new JournalException(
                $"the journal {Id} cannot be written: {_volume.Describe(error)}; nothing more is done");
        }

        _length += _lines.Count;
        _lines.Clear();
    }

    /// <summary>Flushes to disk what the run has changed, and what it has taken back.</summary>
    /// <exception cref="JournalException">That failed.</exception>
    internal void FlushChanged()
    {
        foreach (ReportName top in _changed)
        {
            if (_volume.OpenFolderStrictly(top.Bytes, out FolderHandle folder, out _).Failed)
            {
                continue;
            }

            VolumeError error = _volume.SyncFileSystem(folder);
            _volume.Close(folder);
            if (error.Failed && error.Kind != VolumeErrorKind.Unsupported)
            {
                throw new JournalException(
                    $"the changes of run {Id} below {top} cannot be flushed to disk: {_volume.Describe(error)}; the "
                    + "run is not finished");
            }
        }
    }

    // Write outcomes first: they belong to intents that were committed earlier.
    private void WritePending()
    {
        OutcomeLines.Write(_lines, _outcomes, _spaceBytes);
        _outcomes.Clear();
        _spaceBytes = null;
        foreach (JournalIntent intent in _intents)
        {
            NoteDevice(intent.Facts.Device, intent.Name);
            NoteDevice(intent.KeeperFacts.Device, intent.Keeper);
        }

        JournalDevice.Write(_lines, _devices);
        _devices.Clear();
        HeadLines.WriteCreated(_lines, _created);
        _created.Clear();
        if (_intents.Count > 0)
        {
            // A folder's own intents are numbered before those of its files, which may be written in an earlier batch.
            _intents.Sort(static (left, right) => left.Number.CompareTo(right.Number));
            _batches.Write(_intents, _kept);
            _intents.Clear();
            _kept.Clear();
        }

        _tags.ForEach(change => change.WriteTo(_lines));
        _tags.Clear();

        // What a plan counts for depends on what was announced before it.
        _plans.ForEach(plan => HeadLines.WritePlan(_lines, plan.Bytes, plan.Digest));
        _plans.Clear();
    }
}
