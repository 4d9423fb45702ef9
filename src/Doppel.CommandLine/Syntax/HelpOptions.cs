namespace Doppel.CommandLine;

/// <summary>Defines the options that every command has.</summary>
internal static class HelpOptions
{
    /// <summary>Gets the help option: <c>-h</c> prints one line per option, <c>--help</c> everything.</summary>
    internal static OptionDefinition Short { get; } = new()
    {
        Name = "help",
        Short = 'h',
        Category = OptionCategory.Help,
        Summary = "Show this summary (-h) or the full help (--help)",
        Text = "Show help: -h prints one line for each option, --help prints examples and every option in full.",
    };

    internal static OptionDefinition Version { get; } = new()
    {
        Name = "version",
        Short = 'V',
        Category = OptionCategory.Help,
        Summary = "Show the version",
        Text = "Show the version.",
    };

    internal static IReadOnlyList<OptionDefinition> All { get; } = [Short, Version];
}
