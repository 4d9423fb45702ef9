using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel resume</c>.</summary>
internal static class ResumeCommand
{
    /// <summary>Finishes an interrupted run.</summary>
    internal static ExitCode Run(CommandCall<UndoSettings> call)
    {
        (CommandHost host, UndoSettings settings) = (call.Host, call.Settings);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        using JournalFolder journals = Journals.Open(host, settings.Moved);
        string typed = call.Operands.Count > 0 ? call.Operands[0] : RunIds.Latest;
        string id = RunIds.Find(journals, typed, () => journals.Unfinished().FirstOrDefault()
            ?? throw new UsageException("there is no interrupted run; run doppel journal to list all runs"));
        ActionKind action;
        using (JournalReader journal = Journals.Guard(() => journals.Read(id)))
        {
            action = journal.Run.Action ?? default;
            if (!settings.Messages.Quiet || !settings.Yes)
            {
                long done = Journals.Guard(journal.ReadTotals).Done;
                messages.Line(UndoCommand.TitleOf(host, journal));
                messages.Line($"{Count.Of(done, "name")} {ActionText.Done(action)} so far");
            }
        }

        if (!Confirmation.Ask(host, settings, "Finish it?"))
        {
            return ExitCode.Failure;
        }

        var progress = new ActProgress();
        ProgressLine? line = ActProgressLine.Begin(host, settings.Messages, ActionText.Doing(action), progress);
        var teller = new ActReporter(host, settings.Messages, line);
        using var signals = new StopSignals(() => line?.Clear(messages));
        using var clients = new BucketClients(host, settings.Request.Connection);
        using (line)
        {
            new ResumeJob(host, settings.Request.Catalog, clients, journals, id).Run(
                progress, teller.Add, signals.Stop);
        }

        if (signals.Exit is { } stopped)
        {
            teller.ConcludeInterrupted(action, id, progress.NamesLeft);
            if (settings.Json)
            {
                teller.WriteJson(ActionText.Verb(action), id, progress.NamesLeft);
            }

            return stopped;
        }

        teller.Conclude(action, id, measuredBytes: null);
        if (settings.Json)
        {
            teller.WriteJson(ActionText.Verb(action), id);
        }

        return teller.AnyProblem ? ExitCode.Problems : ExitCode.Done;
    }
}
