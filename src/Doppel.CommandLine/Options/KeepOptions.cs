using Doppel.Acting;

namespace Doppel.CommandLine;

/// <summary>Defines the options that select which copies to keep.</summary>
internal static class KeepOptions
{
    private static readonly string[] s_rules = [.. KeepRuleText.Words];

    internal static OptionDefinition<CommandSettings> Reference { get; } = GroupOptions.Reference with
    {
        Completion = ValueCompletion.File,
        Category = OptionCategory.Keeping,
        Text = """
            Nothing in the reference folder DIR is ever changed, and a file outside is removed only if DIR contains a
            copy of it. DIR is searched too; it need not be a ROOT. Can be repeated: a copy in any of the reference
            folders counts. A JSON report of doppel find --reference remembers its reference folders.
            """,
    };

    internal static IReadOnlyList<IOption<CommandSettings>> All { get; } =
    [
        Reference, .. Choosing,
    ];

    private static IReadOnlyList<OptionDefinition<CommandSettings>> Choosing =>
    [
        new()
        {
            Name = "keep",
            ValueName = "DIR|GLOB",
            Completion = ValueCompletion.File,
            Category = OptionCategory.Keeping,
            Summary = "Keep every copy that matches",
            Text = """
                Keep every copy with a name in the folder DIR or matching GLOB. Overrides --drop. Can be repeated. Write
                DIR as you would type it: Archive, ./Archive/, /data/Archive or s3://BUCKET/PREFIX; a file also works. A
                GLOB without '/' is matched against the file name, and one with '/' against the path below the ROOT, the
                path below the working directory or the absolute path, as for doppel find --include. Quote GLOBs so that
                the shell does not expand them.

                If duplicates were found and none of them matches, the command fails before it asks or changes anything.
                The same applies to --drop.
                """,
            Negation = "no-keep",
            Apply = (settings, value) =>
                settings.Request.Keeping.Patterns = Changed(settings, PatternEffect.Keep, value),
        },
        new()
        {
            Name = "drop",
            ValueName = "DIR|GLOB",
            Completion = ValueCompletion.File,
            Category = OptionCategory.Keeping,
            Summary = "Remove copies that match, if another copy stays",
            Text = """
                Remove copies with a name in the folder DIR or matching GLOB, as long as another copy of the group can
                stay. If all copies match, one of them stays: the last copy is never removed. DIR and GLOB are written
                as for --keep.
                """,
            Negation = "no-drop",
            Apply = (settings, value) =>
                settings.Request.Keeping.Patterns = Changed(settings, PatternEffect.Drop, value),
        },
        new()
        {
            Name = "never",
            ValueName = "DIR",
            Category = OptionCategory.Keeping,
            Summary = "Never touch anything below this folder",
            Text = """
                Every copy with a name below DIR stays, whatever other options say. DIR is searched too, unless it is
                part of a ROOT. The other copies of a group are removed as without this option; use --reference to
                remove only copies of what a folder contains. The folder is identified by device and inode, so it does
                not matter by which path it is reached. If duplicates were found but no file in DIR was seen, because
                its disk is not mounted or another folder is meant, the command fails before it asks or changes
                anything. A folder whose files have no duplicates is fine. Can be repeated.
                """,
            Negation = "no-never",
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Request.Keeping.Never = value is null
                ? []
                : [.. settings.Request.Keeping.Never, new TypedFolder(value, FolderOf(settings.Values, value))],
        },
        OptionDefinition.Switch<CommandSettings>(
            "include-state", OptionCategory.Keeping, "Also act in repositories, caches and app state",
            """
            Also act on files in version control folders, bare git repositories, caches and the hidden folders of
            applications. Without this option they are left alone, since a program that finds two equal files there
            needs both; they are neither removed nor count as copies that stay. A ROOT in such a folder includes what
            is in the ROOT. docs/state.md lists the folders. Trash folders always stay as they are.
            """,
            (settings, on) => settings.Request.Keeping.IncludeState = on),
        new()
        {
            Name = "state-list",
            ValueName = "FILE",
            Category = OptionCategory.Keeping,
            Summary = "Read the list of such folders from FILE",
            Text = """
                Read the list of folders that are left alone without --include-state from FILE, instead of the list in
                docs/state.md. Each line is a GLOB for a folder, or "has: NAME..." for a folder that contains all of
                these names; a name that ends with '/' is a folder. Lines that begin with # and empty lines do not
                count, and ~/ is your home.
                """,
            Negation = "no-state-list",
            Completion = ValueCompletion.File,
            Apply = (settings, value) =>
                settings.Request.Keeping.StateText = value is null ? null : StateList.Read(value),
        },
        new()
        {
            Name = "prefer",
            ValueName = "RULE",
            Choices = s_rules,
            Completion = ValueCompletion.Choices,
            Category = OptionCategory.Keeping,
            Summary = "Which copy to keep: newest, shallowest and others",
            Text = """
                Which copy to keep if --reference, --never, --keep and --drop do not decide. By default, the copy stays
                that has the most companions, has the most names elsewhere, is in the earliest ROOT, is the target of
                the most symbolic links, is the oldest, and has the shortest path. Of media with different tags, the one
                with the best tags stays. --prefer can be repeated: if two copies are equal by one rule, the next one
                decides, and then the default. RULE is one of:

                by place: root-order (in an earlier ROOT); shallowest, deepest (fewer or more folders above it);
                shortest-path, longest-path (in bytes); newest-folder, oldest-folder (when its folder was last
                modified); first-name (first path in alphabetical order);

                by time: newest, oldest (modified last or first); oldest-taken (taken or recorded first, according to
                its tags; media groups only);

                by name: plain-name (without the additions of copying programs, such as "a (1).jpg", "a - Copy.jpg" or
                "Copy of a.jpg"); shortest-name, longest-name (in bytes, without the folder);

                by links: outside-links (more names that were not found by the search, so that removing the others frees
                more); most-links (more names in all); symbolic-links (the target of more symbolic links below the
                ROOTs, known when names are to be removed);

                by what belongs to it: most-companions (more sidecars and other companions, see --companions);

                by tags, for media groups only: most-tags (with the place of a photo; then with more of title, artist,
                album, track, disc, composer, genre, date, rating, keywords, description, comment, time, lyrics, cover
                and persons; then the higher rating; then more tags, where encoder, software, history and thumbnails do
                not count); largest-cover (larger embedded picture in bytes).

                A copy with several names is judged by its best name.
                """,
            Negation = "no-prefer",
            Apply = (settings, value) =>
                settings.Request.Keeping.Prefer =
                    value is null ? [] : [.. settings.Request.Keeping.Prefer, ParseRule(value)],
        },
        new()
        {
            Name = "copies",
            ValueName = "N",
            Category = OptionCategory.Keeping,
            Summary = "Number of copies to keep of each group (default 1)",
            Text = """
                The minimum number of copies to keep of each group; the default is 1. Copies kept by --reference,
                --never and --keep are included.
                """,
            Negation = "no-copies",
            Apply = (settings, value) =>
                settings.Request.Keeping.Copies = value is null ? 1 : Number.Parse(value, 1, int.MaxValue),
        },
        new()
        {
            Name = "per-folder",
            Category = OptionCategory.Keeping,
            Summary = "Keep a copy in each folder",
            Text = """
                Keep a copy in each folder: a copy is removed only if a better one stays in the same folder. A file with
                several names is removed only if that is true of the folder of each name.
                """,
            Negation = "no-per-folder",
            Apply = (settings, value) => settings.Request.Keeping.PerFolder = value is not null,
        },
        OptionDefinition.Choice<CommandSettings>(
            "companions", OptionCategory.Keeping, "HOW", ["keep", "move", "ignore"],
            "keep, move, ignore: sidecars and the like",
            """
            What happens to the companions of a file that is removed: sidecars and edits (.xmp, .aae, .pp3, .dop, and
            .json of Google Takeout), .thm, .lrv, .lrc and .cue, the film of a live photo, and the JPEG or HEIC of a raw
            file. They have the name of the file with another extension or with one more, and are in the same folder.
            keep, the default: of two copies, the one with more companions stays; the companions of the other are
            removed with it if equal ones stay, and otherwise that copy stays too. move: companions without an equal
            one move to the copy that stays and get its name; if that name is taken or they also belong to another file,
            that copy stays. A companion is never removed while its file stays. ignore: each file is judged by itself.
            Links and reflinks leave companions where they are. A file with companions stays if its only copy is in a
            bucket or on another machine.
            """,
            (settings, choice) => settings.Request.Keeping.Companions = (CompanionChoice)choice),
        OptionDefinition.Choice<CommandSettings>(
            "if-tags-lost", OptionCategory.Keeping, "HOW", ["ask", "skip", "sidecar", "merge", "remove"],
            "ask (default), skip, sidecar, merge, remove",
            """
            What happens to a media file with tags that the file that stays lacks, such as a title or a place. What
            programs leave behind (encoder, software, history, thumbnails) does not count. ask, the default: the tags
            are listed before you agree; with --yes, such a file stays and the exit code is 1. skip: it stays in any
            case. sidecar, for photos: the tags are added to the XMP sidecar of the photo that stays (a.jpg.xmp), and
            a file whose tags cannot be added stays. merge, for MP3, FLAC, JPEG and PNG: the tags are written into the
            file that stays, which is replaced as a whole; a file whose tags cannot be written stays. remove: it is
            removed; undo brings it back with its tags.
            """,
            (settings, choice) => settings.Request.Keeping.IfTagsLost = (TagLoss)choice),
    ];

    /// <summary>Gets the option <c>--explain</c>, which only <c>doppel plan</c> has.</summary>
    internal static OptionDefinition<PlanSettings> Explain { get; } = OptionDefinition.Switch<PlanSettings>(
        "explain", OptionCategory.Output, "Explain for each group which copies stay and why",
        """
        Print for each group which copies stay, which are removed, and the rule that decided. Without -o this is printed
        instead of the plan.
        """,
        (settings, on) => settings.Explain = on);

    /// <summary>
    /// Gets the option <c>--empty-folders</c> of <c>doppel plan</c>.
    /// </summary>
    internal static OptionDefinition<CommandSettings> EmptyFolders { get; } = OptionDefinition.Switch<CommandSettings>(
        "empty-folders", OptionCategory.Keeping, "Also remove the empty folders of the report",
        """
        Include the empty folders of a report of doppel find --folders in the plan. doppel delete then removes those
        that are still empty, and so do doppel trash and doppel move if --empty-folders is given there too. Without this
        option they stay.
        """,
        (settings, on) => settings.Request.Keeping.EmptyFolders = on);

    private static List<KeepPattern> Changed(CommandSettings settings, PatternEffect effect, string? value) =>
        value is null
            ? settings.Request.Keeping.Patterns.FindAll(pattern => pattern.Effect != effect)
            : [.. settings.Request.Keeping.Patterns, settings.Values.ParsePattern(effect, value)];

    private static ProtectedFolder FolderOf(ValueParser context, string value) => S3Location.Is(value)
        ? ProtectedFolder.OfObjects(S3Location.Parse(value.TrimEnd('/')).ToName())
        : context.ParseFolder(value);

    private static KeepRule ParseRule(string value)
    {
        int rule = Array.IndexOf(s_rules, value);
        return rule >= 0
            ? (KeepRule)rule
            : throw OptionDefinition.NotOneOf(value, s_rules);
    }
}
