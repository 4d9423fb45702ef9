using Doppel.Cli.Options;

namespace Doppel.Cli.Commands;

/// <summary>
/// All commands. Parsing, help, man page, completions and docs are made from this and from nothing else.
/// </summary>
internal static class CommandTable
{
    /// <summary>What doppel is, in one line.</summary>
    internal const string Purpose =
        "Finds files with the same content, and gives the space back without loss.";

    internal static CommandDefinition Find { get; } = new()
    {
        Words = ["find"],
        Operands = "[ROOT...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Find files with the same content",
        Text = """
            Searches each ROOT, a folder with all below it or a file, and reports groups of files with the same
            content. Without a ROOT it searches the working directory. It changes nothing.

            Files are told apart by size, then by what they hold, read no further than needed. Hard links of one
            file are one copy with several names. Symbolic links are never copies. What cannot be read is reported
            and does not end the run.
            """,
        Options = [.. FilterOptions.All, .. GroupOptions.All, .. OutputOptions.All, .. RunOptions.All],
        HiddenOptions = [LadderOption.Definition],
        Examples =
        [
            new("doppel find", "search the working directory"),
            new("doppel find ~/Pictures /mnt/backup", "search two folders together"),
            new("doppel find --isolate ~/Pictures /mnt/backup", "what is in both of them"),
            new("doppel find --folders ~ /mnt/backup", "whole folders that are equal, then what is left"),
            new("doppel find --media ~/Music /mnt/backup", "the same sound or picture under other tags"),
            new("doppel find --ext jpg,jpeg,png --min-size 100k ~", "only pictures of 100 KiB and more"),
            new("doppel find --exclude '.git/' --exclude '*.o' ~/src", "leave out folders and files"),
            new("doppel find --json -o report.json ~", "everything about it, for programs"),
            new(
                "find ~ -type f -newer mark -print0 | doppel find --files0-from -",
                "let another tool choose the files"),
            new("doppel find --exit-code -q ~/Pictures >/dev/null || echo found", "ask whether there are any"),
        ],
        Run = FindCommand.Run,
    };

    private static CommandDefinition ListLinks { get; } = new()
    {
        Words = ["list-links"],
        Operands = "[ROOT...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "List the links that join files already",
        Text = """
            Lists the links below each ROOT, or below the working directory: files with several names (hard links),
            symbolic links with what they lead to, and files that lie in the same blocks (reflinks). Links are never
            followed, no content is read, nothing is changed.

            Of a file with several names all that were found are listed, how many more it has elsewhere (outside the
            roots, or left out by a filter), and what deleting all that were found would free at most.

            A symbolic link leads to a file, a folder or something special (a pipe, socket or device), is broken, or
            runs in a loop. It leaves the roots if what it leads to in the end lies below none of them, and may lead to
            another volume.

            Reflinks are told where the file system tells where files lie (btrfs, xfs): files of equal size are asked
            for their blocks and listed if they share all of them. Snapshots are seen as far as the roots hold them.

            Sizes filter files, not symbolic links; the other filters look at both.
            """,
        Options =
        [
            .. ListLinksOptions.Filters, .. ListLinksOptions.Kinds, .. ListLinksOptions.Output,
            .. RunOptions.All.Where(option => option != RunOptions.Profile),
        ],
        Examples =
        [
            new("doppel list-links", "links below the working directory"),
            new("doppel list-links --symbolic --json /srv", "symbolic links, broken ones too, for programs"),
            new("doppel list-links --hard -0 ~/backup | tr '\\0' '\\n'", "names of one file together"),
        ],
        Run = ListLinksCommand.Run,
    };

    private static CommandDefinition Devices { get; } = new()
    {
        Words = ["devices"],
        Operands = "[PATH...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Tell the disks and servers below a path",
        Text = """
            Tells for each PATH, or for the working directory, on which mount it lies, which disks or servers are
            below that, through partitions, volumes, arrays, images and layers, and how many doppel find lets read
            from each at once, and why.

            Whether a disk rotates is measured, since the system's word is often wrong for virtual and USB disks: up
            to 16 files below PATH, found by a short look, are read for 4 KiB past the cache. Where there are none,
            or the cache cannot be passed by, the system's word stands. --device outranks both.

            On a terminal a table is shown; elsewhere each device is one line, with tabs between the columns and no
            heading.
            """,
        Options = [DeviceOptions.Json, RunOptions.Device],
        Examples =
        [
            new("doppel devices ~ /mnt/backup", "are these two folders on one disk"),
            new("doppel devices --device /mnt/usb=rotating /mnt/usb", "what a flag of doppel find would change"),
        ],
        Run = DevicesCommand.Run,
    };

    private static CommandDefinition Tune { get; } = new()
    {
        Words = ["tune"],
        Operands = "[DIR]",
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.File,
        Summary = "Measure how a disk or server likes to be read",
        Text = """
            Reads files below DIR, or below the working directory, in many ways, and tells which way is best for the
            disk or server they lie on, how many readers it takes, in blocks of which size and in which order, and how
            far the next best is behind. What it finds is kept for this user: doppel find begins with so many readers
            there, doppel devices shows it, --forget drops it. It changes no file.

            Files are chosen by size class, on the file system of DIR only; links are not followed. Every way reads the
            same files, each time in a fresh process, in random order, and has to have read every byte. Repeats are
            taken together without the best and the worst; the interval that is shown holds the mean in 95 of 100
            cases. What a way uses is sampled once a second.

            Cold runs begin with the content dropped from memory, file by file; names and inodes stay known. Ways of
            old comparisons have no bound of their own: they are stopped at 2,048 threads, 16,384 files under way or
            1 GiB of heap, and that is their result then.

            Results are shown as a table; --json and --html write all figures. Measure while the machine has nothing
            else to do: it says if it was busy. Interrupted, it tells what was measured so far and keeps nothing.
            """,
        Options =
        [
            .. TuneOptions.All,
            .. OutputOptions.All.Where(option => option.Name is "color" or "progress" or "quiet"),
        ],
        Examples =
        [
            new("doppel tune --quick ~", "the most important, in less than two minutes"),
            new("doppel tune --full --html report.html /mnt/disk", "everything, as a page with plots"),
            new("doppel tune --strategies 'engine,pread-*' --cold /srv", "how many readers a disk takes"),
            new("doppel tune --forget /mnt/disk", "let doppel find start afresh there"),
        ],
        Run = TuneCommand.Run,
    };

    private static CommandDefinition Identify { get; } = new()
    {
        Words = ["identify"],
        Operands = "FILE...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Tell format, sound or picture, and tags of media files",
        Text = """
            Tells for each FILE of sound, picture or film its format, as the content says and never the name; where in
            the file its payload lies, which is the sound or picture without the tags around it; the digest of the
            payload; and what the tags say.

            Files are of one sound or picture if format and digest are equal. A file that is damaged, cut off or of a
            structure that is not known is not comparable, and the reason is told. A symbolic link is followed. Nothing
            is changed; headers, tags and the payload are read.
            """,
        Options = [MediaOptions.Policy, .. MediaOptions.Output],
        Examples =
        [
            new("doppel identify song.mp3 copy.mp3", "are these two one recording, and what differs"),
            new("doppel identify --json *.jpg | jq -r .digest", "digests of pictures without their tags"),
        ],
        Run = IdentifyCommand.Run,
    };

    internal static CommandDefinition Plan { get; } = new()
    {
        Words = ["plan"],
        Operands = "REPORT",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.File,
        Summary = "Choose from a report which copies stay",
        Text = """
            Reads REPORT, in any form that doppel find writes, or standard input where it is -, and writes a plan: for
            each group the copies that stay and those to act on. Nothing is changed.

            A report is only a hint. Every name is looked at now, and left alone with a reason where its size or time
            of change is not that of the report, where it or a folder in it is a symbolic link, and where it lies in a
            trash folder. At least one copy of every group stays, whatever the rules are.

            Of equal folders (doppel find --folders) one stays, by the same rules, and the others go with all that is in
            them, if every entry was seen and matched.

            Of media groups (doppel find --media) the file with most tags stays, if --media is given here too, and the
            plan tells what only the others' tags say. doppel trash --media is the command for such a plan.

            The plan is JSON Lines. Totals are told on standard error: bytes that come free are the blocks that are
            allocated, and a file with names that the report does not know frees none.
            """,
        Options =
        [
            .. KeepOptions.All,
            KeepOptions.EmptyFolders,
            ActingOptions.Media,
            .. OutputOptions.All.Where(option => option.Name is "output" or "color" or "quiet" or "verbose"),
            KeepOptions.Explain,
        ],
        Examples =
        [
            new("doppel find --json ~ | doppel plan --explain -", "which copies would stay, and why"),
            new("doppel plan --never ~/Archive report.json -o plan.json", "keep what is in one folder"),
            new("doppel plan --drop '**/Downloads/**' --prefer newest report.json -o plan.json", "stacked rules"),
        ],
        Run = PlanCommand.Run,
    };

    private static CommandDefinition ProfileList { get; } = new()
    {
        Words = ["profile", "list"],
        Summary = "List the saved profiles",
        Text = "Lists the names of the saved profiles, one a line.",
        Run = ProfileCommands.List,
    };

    private static CommandDefinition ProfileShow { get; } = new()
    {
        Words = ["profile", "show"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.Profile,
        Summary = "Show the flags of a profile",
        Text = "Shows the flags saved under NAME, one a line.",
        Run = ProfileCommands.Show,
    };

    private static CommandDefinition ProfileSave { get; } = new()
    {
        Words = ["profile", "save"],
        Operands = "NAME -- FLAG...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.Profile,
        Summary = "Save flags of doppel find under a name",
        Text = """
            Saves flags of doppel find under NAME, to be used with --profile NAME; a profile of that name is
            replaced. The flags are checked as if they were used. A profile holds no ROOT and no --profile.

            A NAME is made of letters, digits, '-', '_' and '.'.
            """,
        Examples =
        [
            new("doppel profile save photos -- --ext jpg,jpeg --min-size 100k", "then: doppel find --profile photos ~"),
        ],
        Run = ProfileCommands.Save,
    };

    private static CommandDefinition ProfileDelete { get; } = new()
    {
        Words = ["profile", "delete"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.Profile,
        Summary = "Delete a profile",
        Text = "Deletes the profile NAME.",
        Run = ProfileCommands.Delete,
    };

    private static CommandDefinition GenerateMan { get; } = new()
    {
        Words = ["generate", "man"],
        Summary = "Write the man page",
        Text = "Writes the man page doppel(1) to standard output.",
        Examples = [new("doppel generate man > ~/.local/share/man/man1/doppel.1", "install it for yourself")],
        Run = GenerateCommands.Man,
    };

    private static CommandDefinition GenerateCompletions { get; } = new()
    {
        Words = ["generate", "completions"],
        Operands = "bash|zsh|fish|pwsh",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.Choices,
        OperandChoices = ["bash", "zsh", "fish", "pwsh"],
        Summary = "Write the completions for a shell",
        Text = """
            Writes to standard output a script by which a shell completes doppel's commands and flags. Where to put
            it: bash ~/.local/share/bash-completion/completions/doppel, zsh a file _doppel in a folder of $fpath,
            fish ~/.config/fish/completions/doppel.fish, pwsh $PROFILE.
            """,
        Examples =
        [
            new("doppel generate completions fish > ~/.config/fish/completions/doppel.fish", "install it for fish"),
        ],
        Run = GenerateCommands.Completions,
    };

    /// <summary>All commands in the order of help.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } =
    [
        Find, ListLinks, Plan, .. ActingCommands.All, Identify, Devices, Tune, .. S3Commands.All, ProfileList,
        ProfileShow, ProfileSave, ProfileDelete, GenerateMan, GenerateCompletions,
    ];

    /// <summary>Those that only this program starts: no help and no completion tells of them.</summary>
    internal static IReadOnlyList<CommandDefinition> Hidden { get; } =
    [
        new()
        {
            Words = [TuneCommand.RunWord],
            Summary = "Do one run of doppel tune",
            Text = "Reads what to do on standard input and tells on standard output what came of it.",
            Run = TuneCommand.RunOne,
        },
    ];
}
