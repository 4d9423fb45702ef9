namespace Doppel.Cli;

/// <summary>Asks for confirmation before anything is changed.</summary>
internal static class Confirmation
{
    /// <summary>Returns whether the action is confirmed, by <c>--yes</c> or by the user's answer.</summary>
    /// <param name="host">The host that asks the user.</param>
    /// <param name="settings">The settings from the options.</param>
    /// <param name="question">One sentence, such as <c>Move 5 names?</c></param>
    /// <exception cref="UsageException">There is no terminal to ask on.</exception>
    internal static bool Of(CommandHost host, IHasConfirmation settings, string question)
    {
        if (settings.Yes)
        {
            return true;
        }

        if (host.Ask is not { } ask)
        {
            throw new UsageException("cannot ask for confirmation: no terminal", "use --yes");
        }

        Messages messages = host.MessagesFor(settings.Messages.Color);
        messages.Raw(question + " [y/N] ");

        // Nothing has been changed yet, so Ctrl-C ends the process at once. The next prompt starts on a new line.
        using var signals = new StopSignals(() => messages.Raw("\n"));
        signals.EndOfSearch();
        bool agreed = ask()?.Trim() is "y" or "Y" or "yes";
        if (!agreed)
        {
            messages.Line("nothing was done");
        }

        return agreed;
    }
}
