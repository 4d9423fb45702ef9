namespace Doppel.Cli;

/// <summary>Implements <c>doppel profile</c>.</summary>
internal static class ProfileCommands
{
    /// <summary>Lists the names of the profiles.</summary>
    internal static ExitCode List(CommandHost host, ParsedCommand parsed)
    {
        IReadOnlyCollection<string> names = ProfileStore.OfUser(host.Environment).Names();
        return PlainOutput.Write(host.Out, Lines(host, names));
    }

    /// <summary>Shows the options of a profile.</summary>
    internal static ExitCode Show(CommandHost host, ParsedCommand parsed)
    {
        IReadOnlyList<string> flags = ProfileStore.OfUser(host.Environment).Flags(parsed.Operands[0]);
        return PlainOutput.Write(host.Out, Lines(host, flags));
    }

    /// <summary>Saves a profile if its options are valid.</summary>
    internal static ExitCode Save(CommandHost host, ParsedCommand parsed)
    {
        string name = parsed.Operands[0];
        string[] flags = [.. parsed.Operands.Skip(1)];
        if (flags.Length == 0)
        {
            throw new UsageException("no options to save", parsed.Command!.Usage);
        }

        IReadOnlyList<OptionUse> uses = FindCommand.ParseFlags(name, flags);
        var context = new OptionContext(host.Clock, VolumeChoice.Create(host.Environment), RootPaths.OfProcess());
        FindCommand.ReadSettings(host, uses, context);
        ProfileStore.OfUser(host.Environment).Save(name, flags);
        return ExitCode.Done;
    }

    // Anyone may have written the file, so do not pass its control characters to a terminal.
    private static string Lines(CommandHost host, IEnumerable<string> texts) => string.Concat(
        texts.Select(text => (host.Out.IsTerminal ? Quote.Sentence(text) : text) + "\n"));

    /// <summary>Deletes a profile.</summary>
    internal static ExitCode Delete(CommandHost host, ParsedCommand parsed)
    {
        ProfileStore.OfUser(host.Environment).Delete(parsed.Operands[0]);
        return ExitCode.Done;
    }
}
