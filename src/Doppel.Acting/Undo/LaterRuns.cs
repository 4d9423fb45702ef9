using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Finds out from the journals of later runs where those runs have moved what a run left behind.</summary>
/// <remarks>
/// The journals are read one by one when the first question about a batch is asked, and only moves that start at its
/// names are kept. Usually there are no questions. Not thread-safe.
/// </remarks>
internal sealed class LaterRuns(JournalFolder journals, JournalReader record)
{
    // The limits on names kept at one time. If they are exceeded, each question is answered for the names of its own
    // group only.
    private const int NamesMax = 65_536;
    private const long BytesMax = 16 << 20;

    private NumberSet? _madeByUndo;
    private EarlierUndos? _earlier;
    private Dictionary<ReportName, List<ReportName>> _ways = [];
    private int _from = int.MaxValue;
    private int _to = -1;

    /// <summary>Gets the numbers of the intents for folders that an earlier undo of the run has recreated.</summary>
    internal NumberSet MadeByUndo => _madeByUndo ??= ReadMade();

    /// <summary>Gets what earlier undos of the run have recorded.</summary>
    internal EarlierUndos Earlier => _earlier ??= ReadEarlier();

    /// <summary>Finds where later runs have moved the files under some names.</summary>
    /// <param name="batch">The batch whose names the next questions are about.</param>
    /// <param name="group">Returns the names of the current question, in case the batch has too many.</param>
    /// <returns>
    /// A function that returns the names that follow from a name. Each of them may lead on to further names.
    /// </returns>
    internal Func<ReportName, IReadOnlyList<ReportName>> From(
        JournalBatch batch, Func<IEnumerable<ReportName>> group)
    {
        if (batch.Index < _from || batch.Index > _to)
        {
            (List<ReportName> window, int from) = Window(batch);
            if (Read(window, mayGiveUp: true) is { } ofAll)
            {
                (_ways, _from, _to) = (ofAll, from, batch.Index);
            }
            else if (Read(NamesOf(batch), mayGiveUp: true) is { } ofBatch)
            {
                (_ways, _from, _to) = (ofBatch, batch.Index, batch.Index);
            }
            else
            {
                (_ways, _from, _to) = (Read(group(), mayGiveUp: false)!, int.MaxValue, -1);
            }
        }

        return name => _ways.TryGetValue(name, out List<ReportName>? ways) ? ways : [];
    }

    // An undo continues with the previous batches, so one pass answers questions about these as well.
    private (List<ReportName> Names, int From) Window(JournalBatch batch)
    {
        List<ReportName> names = [.. NamesOf(batch)];
        long bytes = names.Sum(static name => (long)name.Bytes.Length);
        int from = batch.Index;
        while (names.Count < NamesMax / 2 && bytes < BytesMax / 4 && record.BatchAt(from - 1) is { } before)
        {
            from--;
            foreach (ReportName name in NamesOf(before))
            {
                names.Add(name);
                bytes += name.Bytes.Length;
            }
        }

        return (names, from);
    }

    private static IEnumerable<ReportName> NamesOf(JournalBatch batch) => batch.Intents
        .SelectMany(static intent => (ReportName[])[intent.Keeper, intent.Name, intent.Target])
        .Concat(batch.Kept.Values.SelectMany(static names => names));

    // Content only moves forward in time, so a single pass from the oldest to the latest journal finds all of it.
    // Returns null if that would take too much memory.
    private Dictionary<ReportName, List<ReportName>>? Read(IEnumerable<ReportName> names, bool mayGiveUp)
    {
        Dictionary<ReportName, List<ReportName>> ways = [];
        HashSet<ReportName> reached = [.. names];
        long bytes = reached.Sum(static name => (long)name.Bytes.Length);
        foreach (JournalReader later in Later())
        {
            foreach (JournalBatch batch in SoundBatches(later))
            {
                foreach (JournalIntent intent in batch.Intents.Where(intent => reached.Contains(intent.Name)))
                {
                    ReportName[] to = [.. batch.WhereTo(later.Run.Action, intent)];
                    bytes += to.Where(reached.Add).Sum(static name => (long)name.Bytes.Length);
                    if (reached.Count > NamesMax || bytes > BytesMax)
                    {
                        return mayGiveUp ? null : ways;
                    }

                    if (!ways.TryGetValue(intent.Name, out List<ReportName>? known))
                    {
                        ways[intent.Name] = known = [];
                    }

                    known.AddRange(to);
                }
            }
        }

        return ways;
    }

    private NumberSet ReadMade()
    {
        var made = new NumberSet();
        foreach (JournalReader later in Later().Where(later => later.Run.Undoes == record.Id))
        {
            foreach (long number in later.FoldersMade())
            {
                made.Add(number);
            }
        }

        return made;
    }

    private EarlierUndos ReadEarlier()
    {
        var earlier = new EarlierUndos();
        foreach (JournalReader later in Later().Where(later => later.Run.Undoes == record.Id))
        {
            earlier.Add(later);
        }

        return earlier;
    }

    // Damaged journals are skipped: whatever is found elsewhere is proved anyway.
    private IEnumerable<JournalReader> Later()
    {
        foreach (string id in journals.Ids.Where(id => string.CompareOrdinal(id, record.Id) > 0))
        {
            if (journals.TryRead(id, out JournalReader? later, out _))
            {
                using (later)
                {
                    yield return later!;
                }
            }
        }
    }

    private static IEnumerable<JournalBatch> SoundBatches(JournalReader later)
    {
        if (later.Run.Action is null)
        {
            yield break;
        }

        for (int i = 0; ; i++)
        {
            JournalBatch? batch;
            try
            {
                batch = later.BatchAt(i);
            }
            catch (JournalException)
            {
                yield break;
            }

            if (batch is null)
            {
                yield break;
            }

            yield return batch;
        }
    }
}
