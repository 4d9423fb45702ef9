using System.Globalization;
using System.Text;
using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel journal</c>.</summary>
internal static class JournalCommand
{
    /// <summary>The operand before the runs to show.</summary>
    internal const string ShowWord = "show";

    /// <summary>Lists the runs, shows runs, or deletes journals.</summary>
    internal static ExitCode Run(CommandCall<JournalSettings> call)
    {
        (CommandHost host, IReadOnlyList<string> operands) = (call.Host, call.Operands);
        bool shows = !call.Settings.Prune && operands is [ShowWord, ..];
        string[] typed = [.. shows ? operands.Skip(1) : operands];
        RefuseMisuse(call.Settings, shows, typed);
        using JournalFolder journals = Journals.Open(host);
        string[] runs = [.. typed.Select(run => RunIds.Find(journals, run)).Distinct()];
        if (call.Settings.Prune)
        {
            foreach (string id in runs)
            {
                Journals.Guard(() => journals.Prune(id));
            }

            return ExitCode.Done;
        }

        if (!shows)
        {
            if (journals.Ids.Count == 0 && !call.Settings.Json)
            {
                host.MessagesFor(WhenToUse.Auto).Line(
                    "no runs yet: the journal records what doppel link, reflink, trash, delete and move do");
            }

            return List(host, journals, call.Settings.Json);
        }

        foreach (string id in runs)
        {
            using JournalReader journal = Journals.Guard(() => journals.Read(id));
            Show(host, journals, journal);
        }

        return ExitCode.Done;
    }

    private static void RefuseMisuse(JournalSettings settings, bool shows, string[] typed)
    {
        if (settings.Json && (settings.Prune || shows))
        {
            throw new UsageException($"--json cannot be combined with {(shows ? ShowWord : "--prune")}");
        }

        if (typed.Length == 0 && (settings.Prune || shows))
        {
            throw new UsageException(
                $"{(shows ? "journal show" : "--prune")} requires a RUN; run doppel journal to list all runs");
        }

        if (typed.Length > 0 && !settings.Prune && !shows)
        {
            throw new UsageException(
                $"journal: unknown argument {Quote.Text(typed[0])}; to show a run, use doppel journal show RUN");
        }
    }

    private static ExitCode List(CommandHost host, JournalFolder journals, bool asJson)
    {
        RunStates states = RunStates.Read(journals);
        IEnumerable<ListedRun> runs = journals.Ids.Select(id => ListedRun.Of(journals, id, states));
        try
        {
            if (asJson)
            {
                foreach (ListedRun run in runs)
                {
                    PlainOutput.Pass(host.Out, JournalJson.LineOf(run));
                }
            }
            else
            {
                new JournalTable(host).Write(runs);
            }
        }
        catch (BrokenPipeException)
        {
            // The reader has closed the output.
        }

        return ExitCode.Done;
    }

    /// <summary>Prints the result for each name of a run.</summary>
    internal static void Show(CommandHost host, JournalFolder journals, JournalReader record)
    {
        try
        {
            if (record.Run.Undoes is { } undone)
            {
                PlainOutput.Pass(host.Out, $"this run undoes {undone}; doppel journal show {undone} lists its names\n");
                return;
            }

            using IEnumerator<JournalBatch> batches = record.Batches().GetEnumerator();
            while (Journals.Guard(batches.MoveNext))
            {
                PlainOutput.Pass(host.Out, Lines(record.Run.Action, batches.Current));
            }

            long kept = journals.RecipeBytesOf(record.Id);
            if (kept > 0)
            {
                PlainOutput.Pass(
                    host.Out,
                    $"tags of media files are stored in {record.Id}.recipes next to the journal, "
                        + $"{SizeText.Show(kept)}\n");
            }
        }
        catch (BrokenPipeException)
        {
            // The reader has closed the output.
        }
    }

    private static string Lines(ActionKind? action, JournalBatch batch)
    {
        var text = new StringBuilder();
        foreach (JournalIntent intent in batch.Intents)
        {
            bool isKnown = batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome);
            string status = isKnown ? WordOf(outcome) : "unknown";
            text.Append(CultureInfo.InvariantCulture, $"{status} {Quote.Name(intent.Name.Bytes)}");
            text.Append(intent.Keeper.IsEmpty ? "" : $"  keeper {Quote.Name(intent.Keeper.Bytes)}");
            bool isLost = action == ActionKind.Delete && intent.IsFinal
                && (!isKnown || outcome.Status is ActStatus.Done or ActStatus.Unfinished);
            text.Append(isLost ? "  cannot be brought back" : "");
            text.Append(outcome.Reason is { Length: > 0 } reason ? $"  {Quote.Sentence(reason)}" : "").Append('\n');
        }

        return text.ToString();
    }

    private static string WordOf(in JournalOutcome outcome) => (outcome.Status, outcome.IsSuperseded) switch
    {
        (_, true) => "retried",
        (ActStatus.Idle, _) => "unchanged",
        _ => outcome.Status.ToString().ToLowerInvariant(),
    };
}
