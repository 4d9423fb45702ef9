namespace Doppel.CommandLine;

/// <summary>
/// Lists all commands. It is the only source for the parser, help, the manual, completions and docs.
/// </summary>
internal sealed class CommandTable
{
    /// <summary>Gets the one-line description of the program.</summary>
    internal required string Purpose { get; init; }

    /// <summary>Gets the commands under their headings, in the order of help. The first is the main command.</summary>
    internal required IReadOnlyList<CommandGroup> Groups { get; init; }

    /// <summary>Gets the one-line summary of each first word that several commands share, such as s3.</summary>
    internal required IReadOnlyDictionary<string, string> FamilySummaries { get; init; }

    /// <summary>Gets which options exclude or require each other.</summary>
    internal IReadOnlyList<OptionRule> Rules { get; init; } = [];

    /// <summary>Gets all commands, in the order of help.</summary>
    internal IReadOnlyList<CommandDefinition> All =>
        field ??= [.. Groups.SelectMany(static group => group.Commands)];

    /// <summary>Gets the commands that only this program runs. Help and completions omit them.</summary>
    internal IReadOnlyList<CommandDefinition> Hidden { get; init; } = [];

    /// <summary>Gets the main command, whose options all others are compared with: <c>doppel find</c>.</summary>
    internal CommandDefinition Main => All[0];

    /// <summary>
    /// Gets the commands grouped by first word, such as find, or all commands that start with profile.
    /// </summary>
    internal IEnumerable<IGrouping<string, CommandDefinition>> Families =>
        All.GroupBy(static command => command.Words[0]);
}

/// <summary>Commands under one heading of help.</summary>
/// <param name="Heading">The heading, without a colon.</param>
/// <param name="Commands">The commands.</param>
internal sealed record CommandGroup(string Heading, IReadOnlyList<CommandDefinition> Commands);
