using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Reports interrupted runs of the current user before the next run.</summary>
internal static class UnfinishedRuns
{
    /// <summary>Warns about unfinished runs, and reverses their half-finished steps if the user agrees.</summary>
    /// <returns>Whether the command may continue.</returns>
    internal static bool MayGoOn(CommandHost host, ActSettings settings)
    {
        IVolume volume = host.Volume;
        if (UserFolders.JournalOf(host.Environment) is not { } path || volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out _).Failed)
        {
            return true;
        }

        Messages messages = host.MessagesFor(settings.Messages.Color);
        using JournalFolder journals = ActCommand.OpenJournals(host);
        string[] unfinished = [.. journals.Unfinished()];
        foreach (string id in unfinished)
        {
            messages.Warn(
                $"run {id} was interrupted: finish it with doppel resume {id}, or undo it with doppel undo {id}");
        }

        if (unfinished.Length == 0 || settings.DryRun || settings.Script)
        {
            return true;
        }

        if (!Confirmation.Of(host, settings, "Reverse its half-finished steps, keep the rest, and continue?"))
        {
            return false;
        }

        foreach (string id in unfinished)
        {
            Clear(host, settings, journals, id, messages);
        }

        return true;
    }

    private static void Clear(
        CommandHost host, ActSettings settings, JournalFolder journals, string id, Messages messages)
    {
        var teller = new ActTeller(host, settings.Messages);
        try
        {
            using var clients = new BucketClients(host, settings.Connection);
            using ActRun run = ActRun.Continue(
                host.ChangeableVolume, journals, id, ProgramVersion.Text, host.Clock, teller.Add,
                buckets: clients.Of);
            run.Clear();
            messages.Line($"reversed the half-finished steps of run {id}; doppel undo {id} undoes the rest");
        }
        catch (JournalException failure)
        {
            messages.Warn(Quote.Sentence(failure.Message));
        }
    }
}
