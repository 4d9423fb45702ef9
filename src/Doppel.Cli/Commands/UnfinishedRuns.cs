using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Reports interrupted runs of the current user before the next run.</summary>
internal static class UnfinishedRuns
{
    /// <summary>Warns about unfinished runs, and reverses their half-finished steps if the user agrees.</summary>
    /// <returns>Whether the command may continue.</returns>
    internal static bool MayGoOn(CommandHost host, FindSettings settings, IChangeableVolume volume)
    {
        if (PathOf(host) is not { } path || volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out _).Failed)
        {
            return true;
        }

        Messages messages = host.MessagesFor(settings.Color);
        using JournalFolder journals = ActCommand.OpenJournals(host, volume);
        string[] unfinished = [.. journals.Unfinished()];
        foreach (string id in unfinished)
        {
            messages.Warn(
                $"run {id} was interrupted: finish it with doppel resume {id}, or undo it with doppel undo {id}");
        }

        if (unfinished.Length == 0 || settings.Act.DryRun || settings.Act.Script)
        {
            return true;
        }

        if (!Confirmation.Of(host, settings, "Reverse its half-finished steps, keep the rest, and continue?"))
        {
            return false;
        }

        foreach (string id in unfinished)
        {
            Clear(host, settings, volume, journals, id, messages);
        }

        return true;
    }

    /// <summary>
    /// Returns the ID of the run whose temporary names contain the given 6 digits; null if none is known.
    /// </summary>
    internal static string? RunOf(CommandHost host, IVolume volume, string digits) =>
        PathOf(host) is { } path ? JournalFolder.RunOf(volume, new ReportName(path), digits) : null;

    private static byte[]? PathOf(CommandHost host) =>
        UserFolders.StateOf(host.Environment) is { } state ? [.. state, .. "/journal"u8] : null;

    private static void Clear(
        CommandHost host, FindSettings settings, IChangeableVolume volume, JournalFolder journals, string id,
        Messages messages)
    {
        var teller = new ActTeller(messages, settings.Quiet, settings.Verbose);
        try
        {
            using ActRun run = ActRun.Continue(volume, journals, id, ProgramVersion.Text, host.Clock, teller.Add);
            run.Clear();
            messages.Line($"reversed the half-finished steps of run {id}; doppel undo {id} undoes the rest");
        }
        catch (JournalException failure)
        {
            messages.Warn(Quote.Sentence(failure.Message));
        }
    }
}
