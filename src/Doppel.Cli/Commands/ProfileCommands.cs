namespace Doppel.Cli;

/// <summary>Implements <c>doppel profile</c>.</summary>
internal static class ProfileCommands
{
    /// <summary>Gets the option for JSON output.</summary>
    internal static OptionDefinition<CommandSettings> Json { get; } = DeviceOptions.Json with
    {
        Summary = "Write JSON Lines, one object for each profile",
        Text = "Write JSON Lines, one object for each profile, with its name and its options.",
    };

    /// <summary>Gets the commands.</summary>
    internal static IReadOnlyList<CommandDefinition> All =>
        [ListDefinition, ShowDefinition, SaveDefinition, DeleteDefinition];

    private static CommandDefinition ListDefinition { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["profile", "list"],
        Summary = "List the saved profiles",
        Text = "Lists the names of the saved profiles, one per line.",
        Accepts = [Json],
        Execute = List,
    };

    private static CommandDefinition ShowDefinition { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["profile", "show"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.Profile,
        Summary = "Show the options of a profile",
        Text = "Shows the options saved as profile NAME, one per line.",
        Accepts = [Json],
        Execute = Show,
    };

    private static CommandDefinition SaveDefinition { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["profile", "save"],
        Operands = "NAME -- OPTION...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.Profile,
        Summary = "Save options of doppel find as a profile",
        Text = """
            Saves options of doppel find as profile NAME, for use with --profile NAME in every command that searches. An
            existing profile with that name is replaced. The options are checked as if they were used. A profile has no
            ROOT and no --profile.

            NAME consists of letters, digits, '-', '_' and '.'.
            """,
        Examples =
        [
            new("doppel profile save photos -- --ext jpg,jpeg --min-size 100k", "then: doppel find --profile photos ~"),
        ],
        Execute = Save,
    };

    private static CommandDefinition DeleteDefinition { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["profile", "delete"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.Profile,
        Summary = "Delete a profile",
        Text = "Deletes the profile NAME.",
        Execute = Delete,
    };

    /// <summary>Lists the names of the profiles.</summary>
    internal static ExitCode List(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        var store = ProfileStore.OfUser(host.Environment);
        IReadOnlyCollection<string> names = store.Names();
        return PlainOutput.Write(host.Out, call.Settings.Json
            ? string.Concat(names.Select(name => JsonOf(name, store.Options(name))))
            : Lines(host, names));
    }

    /// <summary>Shows the options of a profile.</summary>
    internal static ExitCode Show(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        string name = call.Operands[0];
        IReadOnlyList<string> options = ProfileStore.OfUser(host.Environment).Options(name);
        return PlainOutput.Write(host.Out, call.Settings.Json ? JsonOf(name, options) : Lines(host, options));
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

    private static string JsonOf(string name, IReadOnlyList<string> options) => JsonLine.Of(json =>
    {
        json.WriteString("type", "profile");
        json.WriteString("name", name);
        json.WriteStartArray("options");
        foreach (string option in options)
        {
            json.WriteStringValue(option);
        }

        json.WriteEndArray();
    });

    // Anyone may have written the file, so do not pass its control characters to a terminal.
    private static string Lines(CommandHost host, IEnumerable<string> texts) => string.Concat(
        texts.Select(text => (host.Out.IsTerminal ? Quote.Sentence(text) : text) + "\n"));
}
