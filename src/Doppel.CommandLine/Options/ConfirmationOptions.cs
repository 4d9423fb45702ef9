namespace Doppel.CommandLine;

/// <summary>Defines the options of commands that ask for confirmation.</summary>
internal static class ConfirmationOptions
{
    internal static OptionDefinition<CommandSettings> Yes { get; } = OptionDefinition.Switch<CommandSettings>(
        "yes", OptionCategory.Acting, "Do not ask for confirmation",
        "Do not ask for confirmation. Required if standard input or standard error is not a terminal.",
        (settings, on) => settings.Yes = on);

    internal static OptionDefinition<CommandSettings> DryRun { get; } = OptionDefinition.Switch<CommandSettings>(
        "dry-run", OptionCategory.Acting, "Show what would be done, and change nothing",
        """
        Print what would be done with each name, and change nothing. Contents are not compared in a dry run; they are
        compared when the command really runs.
        """,
        (settings, on) => settings.DryRun = on);
}
