using System.Text;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>A run as <c>doppel journal</c> lists it.</summary>
internal sealed record ListedRun
{
    private const string NothingDone = "nothing done";

    /// <summary>Gets the ID of the run.</summary>
    internal required string Id { get; init; }

    /// <summary>Gets the head of the journal, or null if it cannot be read.</summary>
    internal JournalRun? Head { get; init; }

    /// <summary>Gets the number of names by outcome.</summary>
    internal JournalTotals Totals { get; init; }

    /// <summary>Gets the state of the run in one word or two, such as "partly undone".</summary>
    internal required string State { get; init; }

    /// <summary>Gets whether the run came so far that it could change anything.</summary>
    internal bool HasBegun => State != NothingDone;

    /// <summary>Gets why the journal cannot be read. Empty if it can be.</summary>
    internal string Problem { get; init; } = "";

    /// <summary>Reads a run from its journal.</summary>
    internal static ListedRun Of(JournalFolder journals, string id, RunStates states)
    {
        try
        {
            using JournalReader journal = journals.Read(id);
            return new ListedRun
            {
                Id = id,
                Head = journal.Run,
                Totals = journal.ReadTotals(),
                State = StateOf(journal, states),
            };
        }
        catch (JournalException damage)
        {
            // Every message about a journal starts with its ID.
            string why = damage.Message.StartsWith(id + ": ", StringComparison.Ordinal)
                ? damage.Message[(id.Length + 2)..]
                : damage.Message;
            return new ListedRun { Id = id, State = "unreadable", Problem = why };
        }
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

    /// <summary>
    /// Returns the places that a run acted on, on one line: the limits of an undo, otherwise the roots. Empty if the
    /// journal does not contain them.
    /// </summary>
    internal static string PlacesOf(CommandHost host, JournalRun head)
    {
        IReadOnlyList<ReportName> places = head.Only.Count > 0 ? head.Only : head.Roots;
        return string.Join(", ", places.Select(
            place => host.Out.IsTerminal ? PathText.ShowAbsolute(host, place) : Quote.Name(place.Bytes)));
    }

    // An undo that could not restore every name has no end, as if it had been interrupted.
    private static string StateOf(JournalReader journal, RunStates states)
    {
        if (journal.Run.Undoes is not null)
        {
            return journal.HasEnded ? "done" : "incomplete";
        }

        return states.Of(journal) switch
        {
            RunState.Undone => "undone",
            RunState.PartlyUndone => "partly undone",
            RunState.Interrupted => "interrupted",
            RunState.NotBegun => NothingDone,
            _ => "done",
        };
    }
}
