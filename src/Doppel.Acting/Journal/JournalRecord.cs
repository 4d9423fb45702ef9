using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>A whole journal as it was read.</summary>
/// <remarks>Immutable, so thread-safe.</remarks>
public sealed record JournalRecord
{
    /// <summary>What the run is called: the journal's file name without its ending.</summary>
    public required string Id { get; init; }

    /// <summary>What was asked.</summary>
    public required JournalRun Run { get; init; }

    /// <summary>What was about to be done, in order.</summary>
    public required IReadOnlyList<JournalIntent> Intents { get; init; }

    /// <summary>By the name of a keeper, other names under which the content of its group stays.</summary>
    public required IReadOnlyDictionary<ReportName, IReadOnlyList<ReportName>> Kept { get; init; }

    /// <summary>What came of intents, by their numbers; the last word counts.</summary>
    public required IReadOnlyDictionary<long, JournalOutcome> Outcomes { get; init; }

    /// <summary>Whether the run came to its end.</summary>
    public required bool HasEnded { get; init; }

    /// <summary>Names under which the content of a name may stand after this run.</summary>
    internal IEnumerable<ReportName> WhereTo(JournalIntent intent)
    {
        IReadOnlyList<ReportName> kept = Kept.GetValueOrDefault(intent.Keeper, []);
        return Run.Action is ActionKind.Move or ActionKind.Trash && !intent.Target.IsEmpty
            ? [intent.Target, intent.Keeper, .. kept]
            : [intent.Keeper, .. kept];
    }
}
