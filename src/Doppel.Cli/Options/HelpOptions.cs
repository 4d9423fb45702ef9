namespace Doppel.Cli.Options;

/// <summary>The flags that every command has.</summary>
internal static class HelpOptions
{
    /// <summary>One line per flag.</summary>
    internal static OptionDefinition Short { get; } = new()
    {
        Name = "help",
        Short = 'h',
        Category = OptionCategory.Help,
        Summary = "Show this (-h), or examples and more (--help)",
        Text = "Show help: -h one line for each flag, --help examples and everything about each flag.",
    };

    internal static OptionDefinition Version { get; } = new()
    {
        Name = "version",
        Category = OptionCategory.Help,
        Summary = "Show the version",
        Text = "Show the version.",
    };

    internal static IReadOnlyList<OptionDefinition> All { get; } = [Short, Version];
}
