using Doppel.Cli.Commands;

namespace Doppel.Cli.Arguments;

/// <summary>A command line taken apart.</summary>
/// <param name="Command">Which command; null for doppel itself.</param>
/// <param name="Uses">Its options in their order.</param>
/// <param name="Operands">What is no option, in its order, as <see cref="ByteText"/>.</param>
/// <param name="Help">Whether help is all that is wanted.</param>
/// <param name="Version">Whether the version is all that is wanted.</param>
internal sealed record ParsedCommand(
    CommandDefinition? Command,
    IReadOnlyList<OptionUse> Uses,
    IReadOnlyList<string> Operands,
    HelpWanted Help = HelpWanted.None,
    bool Version = false);
