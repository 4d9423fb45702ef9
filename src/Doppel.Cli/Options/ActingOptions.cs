using Doppel.Cli.Arguments;

namespace Doppel.Cli.Options;

/// <summary>The flags of the commands that change files.</summary>
internal static class ActingOptions
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

    internal static OptionDefinition Script { get; } = OptionDefinition.Switch(
        "script", OptionCategory.Acting, "Write a shell script instead of acting",
        """
        Write what would be done to standard output, as a script for any POSIX shell of Linux with GNU coreutils and
        diffutils, and change nothing. The script compares each file with its keeper before it touches it, and skips
        what differs by then. It is weaker than doppel itself, which its head says: nothing keeps other programs from
        writing meanwhile, there is no journal, and doppel undo knows nothing of it. Names that would be left alone are
        told on standard error; the exit code is 1 then, as that of the script is where it skips one.
        """,
        (settings, on) => settings.Act.Script = on);

    internal static OptionDefinition RetargetLinks { get; } = OptionDefinition.Switch(
        "retarget-links", OptionCategory.Acting, "Let symbolic links to what goes lead to the keeper",
        """
        Let symbolic links that would lead to nothing lead to the keeper, before the file goes that they lead to:
        relative ones stay relative, absolute ones absolute. A file of which a link cannot be changed stays. Links are
        known below the ROOTs, or those of the report or plan; those below a --never folder stay as they are. Without
        this flag their number is told. doppel undo brings them back.
        """,
        (settings, on) => settings.Act.RetargetLinks = on);

    internal static OptionDefinition Media { get; } = OptionDefinition.Switch(
        "media", OptionCategory.Acting, "Act on files of one sound or picture, too",
        """
        Act also on media groups: files whose sound or picture is equal byte for byte while their tags, covers or dates
        are not. What only the others' tags say is lost with them, so doppel trash is the command for it. What is linked
        or deleted instead doppel undo makes anew: the journal keeps whatever is not sound or picture, and that the very
        file comes back is tried before it goes. Of a file with more than 64 MiB of that nothing is removed for good.
        Folders are searched as by doppel find --media. Equal files that are in a media group are acted on with it.
        Without this flag media groups are left alone.
        """,
        (settings, on) => settings.Media = on);

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

    internal static OptionDefinition Relative { get; } = OptionDefinition.Switch(
        "relative", OptionCategory.Acting, "Make symbolic links relative to their folders",
        "Make symbolic links relative to the folder of the link. This is so unless --absolute is given.",
        (settings, on) => settings.Act.Absolute = !on);

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
        Make hard links even where permissions, access lists, extended attributes (tags, labels, capabilities) or flags
        (chattr) differ. A linked file has those of the keeper; its own are in the journal, for undo.
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
