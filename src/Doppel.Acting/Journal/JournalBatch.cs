using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Contains the intents that were written together, with their outcomes.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed record JournalBatch
{
    /// <summary>Gets the zero-based index of the batch in the journal.</summary>
    public required int Index { get; init; }

    /// <summary>Gets the intents, sorted by number.</summary>
    public required IReadOnlyList<JournalIntent> Intents { get; init; }

    /// <summary>
    /// Gets the outcomes by the number of their intent. If the journal has several for one intent, the last one counts.
    /// </summary>
    public required IReadOnlyDictionary<long, JournalOutcome> Outcomes { get; init; }

    /// <summary>Gets, by the name of a keeper, the other names under which the content of its group is kept.</summary>
    public required IReadOnlyDictionary<ReportName, IReadOnlyList<ReportName>> Kept { get; init; }

    /// <summary>Gets whether the first name belongs to the same inode as the last name of the previous batch.</summary>
    public bool IsContinued { get; init; }

    /// <summary>Returns whether a later intent for the same name replaces the given intent.</summary>
    internal bool IsSuperseded(JournalIntent intent) =>
        Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome) && outcome.IsSuperseded;

    /// <summary>Returns the names under which the content of an intent's name may be found after the run.</summary>
    internal IEnumerable<ReportName> WhereTo(ActionKind? action, JournalIntent intent)
    {
        IReadOnlyList<ReportName> kept = Kept.GetValueOrDefault(intent.Keeper, []);
        return action is ActionKind.Move or ActionKind.Trash && !intent.Target.IsEmpty
            ? [intent.Target, intent.Keeper, .. kept]
            : [intent.Keeper, .. kept];
    }
}
