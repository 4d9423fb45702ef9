namespace Doppel.CommandLine;

/// <summary>Explains which option or command the user may have meant by an option that the command lacks.</summary>
internal static class UnknownOption
{
    private const int OwnersMax = 3;

    /// <summary>Returns the error for an option that a command does not have.</summary>
    /// <param name="table">All commands.</param>
    /// <param name="command">The command in use.</param>
    /// <param name="name">The option as typed, with its dashes and without a value.</param>
    internal static UsageException Of(CommandTable table, CommandDefinition command, string name) =>
        new($"unknown option: {name}", HintFor(table, command, name));

    private static string HintFor(CommandTable table, CommandDefinition command, string name)
    {
        if (command.Options.Count == 0)
        {
            return command.Usage;
        }

        // Users of other duplicate finders expect their options in the commands that search or act.
        bool isOfFinder = command.Options.Any(static option => option.Name == "min-size");
        if (isOfFinder && OtherTools.HintFor(name) is { } known)
        {
            return known;
        }

        string word = name.TrimStart('-');
        if (OwnersOf(table, word, name.StartsWith("--", StringComparison.Ordinal)) is { } owners)
        {
            return owners;
        }

        if (name.Length > 2 && table.Families.Any(family => family.Key == word))
        {
            return $"that is a command: doppel {word}";
        }

        IEnumerable<string> names = command.AllOptions.Select(static option => option.Name)
            .Concat(command.AllOptions.Select(static option => option.Negation).OfType<string>());
        if (name.Length > 2 && NearestName.Find(word, names) is { } near)
        {
            return $"did you mean --{near}?";
        }

        return $"doppel {command.Name} -h lists the options";
    }

    // Returns which other commands have the option; null if none does.
    private static string? OwnersOf(CommandTable table, string word, bool isLong)
    {
        string[] owners =
        [
            .. table.All
                .Where(command => command.Options.Any(option => IsNamed(option, word, isLong)))
                .Select(static command => $"doppel {command.Name}"),
        ];
        string shown = isLong ? $"--{word}" : $"-{word}";
        string rest = owners.Length > OwnersMax ? " and others" : "";
        return owners.Length == 0
            ? null
            : $"{shown} is an option of {string.Join(", ", owners.Take(OwnersMax))}{rest}";
    }

    private static bool IsNamed(OptionDefinition option, string word, bool isLong) => isLong
        ? option.Name == word || option.Negation == word
        : word.Length == 1 && option.Short == word[0];
}
