namespace Doppel.Cli;

/// <summary>Defines a command: its name, its options, and its description in help and the man page.</summary>
internal sealed record CommandDefinition
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
    internal IReadOnlyList<OptionDefinition> Options { get; init; } = [];

    /// <summary>Gets the options for measurements only, which help and completions omit.</summary>
    internal IReadOnlyList<OptionDefinition> HiddenOptions { get; init; } = [];

    /// <summary>Gets the examples: command lines and what they do.</summary>
    internal IReadOnlyList<Example> Examples { get; init; } = [];

    /// <summary>Gets what shells complete for the operands: files, or words.</summary>
    internal ValueCompletion OperandCompletion { get; init; }

    /// <summary>Gets the words that shells complete.</summary>
    internal IReadOnlyList<string> OperandChoices { get; init; } = [];

    /// <summary>Gets the function that runs the command.</summary>
    internal required Func<CommandHost, ParsedCommand, ExitCode> Run { get; init; }

    /// <summary>Gets the full name, such as <c>profile save</c>.</summary>
    internal string Name => string.Join(' ', Words);

    /// <summary>Gets the options of the command and those that every command has.</summary>
    internal IEnumerable<OptionDefinition> AllOptions => Options.Concat(HelpOptions.All);

    /// <summary>Gets all options that the parser accepts, including hidden ones.</summary>
    internal IEnumerable<OptionDefinition> KnownOptions => AllOptions.Concat(HiddenOptions);

    /// <summary>Gets the usage line, such as <c>doppel find [OPTION...] [ROOT...]</c>.</summary>
    internal string Usage =>
        $"doppel {Name}{(Options.Count > 0 ? " [OPTION...]" : "")}{(Operands.Length > 0 ? " " + Operands : "")}";
}
