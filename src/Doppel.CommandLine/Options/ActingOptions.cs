using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.CommandLine;

/// <summary>Defines the options of the commands that change files.</summary>
internal static class ActingOptions
{
    internal static OptionDefinition<ActSettings> Script { get; } = OptionDefinition.Switch<ActSettings>(
        "script", OptionCategory.Acting, "Write a shell script instead of acting",
        """
        Write a script to standard output that would do the same, and change nothing. It runs in any POSIX shell on
        Linux with GNU coreutils and diffutils. It compares each file with its keeper before it changes it, and skips
        files that differ by then. The script gives weaker guarantees than doppel itself, as its first lines explain:
        nothing stops other programs from writing at the same time, there is no journal, and doppel undo cannot reverse
        it. Names that would be skipped are printed on standard error, and the exit code is then 1; the script too exits
        with 1 if it skips a name.
        """,
        (settings, on) => settings.Script = on);

    internal static OptionDefinition<ActSettings> AskEach { get; } = OptionDefinition.Switch<ActSettings>(
        "ask-each", OptionCategory.Keeping, "Choose by hand which copies stay, group by group",
        """
        Show the copies of each group, with the ones marked that would stay by the rules, and ask which ones to keep.
        Enter numbers, such as "1 3" or "2-4", or nothing to keep the marked copies; a keeps all copies, s skips the
        group, u goes back to the group before, r keeps the marked copies in all groups that follow, q skips them, and ?
        shows these keys. Copies in --reference and --never folders, and those that match --keep, always stay. Nothing
        is changed until you agree at the end. Requires a terminal; cannot be combined with --folders or --script.
        """,
        (settings, on) => settings.AskEach = on);

    internal static OptionDefinition<ActSettings> RetargetLinks { get; } = OptionDefinition.Switch<ActSettings>(
        "retarget-links", OptionCategory.Acting, "Point symbolic links at the copy that stays",
        """
        Before a file is removed, change the symbolic links that point to it so that they point to the copy that stays:
        relative links stay relative, absolute links absolute. If one of its links cannot be changed, the file stays.
        Links are known if they are below the ROOTs, or below those of the report or plan; links below a --never folder
        do not change. Without this option, the number of links that would break is printed. doppel undo restores the
        links.
        """,
        (settings, on) => settings.RetargetLinks = on);

    internal static OptionDefinition<CommandSettings> EmptyFolders { get; } = OptionDefinition.Switch<CommandSettings>(
        "empty-folders", OptionCategory.Acting, "Also remove folders that are left empty",
        """
        When all files are done, remove each folder that held one of them and is empty now, then each folder above it
        that becomes empty as a result. With --folders, or a report made with it, the folders that were already empty
        are removed too. A ROOT, the folders above it, mount points, the --to folder, --never and --reference folders
        with everything in them, and folders that match --keep always stay, and so does a folder into which another
        program puts something. doppel undo restores the folders with their owner, permissions, times and attributes.
        Without this option, folders stay, and the number of those that are empty now is printed. Cannot be combined
        with --script.
        """,
        (settings, on) => settings.Request.Keeping.EmptyFolders = on);

    internal static OptionDefinition<CommandSettings> Folders { get; } = GroupOptions.Folders with
    {
        Summary = "Also act on identical and contained folders",
        Text = """
            Search for identical folders first, and for folders whose contents all exist in another folder. Of identical
            folders one stays, by the same rules as for files, and the others are removed with everything in them,
            provided that every entry was seen and matched. Of a contained folder and the one that contains it, the same
            rules decide: either the contained folder goes as a whole, or the equal files of the other one go. If they
            do not decide, the contained folder goes. A ROOT itself is never removed. The remaining files follow.
            """,
    };

    /// <summary>Gets the options for searching. Operands say what to act on, and links are never followed.</summary>
    internal static IReadOnlyList<IOption<CommandSettings>> Search { get; } =
    [
        .. FilterOptions.All.Where(static option => option.Name is not ("files-from" or "files0-from" or "follow")),
        GroupOptions.Isolate, GroupOptions.Exact, Folders, GroupOptions.FoldersBy, .. CatalogFolderOptions.All,
        RunOptions.Profile,
    ];

    /// <summary>Gets the options for objects in buckets.</summary>
    internal static IReadOnlyList<IOption<CommandSettings>> Buckets { get; } =
        [.. S3ConnectionOptions.Requests, .. BudgetOptions.All];

    internal static OptionDefinition<CommandSettings> Media { get; } = OptionDefinition.Switch<CommandSettings>(
        "media", OptionCategory.Acting, "Also act on media that differ only in their tags",
        """
        Also act on media groups: files whose audio or image data is identical byte for byte while their tags, covers or
        dates differ. Tags that only the removed files have are lost, so doppel trash is the best command for media. If
        files are linked or deleted, doppel undo can still rebuild them: the journal keeps everything that is not audio
        or image data, and the rebuilt file is checked before the original is removed. A file with more than 64 MiB of
        such data is never linked or deleted. Folders are searched as by doppel find --media. Identical files in a media
        group are handled with it. Without this option, media groups are skipped.
        """,
        (settings, on) => settings.Request.Media.IsOn = on);

    internal static OptionDefinition<ActSettings> Symbolic { get; } = OptionDefinition.Switch<ActSettings>(
        "symbolic", OptionCategory.Acting, "Create symbolic links instead of hard links",
        """
        Create symbolic links to the copy that stays instead of hard links. They can point to another file system, but
        they break if that copy is removed later. Links are relative unless --absolute is given.
        """,
        (settings, on) => settings.Symbolic = on);

    internal static OptionDefinition<ActSettings> Absolute { get; } = OptionDefinition.Switch<ActSettings>(
        "absolute", OptionCategory.Acting, "Create symbolic links with absolute paths",
        """
        Create symbolic links with the absolute path of the copy that stays. By default they are relative to the folder
        of the link.
        """,
        (settings, on) => settings.Absolute = on);

    internal static OptionDefinition<ActSettings> Relative { get; } = OptionDefinition.Switch<ActSettings>(
        "relative", OptionCategory.Acting, "Create relative symbolic links (default)",
        """
        Create symbolic links relative to the folder of the link. This is the default; it overrides an earlier
        --absolute.
        """,
        (settings, on) => settings.Absolute = !on);

    internal static OptionDefinition<ActSettings> AcrossOwners { get; } = OptionDefinition.Switch<ActSettings>(
        "across-owners", OptionCategory.Acting, "Also act on files of different owners",
        """
        Also act on files whose owner or group differs from that of the copy that stays. A linked file gets the owner of
        that copy. If you run doppel as root, this can make a user the owner of a system file.
        """,
        (settings, on) => settings.AcrossOwners = on);

    internal static OptionDefinition<ActSettings> AssumeDistinct { get; } = OptionDefinition.Switch<ActSettings>(
        "assume-distinct", OptionCategory.Acting, "Trust that places that cannot be told apart differ",
        """
        Act on copies even if Doppel cannot determine whether they and the copies that stay are in one place under two
        names: a bucket and its mount, a folder and the server that shares it, or a bucket behind two endpoints. Doppel
        puts an empty object or file where it is about to remove something and looks for it where the copy stays. Some
        mounts, and servers on which you have few permissions, do not show the answer, and the copies are then skipped.
        Use this option only if you know that the places differ: if they do not, the content is lost. Places that are
        found to be one are skipped with this option too.
        """,
        (settings, on) => settings.AssumeDistinct = on);

    internal static OptionDefinition<ActSettings> IgnoreMode { get; } = OptionDefinition.Switch<ActSettings>(
        "ignore-mode", OptionCategory.Acting, "Also link files with different permissions",
        """
        Create hard links even if permissions, access control lists, extended attributes (tags, labels, capabilities) or
        flags (chattr) differ. A linked file has those of the copy that stays; its own are recorded in the journal for
        undo.
        """,
        (settings, on) => settings.IgnoreMode = on);

    internal static OptionDefinition<ActSettings> To { get; } = new()
    {
        Name = "to",
        ValueName = "DIR",
        Category = OptionCategory.Acting,
        Completion = ValueCompletion.File,
        Summary = "The folder to move duplicates to",
        Text = """
            The folder to move duplicates to; it must exist. Each file keeps its absolute path below it, so names cannot
            collide, and existing files are never replaced. Objects can be moved to s3://BUCKET/PREFIX, where each gets
            its bucket and its key as path; the server copies them, so that nothing is downloaded.
            """,
        Apply = (settings, value) => settings.MoveTo = value ?? throw new UsageException("needs a folder"),
    };

    internal static OptionDefinition<ActSettings> RemovedList { get; } = new()
    {
        Name = "removed-list",
        ValueName = "FILE",
        Category = OptionCategory.Output,
        Completion = ValueCompletion.File,
        Summary = "Append each removed name and its keeper to FILE",
        Text = """
            Append a line of JSON to FILE for each name as soon as it is gone: the name, the copy that stays, and for
            media the tags that were added to its sidecar or lost. With it, another program can put the copy that stays
            into the albums and playlists of the one that is gone. docs/formats.md describes the lines. doppel resume
            and doppel undo write none. Cannot be combined with --dry-run or --script.
            """,
        Negation = "no-removed-list",
        Apply = static (settings, value) => settings.RemovedList = value,
    };

    internal static OptionDefinition<CommandSettings> Catalog { get; } = CatalogFolderOptions.Catalog with
    {
        Text = """
            The folder of the catalog that searches keep. It learns which files have gained, changed or lost names, so
            that the next search does not read them again; files that are rebuilt are read once. By default it is
            $XDG_CACHE_HOME/doppel/catalog or ~/.cache/doppel/catalog. With none, the catalog is not used.
            """,
    };

    internal static OptionDefinition<UndoSettings> Fetch { get; } = new()
    {
        Name = "fetch",
        ValueName = "COMMAND",
        Category = OptionCategory.Acting,
        Summary = "Fetch files from other machines with COMMAND",
        Text = """
            Restore files that doppel fleet delete has deleted by fetching them from the machines that have a copy.
            COMMAND prints a file on standard output. It is split at blanks and executed without a shell. In it, {host}
            is replaced by the name of the machine, {path} by the path of the file there, and {quoted} by the path in
            quotes as a shell needs it, such as the one that ssh starts. What is fetched is checked before it is used.
            """,
        Negation = "no-fetch",
        Apply = static (settings, value) => settings.Fetch = value,
    };

    internal static OptionDefinition<UndoSettings> Map { get; } = new()
    {
        Name = "map",
        ValueName = "OLD=NEW",
        Category = OptionCategory.Acting,
        Summary = "Files that were at or below OLD are at NEW now",
        Text = """
            Look for files that were at or below OLD at the same places below NEW, because their disk is mounted
            elsewhere now. Both are absolute paths. Can be repeated; of several OLDs that contain a file, the longest
            counts. Doppel recognizes a file system by its UUID: if it is mounted at another path, Doppel says so and
            changes nothing. With --map OLD=OLD, another file system that has the same files, such as a restored backup,
            stands in for the old one.
            """,
        Negation = "no-map",
        Apply = static (settings, value) => settings.Moved = value is null ? [] : [.. settings.Moved, MovedOf(value)],
    };

    private static MovedFolder MovedOf(string value)
    {
        string[] paths = value.Split('=', 2);
        ReportName[] names = [.. paths.Select(static path => new ReportName(ByteText.ToBytes(path)))];
        return paths is [not "", not ""] && Array.TrueForAll(paths, Path.IsPathFullyQualified)
            ? new MovedFolder(names[0], names[1])
            : throw new UsageException("needs OLD=NEW, two absolute paths, such as /mnt/old=/mnt/new");
    }

    internal static OptionDefinition<UndoSettings> Only { get; } = new()
    {
        Name = "only",
        ValueName = "PATH",
        Category = OptionCategory.Acting,
        Completion = ValueCompletion.File,
        Summary = "Restore only names at or below PATH",
        Text = """
            Restore only the names at or below PATH, a file or a folder; relative paths are relative to the working
            directory. Folders above them that were removed come back too. Can be repeated. The rest of the run can be
            undone later: until then, doppel journal lists it as partly undone. If the run changed nothing at or below a
            PATH, nothing is restored.
            """,
        Negation = "no-only",
        Apply = (settings, value) => settings.Only = value is null ? [] : [.. settings.Only, value],
    };

    internal static OptionDefinition<CommandSettings> Json { get; } = OptionDefinition.Switch<CommandSettings>(
        "json", OptionCategory.Output, "Write the totals as one line of JSON",
        """
        At the end, write one line of JSON to standard output: the action, the ID of the run, how many names were done,
        skipped or needed nothing, how many symbolic links were retargeted, how many folders were removed or restored,
        the bytes freed according to the plan, and whether the run was interrupted. Messages and the question still go
        to standard error. Cannot be combined with --dry-run or --script.
        """,
        (settings, on) => settings.Json = on);

    internal static OptionDefinition<CommandSettings> JournalJson { get; } = OptionDefinition.Switch<CommandSettings>(
        "json", OptionCategory.Output, "Write JSON Lines, one object for each run",
        """
        Write JSON Lines, one object for each run, with exact numbers, unescaped names and times in UTC. space_bytes is
        missing if the journal does not record it.
        """,
        (settings, on) => settings.Json = on);

    internal static OptionDefinition<JournalSettings> Prune { get; } = OptionDefinition.Switch<JournalSettings>(
        "prune", OptionCategory.Acting, "Remove journals; their runs can no longer be undone",
        "Remove the journals of the given RUNs, which can then no longer be undone.",
        (settings, on) => settings.Prune = on);
}
