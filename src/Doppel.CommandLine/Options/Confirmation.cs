namespace Doppel.CommandLine;

/// <summary>Asks for confirmation before anything is changed.</summary>
internal static class Confirmation
{
    /// <summary>Returns whether the action is confirmed, by <c>--yes</c> or by the user's answer.</summary>
    /// <param name="host">The host that asks the user.</param>
    /// <param name="settings">The settings from the options.</param>
    /// <param name="question">One sentence, such as <c>Move 5 names?</c></param>
    /// <param name="others">Answers after which the question is asked again.</param>
    /// <param name="declined">What to say if the user declines.</param>
    /// <exception cref="UsageException">There is no terminal to ask on.</exception>
    internal static bool Ask(
        CommandHost host, CommandSettings settings, string question, IReadOnlyList<OtherAnswer>? others = null,
        string declined = "nothing was done")
    {
        Check(host, settings);
        if (settings.Yes)
        {
            return true;
        }

        Messages messages = host.MessagesFor(settings.Messages.Color);
        string keys = string.Concat((others ?? []).Select(static other => $", {other.Key}: {other.Meaning}"));
        while (true)
        {
            messages.Raw($"{Quote.Message(question)} [y/N{keys}] ");
            string answer = Answer(host.Ask!, messages)?.Trim() ?? "";
            if (answer is "y" or "Y" or "yes")
            {
                return true;
            }

            if (others?.FirstOrDefault(other => other.Key == answer) is not { } chosen)
            {
                messages.Line(declined);
                return false;
            }

            chosen.Do();
        }
    }

    /// <summary>Makes sure that the action can be confirmed, before anything else is done.</summary>
    /// <exception cref="UsageException">There is no terminal to ask on, and no <c>--yes</c>.</exception>
    internal static void Check(CommandHost host, CommandSettings settings)
    {
        if (!settings.Yes && host.Ask is null)
        {
            throw new UsageException("cannot ask for confirmation: no terminal", "use --yes");
        }
    }

    /// <summary>Reads an answer; null at the end of the input.</summary>
    internal static string? Answer(Func<string?> ask, Messages messages)
    {
        // Nothing has been changed yet, so Ctrl-C ends the process at once. The next prompt starts on a new line.
        using var signals = new StopSignals(() => messages.Raw("\n"));
        signals.DisarmStop();
        return ask();
    }
}

/// <summary>An answer to a question other than yes and no.</summary>
/// <param name="Key">What to type.</param>
/// <param name="Meaning">What it does, in a few words.</param>
/// <param name="Do">Does it.</param>
internal sealed record OtherAnswer(string Key, string Meaning, Action Do);
