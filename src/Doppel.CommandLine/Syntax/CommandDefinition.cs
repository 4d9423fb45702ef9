namespace Doppel.CommandLine;

/// <summary>Defines a command: its name, its options, and its description in help and the manual.</summary>
internal abstract record CommandDefinition
{
    /// <summary>Gets the words of the name, such as find, or profile and save.</summary>
    internal required IReadOnlyList<string> Words { get; init; }

    /// <summary>Gets the syntax of the operands after the options, such as <c>[ROOT...]</c>.</summary>
    internal string Operands { get; init; } = "";

    /// <summary>Gets the minimum number of operands.</summary>
    internal int OperandsMin { get; init; }

    /// <summary>Gets the maximum number of operands.</summary>
    internal int OperandsMax { get; init; }

    /// <summary>Gets the one-line summary, without a full stop.</summary>
    internal required string Summary { get; init; }

    /// <summary>Gets the full description. A blank line separates paragraphs.</summary>
    internal required string Text { get; init; }

    /// <summary>Gets the options of the command, without those that every command has.</summary>
    internal abstract IReadOnlyList<OptionDefinition> Options { get; }

    /// <summary>Gets the examples: command lines and what they do.</summary>
    internal IReadOnlyList<Example> Examples { get; init; } = [];

    /// <summary>Gets what shells complete for the operands: files, or words.</summary>
    internal ValueCompletion OperandCompletion { get; init; }

    /// <summary>Gets the words that shells complete.</summary>
    internal IReadOnlyList<string> OperandChoices { get; init; } = [];

    /// <summary>Gets the full name, such as <c>profile save</c>.</summary>
    internal string Name => string.Join(' ', Words);

    /// <summary>Gets the options of the command and those that every command has.</summary>
    internal IEnumerable<OptionDefinition> AllOptions => Options.Concat(HelpOptions.All);

    /// <summary>Gets the usage line, such as <c>doppel find [OPTION...] [ROOT...]</c>.</summary>
    internal string Usage
    {
        get
        {
            string withOptions = Options.Count > 0 ? $"doppel {Name} [OPTION...]" : $"doppel {Name}";
            return Operands.Length > 0 ? $"{withOptions} {Operands}" : withOptions;
        }
    }

    /// <summary>Runs the command.</summary>
    /// <param name="host">The resources of the process.</param>
    /// <param name="uses">The options, in the order in which they apply.</param>
    /// <param name="operands">The operands.</param>
    /// <exception cref="UsageException">An option is invalid, or the command fails.</exception>
    internal abstract ExitCode Run(
        CommandHost host, IReadOnlyList<OptionUse> uses, IReadOnlyList<string> operands);
}

/// <summary>Defines a command with its own settings.</summary>
/// <typeparam name="TSettings">The settings that the options of the command change.</typeparam>
internal sealed record CommandDefinition<TSettings> : CommandDefinition
    where TSettings : CommandSettings
{
    /// <summary>Gets the function that creates settings with their defaults.</summary>
    internal required Func<ValueParser, TSettings> Defaults { get; init; }

    /// <summary>Gets the options, without those that every command has.</summary>
    internal IReadOnlyList<IOption<TSettings>> Accepts { get; init; } = [];

    /// <summary>Gets the function that does the work of the command.</summary>
    internal required Func<CommandCall<TSettings>, ExitCode> Execute { get; init; }

    internal override IReadOnlyList<OptionDefinition> Options => field ??= [.. Accepts.Select(o => o.Definition)];

    internal override ExitCode Run(
        CommandHost host, IReadOnlyList<OptionUse> uses, IReadOnlyList<string> operands) =>
        Execute(new CommandCall<TSettings>(host, this, Read(host, uses), uses, operands));

    /// <summary>Returns the settings after the options are applied in order.</summary>
    /// <exception cref="UsageException">An option is invalid, or some options cannot be combined.</exception>
    internal TSettings Read(CommandHost host, IEnumerable<OptionUse> uses)
    {
        TSettings settings = Defaults(host.Values);
        foreach (OptionUse use in uses)
        {
            try
            {
                // The parser knows only the options above.
                ((IOption<TSettings>)use.Definition).Apply(settings, use.Value);
            }
            catch (UsageException bad)
            {
                throw new UsageException($"--{use.Definition.Name}: {bad.Message}", bad.Hint);
            }
        }

        foreach (OptionRule rule in host.Commands.Rules)
        {
            rule.Check(this, uses);
        }

        settings.Validate();
        return settings;
    }
}

/// <summary>An example command line.</summary>
/// <param name="Line">The command line.</param>
/// <param name="Meaning">What it does, without a full stop.</param>
internal readonly record struct Example(string Line, string Meaning);

/// <summary>A command as it was called.</summary>
/// <typeparam name="TSettings">The settings of the command.</typeparam>
/// <param name="Host">The resources of the process.</param>
/// <param name="Command">The command.</param>
/// <param name="Settings">The settings from the options.</param>
/// <param name="Uses">The options, in the order in which they were applied.</param>
/// <param name="Operands">The operands, as <see cref="ByteText"/>.</param>
internal sealed record CommandCall<TSettings>(
    CommandHost Host, CommandDefinition Command, TSettings Settings, IReadOnlyList<OptionUse> Uses,
    IReadOnlyList<string> Operands);
