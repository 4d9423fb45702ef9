namespace Doppel.Cli;

/// <summary>Implements <c>doppel profile</c>.</summary>
internal static class ProfileCommands
{
    /// <summary>Lists the names of the profiles.</summary>
    internal static ExitCode List(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        IReadOnlyCollection<string> names = ProfileStore.OfUser(host.Environment).Names();
        return PlainOutput.Write(host.Out, Lines(host, names));
    }

    /// <summary>Shows the options of a profile.</summary>
    internal static ExitCode Show(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        IReadOnlyList<string> options = ProfileStore.OfUser(host.Environment).Options(call.Operands[0]);
        return PlainOutput.Write(host.Out, Lines(host, options));
    }

    /// <summary>Saves a profile if its options are valid.</summary>
    internal static ExitCode Save(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        string name = call.Operands[0];
        string[] options = [.. call.Operands.Skip(1)];
        if (options.Length == 0)
        {
            throw new UsageException("no options to save", call.Command.Usage);
        }

        // Reading the settings checks the values.
        var find = (CommandDefinition<FindSettings>)host.Commands.Main;
        find.Read(host, ProfileOptions.Parse(host.Commands, name, options));
        ProfileStore.OfUser(host.Environment).Save(name, options);
        return ExitCode.Done;
    }

    /// <summary>Deletes a profile.</summary>
    internal static ExitCode Delete(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        ProfileStore.OfUser(host.Environment).Delete(call.Operands[0]);
        return ExitCode.Done;
    }

    // Anyone may have written the file, so do not pass its control characters to a terminal.
    private static string Lines(CommandHost host, IEnumerable<string> texts) => string.Concat(
        texts.Select(text => (host.Out.IsTerminal ? Quote.Sentence(text) : text) + "\n"));
}
