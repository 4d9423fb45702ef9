using Doppel.Cli.Arguments;
using Doppel.Cli.Options;

namespace Doppel.Cli.Commands;

/// <summary>One command: its name, its options, and all that help and man page tell of it.</summary>
internal sealed record CommandDefinition
{
    /// <summary>Its words: find, or profile and save.</summary>
    internal required IReadOnlyList<string> Words { get; init; }

    /// <summary>What follows the words and options, such as <c>[ROOT...]</c>.</summary>
    internal string Operands { get; init; } = "";

    /// <summary>How many operands it needs.</summary>
    internal int OperandsMin { get; init; }

    /// <summary>How many operands it takes.</summary>
    internal int OperandsMax { get; init; }

    /// <summary>One line without a full stop.</summary>
    internal required string Summary { get; init; }

    /// <summary>Whole sentences; paragraphs parted by an empty line.</summary>
    internal required string Text { get; init; }

    /// <summary>Its options but those that every command has.</summary>
    internal IReadOnlyList<OptionDefinition> Options { get; init; } = [];

    /// <summary>Options that only measurements use: no help and no completion tells of them.</summary>
    internal IReadOnlyList<OptionDefinition> HiddenOptions { get; init; } = [];

    /// <summary>Command lines and what they do.</summary>
    internal IReadOnlyList<Example> Examples { get; init; } = [];

    /// <summary>What a shell offers for its operands: files, or words.</summary>
    internal ValueCompletion OperandCompletion { get; init; }

    /// <summary>The words it offers.</summary>
    internal IReadOnlyList<string> OperandChoices { get; init; } = [];

    /// <summary>Does it.</summary>
    internal required Func<CommandHost, ParsedCommand, ExitCode> Run { get; init; }

    /// <summary>Such as <c>profile save</c>.</summary>
    internal string Name => string.Join(' ', Words);

    /// <summary>Its options and those that every command has.</summary>
    internal IEnumerable<OptionDefinition> AllOptions => Options.Concat(HelpOptions.All);

    /// <summary>All that a command line may hold.</summary>
    internal IEnumerable<OptionDefinition> KnownOptions => AllOptions.Concat(HiddenOptions);

    /// <summary>Such as <c>doppel find [OPTION...] [ROOT...]</c>.</summary>
    internal string Usage =>
        $"doppel {Name}{(Options.Count > 0 ? " [OPTION...]" : "")}{(Operands.Length > 0 ? " " + Operands : "")}";
}
