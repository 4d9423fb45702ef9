using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes the journal of one run. What <see cref="Commit"/> has returned from is on the disk.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class JournalWriter : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly FileHandle _file;
    private readonly LineBuffer _lines = new();
    private readonly BatchLines _batches;
    private readonly List<JournalIntent> _intents = [];
    private readonly List<JournalOutcome> _outcomes = [];
    private readonly Dictionary<ReportName, IReadOnlyList<ReportName>> _kept = [];
    private readonly Func<JournalTotals>? _count;
    private JournalTotals _totals;
    private long _length;

    /// <summary>A writer that appends to a journal.</summary>
    /// <param name="volume">Where the journal lies.</param>
    /// <param name="id">The run's id.</param>
    /// <param name="file">The journal, open for appending; closed by <see cref="Dispose"/>.</param>
    /// <param name="numbers">The numbers of the run.</param>
    /// <param name="length">The length of the journal.</param>
    /// <param name="count">Counts the outcomes of a journal that is continued; null for a new one.</param>
    internal JournalWriter(
        IChangeableVolume volume, string id, FileHandle file, JournalNumbers numbers, long length = 0,
        Func<JournalTotals>? count = null)
    {
        _volume = volume;
        _file = file;
        _batches = new BatchLines(_lines);
        _length = length;
        _count = count;
        Id = id;
        Numbers = numbers;
    }

    /// <summary>What the run is called.</summary>
    internal string Id { get; }

    /// <summary>Hands out the numbers of intents and their temporary names.</summary>
    internal JournalNumbers Numbers { get; }

    public void Dispose() => _volume.Close(_file);

    internal void Add(JournalRun run) => HeadLines.WriteHead(_lines, run);

    /// <summary>Adds an intent, whose number and temporary name come from <see cref="Numbers"/>.</summary>
    internal void Add(JournalIntent intent) => _intents.Add(intent);

    /// <summary>Adds further names under which the content of a keeper stays.</summary>
    internal void AddKept(ReportName keeper, IReadOnlyList<ReportName> names) => _kept[keeper] = names;

    internal void Add(in JournalOutcome outcome)
    {
        _outcomes.Add(outcome);
        if (!outcome.IsSuperseded)
        {
            _totals = _totals.With(outcome.Status, 1);
        }
    }

    /// <summary>Adds that an undo is about to make folders anew.</summary>
    internal void AddMade(IReadOnlyList<long> numbers) => HeadLines.WriteMade(_lines, numbers);

    /// <summary>Adds that an interrupted run goes on.</summary>
    internal void AddResumed(DateTimeOffset time) => HeadLines.WriteResumed(_lines, time);

    /// <summary>Ends the journal; the run came to its end.</summary>
    internal void AddEnd()
    {
        if (_count is not null)
        {
            // Outcomes of the first part may have been replaced, so only all of them together give the totals.
            Commit();
            _totals = _count();
        }

        WritePending();
        HeadLines.WriteEnd(_lines, _totals);
    }

    /// <summary>Returns when all that was added is on the disk.</summary>
    /// <exception cref="JournalException">It could not be written; nothing may be done that it was to tell of.
    /// </exception>
    internal void Commit()
    {
        WritePending();
        VolumeError error = _volume.Write(_file, _length, _lines.Written);
        error = error.Failed ? error : _volume.Sync(_file);
        if (error.Failed)
        {
            throw new JournalException(
                $"the journal {Id} cannot be written: {_volume.Describe(error)}; nothing more is done");
        }

        _length += _lines.Count;
        _lines.Clear();
    }

    // Outcomes first: they are of intents that were committed before.
    private void WritePending()
    {
        OutcomeLines.Write(_lines, _outcomes);
        _outcomes.Clear();
        if (_intents.Count > 0)
        {
            // A folder's own intents are numbered before those of its files, which may go with an earlier batch.
            _intents.Sort(static (left, right) => left.Number.CompareTo(right.Number));
            _batches.Write(_intents, _kept);
            _intents.Clear();
            _kept.Clear();
        }
    }
}
