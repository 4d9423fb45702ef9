namespace Doppel.CommandLine;

/// <summary>Explains which command the user may have meant.</summary>
internal static class UnknownCommand
{
    /// <summary>Returns the error for arguments that start with no known command.</summary>
    internal static UsageException Of(CommandTable table, IReadOnlyList<string> arguments)
    {
        string first = arguments[0];
        CommandDefinition[] family = [.. table.All.Where(command => command.Words[0] == first)];
        if (family.Length > 0)
        {
            string[] words = [.. family.Select(static command => command.Words[1])];
            string all = string.Join(", ", words);
            return arguments.Count == 1 || arguments[1].StartsWith('-')
                ? new UsageException($"{first}: missing command: one of {all}", $"doppel {first} -h explains them")
                : new UsageException(
                    $"unknown command: {first} {arguments[1]}", Suggest(arguments[1], words) ?? $"one of {all}");
        }

        string? meant = Suggest(first, table.Families.Select(static one => one.Key))
            ?? (OtherTools.CommandFor(first) is { } command ? $"did you mean doppel {command}?" : null);
        return new UsageException($"unknown command: {first}", meant ?? $"to search a folder: doppel find {first}");
    }

    private static string? Suggest(string word, IEnumerable<string> names) =>
        NearestName.Find(word, names) is { } near ? $"did you mean {near}?" : null;
}
