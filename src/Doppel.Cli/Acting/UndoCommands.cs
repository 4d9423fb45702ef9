using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel undo</c> and <c>doppel resume</c>.</summary>
internal static class UndoCommands
{
    /// <summary>Reverses a run.</summary>
    internal static ExitCode Undo(CommandCall<UndoSettings> call)
    {
        (CommandHost host, UndoSettings settings) = (call.Host, call.Settings);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        using JournalFolder journals = ActCommand.OpenJournals(host);
        string typed = call.Operands.Count > 0 ? call.Operands[0] : RunIds.Latest;
        string id = RunIds.Find(journals, typed, () => LatestChanged(journals)
            ?? throw new UsageException("there is no run to undo; run doppel journal to list all runs"));
        using JournalReader record = ActCommand.Guard(() => journals.Read(id));

        messages.Line(ActCommand.Guard(() => Describe(record)));
        if (settings.DryRun)
        {
            JournalCommand.Show(host, journals, record);
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
        string typed = call.Operands.Count > 0 ? call.Operands[0] : RunIds.Latest;
        string id = RunIds.Find(journals, typed, () => journals.Unfinished().FirstOrDefault()
            ?? throw new UsageException("there is no interrupted run; run doppel journal to list all runs"));
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

    // Returns the newest run that changed something and has not been undone as a whole. What an interrupted run has
    // changed may be unknown.
    private static string? LatestChanged(JournalFolder journals)
    {
        RunStates states = RunStates.Read(journals);
        foreach (string id in journals.Ids.Reverse())
        {
            if (!journals.TryRead(id, out JournalReader? journal, out _))
            {
                continue;
            }

            using (journal)
            {
                if (journal!.Run.Action is not null && states.Of(journal) != RunState.Undone && HasChanged(journal))
                {
                    return id;
                }
            }
        }

        return null;
    }

    private static bool HasChanged(JournalReader journal)
    {
        if (!journal.HasEnded)
        {
            return journal.HasBegun;
        }

        JournalTotals totals = ActCommand.Guard(journal.ReadTotals);
        return totals.Done + totals.Unfinished > 0;
    }

    private static string Describe(JournalReader record)
    {
        long done = record.ReadTotals().Done;
        string what = record.Run.Action is { } action
            ? ActionText.Noun(action) : $"undo of {record.Run.Undoes}";
        return $"{record.Id}: {what}, {Count.Of(done, "name")}{(record.HasEnded ? "" : ", interrupted")}";
    }
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
