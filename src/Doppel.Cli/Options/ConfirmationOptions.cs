namespace Doppel.Cli;

/// <summary>Defines the options of commands that ask for confirmation.</summary>
internal static class ConfirmationOptions
{
    internal static OptionDefinition<IHasConfirmation> Yes { get; } = OptionDefinition.Switch<IHasConfirmation>(
        "yes", OptionCategory.Acting, "Do not ask for confirmation",
        "Do not ask for confirmation. Required if standard input or standard error is not a terminal.",
        (settings, on) => settings.Yes = on);

    internal static OptionDefinition<IHasDryRun> DryRun { get; } = OptionDefinition.Switch<IHasDryRun>(
        "dry-run", OptionCategory.Acting, "Show what would be done, and change nothing",
        """
        Print what would be done with each name, and change nothing. Contents are not compared in a dry run; they are
        compared when the command really runs.
        """,
        (settings, on) => settings.DryRun = on);
}

/// <summary>Settings of a command that asks before it changes something.</summary>
internal interface IHasConfirmation : IHasMessages
{
    /// <summary>Gets or sets whether the user has agreed in advance.</summary>
    bool Yes { get; set; }
}

/// <summary>Settings of a command that can show what it would do instead of doing it.</summary>
internal interface IHasDryRun
{
    /// <summary>Gets or sets whether nothing is changed.</summary>
    bool DryRun { get; set; }
}
