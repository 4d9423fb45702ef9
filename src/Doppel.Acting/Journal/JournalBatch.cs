using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Intents that were written at one time, and what came of them.</summary>
/// <remarks>Immutable, so thread-safe.</remarks>
public sealed record JournalBatch
{
    /// <summary>Its place in the journal, from 0.</summary>
    public required int Index { get; init; }

    /// <summary>What was about to be done, in the order of the numbers.</summary>
    public required IReadOnlyList<JournalIntent> Intents { get; init; }

    /// <summary>What came of the intents, by number; the last word counts.</summary>
    public required IReadOnlyDictionary<long, JournalOutcome> Outcomes { get; init; }

    /// <summary>By the name of a keeper, other names under which the content of its group stays.</summary>
    public required IReadOnlyDictionary<ReportName, IReadOnlyList<ReportName>> Kept { get; init; }

    /// <summary>Whether the first name belongs to the same inode as the last name of the batch before.</summary>
    public bool IsContinued { get; init; }

    /// <summary>Returns whether a later intent about the same name takes the place of one.</summary>
    internal bool IsSuperseded(JournalIntent intent) =>
        Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome) && outcome.IsSuperseded;

    /// <summary>Returns the names under which the content of a name may stand after the run.</summary>
    internal IEnumerable<ReportName> WhereTo(ActionKind? action, JournalIntent intent)
    {
        IReadOnlyList<ReportName> kept = Kept.GetValueOrDefault(intent.Keeper, []);
        return action is ActionKind.Move or ActionKind.Trash && !intent.Target.IsEmpty
            ? [intent.Target, intent.Keeper, .. kept]
            : [intent.Keeper, .. kept];
    }
}
