using System.Text;
using Doppel.Acting;

namespace Doppel.App;

/// <summary>A run as its journal shows it, for lists of all runs.</summary>
internal sealed record ListedRun
{
    /// <summary>Gets the ID of the run.</summary>
    internal required string Id { get; init; }

    /// <summary>Gets the head of the journal, or null if it cannot be read.</summary>
    internal JournalRun? Head { get; init; }

    /// <summary>Gets the number of names by outcome.</summary>
    internal JournalTotals Totals { get; init; }

    /// <summary>Gets what has become of the run.</summary>
    internal required RunStanding State { get; init; }

    /// <summary>Gets whether the run has changed names that an undo could restore.</summary>
    internal bool CanBeUndone { get; init; }

    /// <summary>Gets whether the run was interrupted and can be finished.</summary>
    internal bool CanBeResumed { get; init; }

    /// <summary>Gets why the journal cannot be read. Empty if it can be.</summary>
    internal string Problem { get; init; } = "";

    /// <summary>Reads a run from its journal.</summary>
    internal static ListedRun Of(JournalFolder journals, string id, RunStates states)
    {
        try
        {
            using JournalReader journal = journals.Read(id);
            JournalTotals totals = journal.ReadTotals();
            return new ListedRun
            {
                Id = id,
                Head = journal.Run,
                Totals = totals,
                State = StateOf(journal, states),
                CanBeUndone = journal.Run.Action is not null && HasChanged(journal, states, totals),
                CanBeResumed = journal.IsUnfinished && states.Of(journal) != RunState.Undone,
            };
        }
        catch (JournalException damage)
        {
            // Every message about a journal starts with its ID.
            string why = damage.Message.StartsWith(id + ": ", StringComparison.Ordinal)
                ? damage.Message[(id.Length + 2)..]
                : damage.Message;
            return new ListedRun { Id = id, State = RunStanding.Unreadable, Problem = why };
        }
    }

    /// <summary>
    /// Returns whether a run has changed something that has not been undone as a whole. What an interrupted run has
    /// changed may be unknown.
    /// </summary>
    /// <param name="journal">The journal.</param>
    /// <param name="states">The states of all runs.</param>
    /// <param name="known">The totals of the journal, if they have been read. Default: they are read if needed.</param>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal static bool HasChanged(JournalReader journal, RunStates states, JournalTotals? known = null)
    {
        RunState state = states.Of(journal);
        if (state is RunState.Undone or RunState.NotBegun || !journal.HasEnded)
        {
            return state is not (RunState.Undone or RunState.NotBegun);
        }

        JournalTotals totals = known ?? journal.ReadTotals();
        return totals.Done + totals.Unfinished > 0;
    }

    /// <summary>Returns the command of a run as it was typed, on one line.</summary>
    internal static string CommandOf(JournalRun head)
    {
        if (head.Command.Count == 0)
        {
            // Older versions did not record the arguments of an undo.
            return head.Undoes is { } run ? $"doppel undo {run}" : "doppel";
        }

        var text = new StringBuilder("doppel");
        foreach (string argument in head.Command)
        {
            bool isPlain = argument.Length > 0 && argument.All(static letter => letter > 0x7F
                || char.IsAsciiLetterOrDigit(letter) || "@%+=:,./~-_^".Contains(letter, StringComparison.Ordinal));
            bool isQuoted = argument.Length > 1 && argument[0] == '\'' && argument[^1] == '\'';
            string shown = Quote.Text(argument);
            text.Append(' ').Append(isPlain || isQuoted ? shown[1..^1] : shown);
        }

        return text.ToString();
    }

    // An undo that could not restore every name has no end, as if it had been interrupted.
    private static RunStanding StateOf(JournalReader journal, RunStates states)
    {
        if (journal.Run.Undoes is not null)
        {
            return journal.HasEnded ? RunStanding.Done : RunStanding.Incomplete;
        }

        return states.Of(journal) switch
        {
            RunState.Undone => RunStanding.Undone,
            RunState.PartlyUndone => RunStanding.PartlyUndone,
            RunState.Interrupted => RunStanding.Interrupted,
            RunState.NotBegun => RunStanding.NothingDone,
            _ => RunStanding.Done,
        };
    }
}
