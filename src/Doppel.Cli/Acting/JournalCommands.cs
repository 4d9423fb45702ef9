using System.Globalization;
using System.Text;
using Doppel.Acting;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel journal</c>, <c>doppel undo</c> and <c>doppel resume</c>.</summary>
internal static class JournalCommands
{
    /// <summary>Lists the runs, shows runs, or deletes journals.</summary>
    internal static ExitCode Journal(CommandCall<JournalSettings> call)
    {
        CommandHost host = call.Host;
        using JournalFolder journals = ActCommand.OpenJournals(host);
        RunIds.Require(journals, call.Operands);
        if (call.Settings.Prune)
        {
            if (call.Operands.Count == 0)
            {
                throw new UsageException("--prune requires a RUN", "doppel journal lists the runs");
            }

            foreach (string id in call.Operands)
            {
                ActCommand.Guard(() =>
                {
                    journals.Prune(id);
                    return true;
                });
            }

            return ExitCode.Done;
        }

        if (call.Operands.Count == 0)
        {
            return PlainOutput.Write(host.Out, List(journals));
        }

        foreach (string id in call.Operands)
        {
            using JournalReader journal = ActCommand.Guard(() => journals.Read(id));
            Show(host, journals, journal);
        }

        return ExitCode.Done;
    }

    /// <summary>Reverses a run.</summary>
    internal static ExitCode Undo(CommandCall<UndoSettings> call)
    {
        (CommandHost host, UndoSettings settings) = (call.Host, call.Settings);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        using JournalFolder journals = ActCommand.OpenJournals(host);
        RunIds.Require(journals, call.Operands);
        using JournalReader? record = call.Operands.Count > 0
            ? ActCommand.Guard(() => journals.Read(call.Operands[0]))
            : FindLatest(journals);
        if (record is null)
        {
            throw new UsageException("there is no run to undo", "doppel journal lists all runs");
        }

        messages.Line(ActCommand.Guard(() => Describe(record)));
        if (settings.DryRun)
        {
            Show(host, journals, record);
            return ExitCode.Done;
        }

        if (!Confirmation.Of(host, settings, "Undo it?"))
        {
            return ExitCode.Failure;
        }

        using var signals = new StopSignals(static () => { });
        var teller = new ActTeller(host, settings.Messages);
        using UndoRun run = ActCommand.Guard(() => new UndoRun(
            host.ChangeableVolume, journals, record, ProgramVersion.Text, host.Clock, teller.Add));
        bool isWhole = ActCommand.Guard(() => run.Run(signals.Stop));
        teller.ConcludeUndo();
        return signals.Exit ?? (isWhole && !teller.AnyProblem ? ExitCode.Done : ExitCode.Problems);
    }

    /// <summary>Finishes an interrupted run.</summary>
    internal static ExitCode Resume(CommandCall<UndoSettings> call)
    {
        (CommandHost host, UndoSettings settings) = (call.Host, call.Settings);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        using JournalFolder journals = ActCommand.OpenJournals(host);
        RunIds.Require(journals, call.Operands);
        string id = call.Operands.Count > 0
            ? call.Operands[0]
            : journals.Unfinished().FirstOrDefault()
                ?? throw new UsageException("there is no interrupted run", "doppel journal lists all runs");
        using (JournalReader journal = ActCommand.Guard(() => journals.Read(id)))
        {
            messages.Line(ActCommand.Guard(() => Describe(journal)));
        }

        if (!Confirmation.Of(host, settings, "Finish it?"))
        {
            return ExitCode.Failure;
        }

        using var signals = new StopSignals(static () => { });
        var teller = new ActTeller(host, settings.Messages);
        using ActRun run = ActCommand.Guard(() => ActRun.Continue(
            host.ChangeableVolume, journals, id, ProgramVersion.Text, host.Clock, teller.Add));
        ActCommand.Guard(() =>
        {
            run.Resume(signals.Stop);
            return true;
        });
        if (signals.Exit is { } stopped)
        {
            teller.ConcludeInterrupted(run.Action, id, notBegun: null);
            return stopped;
        }

        teller.Conclude(run.Action, id, measuredBytes: null);
        return teller.AnyProblem ? ExitCode.Problems : ExitCode.Done;
    }

    // Returns the latest run that has not been undone. An undo is newer than its run, so a single pass from newest to
    // oldest sees the undo first.
    private static JournalReader? FindLatest(JournalFolder journals)
    {
        HashSet<string> undone = [];
        foreach (string id in journals.Ids.Reverse())
        {
            if (!journals.TryRead(id, out JournalReader? record, out _))
            {
                continue;
            }

            if (record!.Run.Action is not null && !undone.Contains(id))
            {
                return record;
            }

            using (record)
            {
                if (record is { HasEnded: true, Run.Undoes: { } run })
                {
                    undone.Add(run);
                }
            }
        }

        return null;
    }

    private static string List(JournalFolder journals)
    {
        List<(string Id, string Line)> lines = [];
        HashSet<string> undone = [];
        foreach (string id in journals.Ids)
        {
            try
            {
                using JournalReader record = journals.Read(id);
                lines.Add((id, Describe(record)));
                if (record is { HasEnded: true, Run.Undoes: { } run })
                {
                    undone.Add(run);
                }
            }
            catch (JournalException damage)
            {
                lines.Add((id, Quote.Sentence(damage.Message)));
            }
        }

        return string.Concat(lines.Select(one => one.Line + (undone.Contains(one.Id) ? ", undone" : "") + "\n"));
    }

    private static string Describe(JournalReader record)
    {
        long done = record.ReadTotals().Done;
        string what = record.Run.Action is { } action
            ? ActionText.Noun(action) : $"undo of {record.Run.Undoes}";
        return $"{record.Id}: {what}, {Count.Of(done, "name")}{(record.HasEnded ? "" : ", interrupted")}";
    }

    private static void Show(CommandHost host, JournalFolder journals, JournalReader record)
    {
        try
        {
            using IEnumerator<JournalBatch> batches = record.Batches().GetEnumerator();
            while (ActCommand.Guard(batches.MoveNext))
            {
                PlainOutput.Pass(host.Out, Lines(batches.Current));
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

    private static string Lines(JournalBatch batch)
    {
        var text = new StringBuilder();
        foreach (JournalIntent intent in batch.Intents)
        {
            bool isKnown = batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome);
            string status = isKnown ? WordOf(outcome) : "unknown";
            text.Append(CultureInfo.InvariantCulture, $"{status} {Quote.Name(intent.Name.Bytes)}");
            text.Append(intent.Keeper.IsEmpty ? "" : $"  keeper {Quote.Name(intent.Keeper.Bytes)}");
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

/// <summary>The settings of <c>doppel journal</c>.</summary>
internal sealed class JournalSettings(OptionContext context) : CommandSettings(context)
{
    internal bool Prune { get; set; }
}

/// <summary>The settings of <c>doppel undo</c> and <c>doppel resume</c>.</summary>
internal sealed class UndoSettings(OptionContext context) : CommandSettings(context), IHasConfirmation, IHasDryRun
{
    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public bool Yes { get; set; }

    /// <inheritdoc/>
    public bool DryRun { get; set; }
}
