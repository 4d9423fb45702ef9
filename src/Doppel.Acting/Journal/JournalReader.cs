using System.Text.Json;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads the journal of a run batch by batch, forward or backward.</summary>
/// <remarks>
/// Holds one batch at a time and a few bytes for each other batch, however long the journal is. Ignores an incomplete
/// last line. Not thread-safe. Dispose closes the journal.
/// </remarks>
public sealed partial class JournalReader : IDisposable
{
    // The end line is short, and so is any torn line that may follow it.
    private const int TailBytes = 4096;

    private readonly IVolume _volume;
    private readonly FileHandle _file;
    private readonly LineSource _lines;
    private readonly long _length;
    private readonly JournalNumbers _numbers;
    private readonly MovedNames _moved;
    private BatchIndex? _index;
    private bool? _hasBegun;

    /// <summary>Opens a journal and reads its head.</summary>
    /// <param name="volume">The volume that holds the journal.</param>
    /// <param name="id">The id of the run.</param>
    /// <param name="file">
    /// The open journal. Closed by <see cref="Dispose"/>, or by the constructor if it throws.
    /// </param>
    /// <param name="length">The length of the journal in bytes.</param>
    /// <param name="moved">Where the folders of the run are now.</param>
    /// <exception cref="JournalException">The head is missing or damaged.</exception>
    internal JournalReader(IVolume volume, string id, FileHandle file, long length, MovedNames moved)
    {
        _moved = moved;
        _volume = volume;
        _file = file;
        Id = id;
        try
        {
            _length = WithoutZeros(volume, file, length);
            _lines = new LineSource(volume, file, _length, id);
            Run = moved.Now(ReadHead());
            _numbers = new JournalNumbers(id, Run.Key);
            (LastLine, Tail) = ReadTail();
        }
        catch
        {
            volume.Close(file);
            throw;
        }
    }

    /// <summary>Gets the id of the run: the file name of the journal without its extension.</summary>
    public string Id { get; }

    /// <summary>Gets the head of the journal: what the run was asked to do.</summary>
    public JournalRun Run { get; }

    /// <summary>Gets whether the run ended normally.</summary>
    public bool HasEnded => LastLine != JournalEnd.None;

    /// <summary>
    /// Gets whether this is an undo after which everything is back that its run changed and that can come back.
    /// </summary>
    public bool UndoesWhole => Run.Undoes is not null && LastLine == JournalEnd.Whole;

    /// <summary>
    /// Gets whether the run has begun to change something, or could have: the journal says that its plan is complete,
    /// or announces a change of a file or link. True if the journal is damaged.
    /// </summary>
    public bool HasBegun => _hasBegun ??= ReadHasBegun();

    /// <summary>
    /// Gets whether the run was interrupted after it could have changed something. An undo is never unfinished.
    /// </summary>
    public bool IsUnfinished => !HasEnded && Run.Action is not null && HasBegun;

    /// <summary>Gets the offset of the first line after the head.</summary>
    internal long BodyStart { get; private set; }

    /// <summary>Gets the number of the next intent.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal long NextNumber => Index.NextNumber;

    /// <summary>Gets the offset of the end of the last complete line.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal long WholeLength { get; private set; }

    private JournalEnd LastLine { get; }

    // The totals from the last line, if it has any.
    private JournalTotals? Tail { get; }

    private BatchIndex Index => _index ??= ReadIndex();

    /// <inheritdoc/>
    public void Dispose() => _volume.Close(_file);

    /// <summary>Returns the number of names by outcome.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    /// <remarks>
    /// The last line of a finished run contains the totals. For unfinished runs, the whole journal is read.
    /// </remarks>
    public JournalTotals ReadTotals()
    {
        if (Tail is { } known)
        {
            return known;
        }

        JournalTotals totals = default;
        _lines.Seek(BodyStart);
        while (_lines.Next(out ReadOnlySpan<byte> line))
        {
            if (HeadOf(line).Type == LineType.Outcomes)
            {
                JournalTotals before = totals;
                totals = Guard(line, bytes => OutcomeParser.Count(bytes, before));
            }
        }

        return totals;
    }

    /// <summary>Reads all batches from the first to the last.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    public IEnumerable<JournalBatch> Batches()
    {
        for (int i = 0; i < Index.Count; i++)
        {
            yield return ReadBatch(i);
        }
    }

    /// <summary>Reads all batches from the last to the first.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    public IEnumerable<JournalBatch> BatchesFromLast()
    {
        for (int i = Index.Count - 1; i >= 0; i--)
        {
            yield return ReadBatch(i);
        }
    }

    /// <summary>Reads the batch at an index. Returns null if there is none.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal JournalBatch? BatchAt(int index) => index >= 0 && index < Index.Count ? ReadBatch(index) : null;

    /// <summary>Counts the outcomes of a journal in which later outcomes may replace earlier ones.</summary>
    internal JournalTotals CountJoined()
    {
        JournalTotals totals = default;
        foreach (JournalOutcome outcome in Batches().SelectMany(static batch => batch.Outcomes.Values))
        {
            totals = outcome.IsSuperseded ? totals : totals.With(outcome.Status, 1);
        }

        return totals with { SpaceBytes = ReadTotals().SpaceBytes };
    }

    // After a power failure, a file may end with zeros in place of what was not flushed.
    private static long WithoutZeros(IVolume volume, FileHandle file, long length)
    {
        byte[] block = new byte[TailBytes];
        while (length > 0)
        {
            int bytes = (int)Math.Min(block.Length, length);
            if (volume.Read(file, length - bytes, block.AsSpan(0, bytes), out int read).Failed || read < bytes)
            {
                break;
            }

            int kept = block.AsSpan(0, bytes).LastIndexOfAnyExcept((byte)0) + 1;
            length -= bytes - kept;
            if (kept > 0)
            {
                break;
            }
        }

        return length;
    }

    // The folders that may be removed in the end are announced before everything else.
    private bool ReadHasBegun()
    {
        try
        {
            return Index.Plans.Count > 0 || Run.Action is not null
                && Batches().Any(static batch => batch.Intents.Any(static one => one.Facts.Kind != EntryKind.Folder));
        }
        catch (JournalException)
        {
            return true;
        }
    }

    private JournalBatch ReadBatch(int index)
    {
        _lines.Seek(Index.StartOf(index));
        List<JournalIntent> intents = [];
        Dictionary<ReportName, IReadOnlyList<ReportName>> kept = [];
        Dictionary<long, JournalOutcome> outcomes = [];
        bool isContinued = false;
        ActionKind action = Run.Action ?? throw Damaged("an undo has intents", null);
        if (_lines.Next(out ReadOnlySpan<byte> line))
        {
            JournalBatch batch = Parse(line, index, action);
            (intents, isContinued) = ((List<JournalIntent>)batch.Intents, batch.IsContinued);
            kept = (Dictionary<ReportName, IReadOnlyList<ReportName>>)batch.Kept;
        }

        if (intents.Count > 0)
        {
            long first = intents.Min(static intent => intent.Number);
            long last = intents.Max(static intent => intent.Number);
            ReadOutcomes(index, first, last, outcomes);
        }

        return _moved.Now(
            new JournalBatch
            {
                Index = index,
                Intents = intents,
                Kept = kept,
                Outcomes = outcomes,
                IsContinued = isContinued,
            },
            action);
    }

    private JournalBatch Parse(ReadOnlySpan<byte> line, int index, ActionKind action)
    {
        try
        {
            return BatchParser.Parse(line, index, _numbers, action);
        }
        catch (Exception damage) when (IsDamage(damage))
        {
            throw Damaged(damage.Message, damage);
        }
    }

    private void ReadOutcomes(int index, long first, long last, Dictionary<long, JournalOutcome> outcomes)
    {
        void Take(JournalOutcome outcome)
        {
            if (outcome.Number >= first && outcome.Number <= last)
            {
                outcomes[outcome.Number] = outcome;
            }
        }

        bool TakeLine(ReadOnlyMemory<byte> line)
        {
            OutcomeParser.Parse(line, first, last, Take);
            return true;
        }

        while (_lines.Position < Index.EndOf(index) && _lines.Next(out ReadOnlySpan<byte> line))
        {
            if (HeadOf(line).Type == LineType.Outcomes)
            {
                Guard(line, TakeLine);
            }
        }

        foreach (long at in Index.StraysOf(first, last).Where(at => at >= Index.EndOf(index)))
        {
            At(at, TakeLine);
        }
    }

    private T At<T>(long offset, Func<ReadOnlyMemory<byte>, T> read)
    {
        _lines.Seek(offset);
        return _lines.Next(out ReadOnlySpan<byte> line)
            ? Guard(line, read)
            : throw Damaged("a line is missing", null);
    }

    private BatchIndex ReadIndex()
    {
        var index = new BatchIndex();
        _lines.Seek(BodyStart);
        while (_lines.Next(out ReadOnlySpan<byte> line))
        {
            try
            {
                index.Add(LineHead.Of(line), _lines.Start);
            }
            catch (Exception damage) when (IsDamage(damage))
            {
                throw Damaged(damage.Message, damage);
            }
        }

        WholeLength = _lines.Position;
        return index;
    }

    private LineHead HeadOf(ReadOnlySpan<byte> line)
    {
        try
        {
            return LineHead.Of(line);
        }
        catch (Exception damage) when (IsDamage(damage))
        {
            throw Damaged(damage.Message, damage);
        }
    }

    private T Guard<T>(ReadOnlySpan<byte> line, Func<ReadOnlyMemory<byte>, T> read)
    {
        try
        {
            return read(line.ToArray());
        }
        catch (Exception damage) when (IsDamage(damage))
        {
            throw Damaged(damage.Message, damage);
        }
    }

    private static bool IsDamage(Exception exception) => exception is JsonException or KeyNotFoundException
        or FormatException or InvalidOperationException or OverflowException or IndexOutOfRangeException;

    private JournalException Damaged(string why, Exception? cause)
    {
        string message = $"{Id}: the journal is damaged at byte {_lines.Start}: {why}";
        return cause is null ? new JournalException(message) : new JournalException(message, cause);
    }
}
