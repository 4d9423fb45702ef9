using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Where later runs have put what a run left: the journals that follow its own tell.</summary>
/// <remarks>They are read when the first question comes, one after the other, and only what leads on is kept.</remarks>
internal sealed class LaterRuns(JournalFolder journals, JournalRecord record)
{
    private readonly HashSet<long> _madeByUndo = [];
    private Dictionary<ReportName, List<ReportName>>? _ways;

    /// <summary>The intents about folders that an earlier undo of the run has made again.</summary>
    internal IReadOnlySet<long> MadeByUndo
    {
        get
        {
            _ways ??= Read();
            return _madeByUndo;
        }
    }

    /// <summary>Names under which what stood under a name may stand now; each may lead on in its turn.</summary>
    internal IReadOnlyList<ReportName> From(ReportName name) =>
        (_ways ??= Read()).TryGetValue(name, out List<ReportName>? ways) ? ways : [];

    // Content only moves on as time does, so that one pass from the oldest to the latest finds all of it.
    private Dictionary<ReportName, List<ReportName>> Read()
    {
        Dictionary<ReportName, List<ReportName>> ways = [];
        HashSet<ReportName> reached = [.. record.Kept.SelectMany(static kept => kept.Value)];
        foreach (JournalIntent intent in record.Intents)
        {
            reached.UnionWith([intent.Keeper, intent.Name, intent.Target]);
        }

        foreach (string id in journals.Ids.Where(id => string.CompareOrdinal(id, record.Id) > 0))
        {
            // One that is damaged tells nothing; what is found is proved anyway.
            if (!journals.TryRead(id, out JournalRecord? later, out _))
            {
                continue;
            }

            if (later!.Run.Undoes == record.Id)
            {
                foreach (JournalOutcome outcome in later.Outcomes.Values)
                {
                    if (outcome.Status is ActStatus.Unfinished or ActStatus.Done)
                    {
                        _madeByUndo.Add(outcome.Number);
                    }
                }
            }

            foreach (JournalIntent intent in later.Intents.Where(intent => reached.Contains(intent.Name)))
            {
                ReportName[] to = [.. later.WhereTo(intent)];
                reached.UnionWith(to);
                if (!ways.TryGetValue(intent.Name, out List<ReportName>? known))
                {
                    ways[intent.Name] = known = [];
                }

                known.AddRange(to);
            }
        }

        return ways;
    }
}
