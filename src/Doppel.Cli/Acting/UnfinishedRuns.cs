using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Reports interrupted runs of the current user before the next run.</summary>
internal static class UnfinishedRuns
{
    /// <summary>Warns about unfinished runs, and reverses their half-finished steps if the user agrees.</summary>
    /// <param name="host">The host.</param>
    /// <param name="settings">The settings of the command.</param>
    /// <param name="isAsked">Whether to reverse anything, rather than only to warn.</param>
    /// <returns>Whether the command may continue.</returns>
    internal static bool AllowsNewRun(
        CommandHost host, CommandSettings settings, bool isAsked)
    {
        Messages messages = host.MessagesFor(settings.Messages.Color);
        if (!Journals.AreAny(host))
        {
            return true;
        }

        // Reading needs no lock. A run that is acting looks interrupted.
        using JournalFolder journals = isAsked ? Journals.Open(host) : Journals.OpenForReading(host);
        string[] unfinished = [.. journals.IsOtherActing ? [] : journals.Unfinished()];
        foreach (string id in unfinished)
        {
            messages.Warn(
                $"run {id} was interrupted: finish it with doppel resume {id}, or undo it with doppel undo {id}");
        }

        if (unfinished.Length == 0 || !isAsked)
        {
            return true;
        }

        if (!Confirmation.Ask(host, settings, "Reverse its half-finished steps, keep the rest, and continue?"))
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
        CommandHost host, CommandSettings settings, JournalFolder journals, string id, Messages messages)
    {
        var teller = new ActReporter(host, settings.Messages);
        try
        {
            using var clients = new BucketClients(host, settings.Request.Connection);
            new ResumeJob(host, settings.Request.Catalog, clients, journals, id).Clear(teller.Add);
            messages.Line($"reversed the half-finished steps of run {id}; doppel undo {id} undoes the rest");
        }
        catch (JournalException failure)
        {
            messages.Warn(Quote.Sentence(failure.Message));
        }
    }
}
