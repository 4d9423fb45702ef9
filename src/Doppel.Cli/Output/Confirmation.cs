using Doppel.Cli.Commands;

namespace Doppel.Cli.Output;

/// <summary>Asks a person before anything is changed.</summary>
internal static class Confirmation
{
    /// <summary>Whether it may be done: <c>--yes</c> was given, or the person says so.</summary>
    /// <param name="host">Where a person can be asked.</param>
    /// <param name="settings">What the options say.</param>
    /// <param name="question">One sentence, such as <c>Move 5 names?</c></param>
    /// <exception cref="UsageException">Nobody can be asked.</exception>
    internal static bool Of(CommandHost host, FindSettings settings, string question)
    {
        if (settings.Act.Yes)
        {
            return true;
        }

        if (host.Ask is not { } ask)
        {
            throw new UsageException("cannot ask for confirmation: no terminal", "use --yes");
        }

        Messages messages = host.MessagesFor(settings.Color);
        messages.Raw(question + " [y/N] ");
        bool agreed = ask()?.Trim() is "y" or "Y" or "yes";
        if (!agreed)
        {
            messages.Line("nothing was done");
        }

        return agreed;
    }
}
