using Doppel.Cli.Arguments;

namespace Doppel.Cli.Options;

/// <summary>The flags of the commands that change files.</summary>
internal static class ActOptionTable
{
    internal static OptionDefinition Yes { get; } = OptionDefinition.Switch(
        "yes", OptionCategory.Acting, "Act without asking",
        """
        Act without asking. Where standard input or standard error is no terminal nobody can be asked, and nothing is
        done without this flag.
        """,
        (settings, on) => settings.Act.Yes = on);

    internal static OptionDefinition DryRun { get; } = OptionDefinition.Switch(
        "dry-run", OptionCategory.Acting, "Only tell what would be done",
        """
        Tell for each name what would be done with it, and change nothing. Whether the contents are equal is only proved
        when it is done.
        """,
        (settings, on) => settings.Act.DryRun = on);

    internal static OptionDefinition Symbolic { get; } = OptionDefinition.Switch(
        "symbolic", OptionCategory.Acting, "Make symbolic links instead of hard links",
        """
        Make symbolic links to the keeper instead of hard links. They may lead to another file system; if the keeper is
        removed later, they lead nowhere. Links are relative unless --absolute is given.
        """,
        (settings, on) => settings.Act.Symbolic = on);

    internal static OptionDefinition Absolute { get; } = OptionDefinition.Switch(
        "absolute", OptionCategory.Acting, "Make symbolic links with the whole path",
        """
        Make symbolic links with the keeper's whole path. Without this flag they are relative to the folder of the link.
        """,
        (settings, on) => settings.Act.Absolute = on);

    internal static OptionDefinition AcrossOwners { get; } = OptionDefinition.Switch(
        "across-owners", OptionCategory.Acting, "Act on files of other owners than the keeper's, too",
        """
        Act also where the keeper belongs to another user or group. Joined files have one owner, that of the keeper: as
        root, a file of the system could so become a user's.
        """,
        (settings, on) => settings.Act.AcrossOwners = on);

    internal static OptionDefinition IgnoreMode { get; } = OptionDefinition.Switch(
        "ignore-mode", OptionCategory.Acting, "Join files of other permissions, too",
        """
        Make hard links also where permissions, access lists, capabilities, labels or flags (chattr) differ. Joined
        files have those of the keeper.
        """,
        (settings, on) => settings.Act.IgnoreMode = on);

    internal static OptionDefinition To { get; } = new()
    {
        Name = "to",
        ValueName = "DIR",
        Category = OptionCategory.Acting,
        Completion = ValueCompletion.File,
        Summary = "The folder that duplicates are moved to",
        Text = """
            The folder that duplicates are moved to; it must be there. Below it each file keeps its absolute path, so
            nothing can collide, and nothing that stands there is ever replaced.
            """,
        Apply = (settings, value) => settings.Act.MoveTo = value ?? throw new UsageException("needs a folder"),
    };

    internal static OptionDefinition Prune { get; } = OptionDefinition.Switch(
        "prune", OptionCategory.Acting, "Remove journals: their runs can no longer be undone",
        "Remove the journals of the RUNs named. They can no longer be undone then.",
        (settings, on) => settings.Act.Prune = on);
}
