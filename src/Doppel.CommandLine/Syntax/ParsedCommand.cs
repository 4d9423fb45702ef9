namespace Doppel.CommandLine;

/// <summary>A parsed command line.</summary>
/// <param name="Command">The command; null for doppel itself.</param>
/// <param name="Uses">The options, in command-line order.</param>
/// <param name="Operands">The operands, in command-line order, as <see cref="ByteText"/>.</param>
/// <param name="Help">Which help to print instead of running the command.</param>
/// <param name="Version">Whether to print the version instead of running the command.</param>
/// <param name="Family">The first word of several commands to print help for; null for none.</param>
internal sealed record ParsedCommand(
    CommandDefinition? Command,
    IReadOnlyList<OptionUse> Uses,
    IReadOnlyList<string> Operands,
    HelpWanted Help = HelpWanted.None,
    bool Version = false,
    string? Family = null);

/// <summary>Specifies which help was requested.</summary>
internal enum HelpWanted
{
    /// <summary>No help.</summary>
    None,

    /// <summary>Short help: one line per option.</summary>
    Short,

    /// <summary>Long help: examples and the full description of each option.</summary>
    Long,
}

/// <summary>An option as used on the command line.</summary>
/// <param name="Definition">The option.</param>
/// <param name="Value">The value; "" if the option takes none; null if the negated form was used.</param>
internal readonly record struct OptionUse(OptionDefinition Definition, string? Value);
