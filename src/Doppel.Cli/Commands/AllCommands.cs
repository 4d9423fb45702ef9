namespace Doppel.Cli;

/// <summary>Defines all commands.</summary>
internal static class AllCommands
{
    private static CommandDefinition Find { get; } = new CommandDefinition<FindSettings>
    {
        Defaults = context => new FindSettings(context),
        Words = ["find"],
        Operands = "[ROOT...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.Root,
        Summary = "Find duplicate files",
        Text = """
            Searches each ROOT, a folder with everything below it or a single file, and reports groups of files with
            identical content. Without a ROOT it searches the working directory. It changes nothing.

            Files are compared by size first, then by content, and no more is read than needed. Hard links to one file
            are one copy with several names. Symbolic links are never copies. Files that cannot be read are reported,
            and the search continues.

            catalog:NAME as a ROOT is a disk that doppel catalog add has saved, which need not be there. Copies on it
            always stay, like those in a reference folder. catalog:- reads an exported one, or a list of digests, from
            standard input, and catalog:NAME=FILE from a file. A local folder of such a name is ./catalog:NAME.

            s3://[PROFILE@]BUCKET[/PREFIX] as a ROOT searches a bucket; PROFILE@ selects an AWS profile. Files of the
            same size are compared with the MD5 that the list has of each object or of its parts. If that is not enough,
            the server is asked about the object (--max-heads). Nothing is downloaded without --max-download.
            """,
        Accepts =
        [
            .. FilterOptions.All, GroupOptions.Unique, GroupOptions.Reference, GroupOptions.Isolate, GroupOptions.Exact,
            GroupOptions.Folders, GroupOptions.FoldersBy, GroupOptions.Media, GroupOptions.Policy,
            FindSettings.SinceLastOption, .. S3ConnectionOptions.Requests, .. FindSettings.BucketOptions,
            OutputOptions.Output, OutputOptions.Format, OutputOptions.Json, OutputOptions.Print0,
            OutputOptions.Summary, OutputOptions.Long, OutputOptions.Thumbnails, OutputOptions.Color,
            OutputOptions.Progress,
            OutputOptions.Quiet, OutputOptions.Verbose, OutputOptions.Stats, OutputOptions.ExitCode,
            .. RunOptions.All, .. CatalogFolderOptions.All, RunOptions.Profile,
        ],
        Examples =
        [
            new("doppel find", "search the working directory"),
            new("doppel find ~/Pictures /mnt/backup", "search two folders together"),
            new("doppel find --reference /mnt/backup ~/Pictures", "which pictures the backup has too"),
            new("doppel find --isolate ~/Pictures /mnt/backup", "duplicates between two folders"),
            new("doppel find ~/Pictures catalog:attic", "copies on a disk that doppel catalog add has saved"),
            new("doppel find ~/Pictures catalog:nas=nas.doppel", "copies on a machine that has exported its catalog"),
            new("doppel find --reference s3://backup ~/Pictures", "which pictures a bucket also has"),
            new("doppel find --folders ~ /mnt/backup", "identical folders, then the remaining files"),
            new("doppel find --media ~/Music /mnt/backup", "songs and pictures that differ only in tags"),
            new("doppel find --ext jpg,jpeg,png --min-size 100k ~", "only pictures of at least 100 KiB"),
            new("doppel find --exclude '.git/' --exclude '*.o' ~/src", "skip folders and files"),
            new("doppel find --long --ext jpg ~/Pictures", "show the size and date of each file"),
            new("doppel find --summary ~ /mnt/backup", "show only how much could be freed"),
            new("doppel find --since-last ~", "every evening: only what is new"),
            new("doppel find --json -o report.json ~", "a full report for other programs"),
            new("find ~ -type f -newer mark -print0 | doppel find --files0-from -", "only what another tool selects"),
            new("doppel find --exit-code -q ~/Pictures >/dev/null || echo found", "only check whether there are any"),
        ],
        Execute = FindCommand.Run,
    };

    private static CommandDefinition ListLinks { get; } = new CommandDefinition<ListLinksSettings>
    {
        Defaults = context => new ListLinksSettings(context),
        Words = ["list-links"],
        Operands = "[ROOT...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "List hard links, symbolic links and reflinks",
        Text = """
            Lists the links below each ROOT, or below the working directory: files with several names (hard links),
            symbolic links with their targets, and files that share their blocks (reflinks). Links are never followed,
            no content is read, and nothing is changed.

            For a file with several names, the list shows every name found, the number of names elsewhere (outside the
            roots or skipped by a filter), and the most that deleting all listed names could free.

            A symbolic link points to a file, a folder or a special file (a pipe, socket or device), is broken, or is
            part of a loop. The list marks links whose final target is outside all roots or on another volume.

            Reflinks are detected on file systems that report extents (btrfs, xfs): files of equal size are listed if
            they share all their blocks. Snapshots are included only if they are below a root.

            Size filters apply to files, not to symbolic links; the other filters apply to both.
            """,
        Accepts =
        [
            .. ListLinksOptions.Filters, .. ListLinksOptions.Kinds, OutputOptions.Output, ListLinksOptions.Json,
            ListLinksOptions.Print0, OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet,
            OutputOptions.Verbose, OutputOptions.Stats, .. RunOptions.All, RunOptions.Profile,
        ],
        Examples =
        [
            new("doppel list-links", "links below the working directory"),
            new("doppel list-links --symbolic --json /srv", "symbolic links, including broken ones, as JSON"),
            new("doppel list-links --hard -0 ~/backup | tr '\\0' '\\n'", "the names of each file together"),
        ],
        Execute = ListLinksCommand.Run,
    };

    private static CommandDefinition Devices { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["devices"],
        Operands = "[PATH...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Show the devices behind a path",
        Text = """
            Shows for each PATH, or for the working directory, its mount, the disks or servers behind it (through
            partitions, volumes, arrays, images and layers), how many readers doppel find uses on each, and why.

            Whether a disk rotates is measured, since the system is often wrong about virtual and USB disks: up to 16
            files below PATH are each read for 4 KiB past the cache. If there are no such files, or the cache cannot be
            bypassed, the system's value is used. --device overrides both.

            On a terminal the output is a table; otherwise each device is one line with tab-separated columns and no
            heading.
            """,
        Accepts = [DeviceOptions.Json, RunOptions.Device],
        Examples =
        [
            new("doppel devices ~ /mnt/backup", "check whether two folders are on one disk"),
            new("doppel devices --device /mnt/usb=rotating /mnt/usb", "check the effect of --device"),
        ],
        Execute = DevicesCommand.Run,
    };

    private static CommandDefinition Tune { get; } = new CommandDefinition<TuneSettings>
    {
        Defaults = context => new TuneSettings(context),
        Words = ["tune"],
        Operands = "[DIR]",
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.File,
        Summary = "Measure the fastest way to read a disk or server",
        Text = """
            Reads files below DIR, or below the working directory, with many strategies, and recommends the best
            strategy, number of readers, block size and order for the disk or server, and shows how far the next best is
            behind. The result is saved for the current user: doppel find then starts with the recommended number of
            readers on that device, doppel devices shows it, and --forget removes it. No file is changed.

            Files are chosen by size class, only on the file system of DIR, and links are not followed. Every strategy
            reads the same files, each time in a new process and in random order, and must have read every byte. The
            fastest and the slowest run are dropped, and the interval shown contains the mean in 95 of 100 cases.
            Resource use is sampled once per second.

            Cold runs start with file contents dropped from the page cache; names and inodes stay cached. A run that
            needs more than 1 GiB of heap is stopped, and the table says so.

            Results are printed as a table; --json and --html write all figures. Measure on an idle machine: a warning
            is printed if it was busy. If interrupted, the command prints what it has measured so far and saves nothing.
            """,
        Accepts =
        [
            .. TuneOptions.All,
            OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet,
        ],
        Examples =
        [
            new("doppel tune --quick ~", "the main strategies in less than two minutes"),
            new("doppel tune --full --html report.html /mnt/disk", "every strategy, as a page with plots"),
            new("doppel tune --strategies 'engine,pread-*' --cold /srv", "find the best number of readers"),
            new("doppel tune --forget /mnt/disk", "forget the results for a disk"),
        ],
        Execute = TuneCommand.Run,
    };

    private static CommandDefinition Identify { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["identify"],
        Operands = "FILE...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Show the format, digest and tags of media files",
        Text = """
            Shows for each audio, image or video FILE its format, detected from the content and never from the name;
            where its payload is, that is, the audio or image data without the tags around it; the digest of the
            payload; and the tags.

            Two files have the same audio or image data if format and digest are equal. A file that is damaged,
            truncated or of unknown structure is not comparable, and the reason is printed. Symbolic links are followed.
            Headers, tags and the payload are read; nothing is changed.
            """,
        Accepts = [MediaOptions.Policy, .. MediaOptions.Output],
        Examples =
        [
            new("doppel identify song.mp3 copy.mp3", "compare two recordings and their tags"),
            new("doppel identify --json *.jpg | jq -r .digest", "digests of pictures, ignoring tags"),
        ],
        Execute = IdentifyCommand.Run,
    };

    private static CommandDefinition Plan { get; } = new CommandDefinition<PlanSettings>
    {
        Defaults = context => new PlanSettings(context),
        Words = ["plan"],
        Operands = "REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Choose which copies stay",
        Text = """
            Reads REPORT, in any format that doppel find writes, or standard input if it is -, or searches folders as
            doppel find does, and writes a plan: for each group, the copies that stay and the copies to act on. Nothing
            is changed.

            A report may be out of date, so every name is checked now. A name is skipped, with a reason, if its size or
            modification time has changed, if it or a folder above it is a symbolic link, or if it is in a trash folder.
            At least one copy of every group stays, whatever the rules say.

            Of identical folders (doppel find --folders) one stays, by the same rules, and the others are removed with
            everything in them, provided that every entry was seen and matched.

            Of media groups (doppel find --media) the file with the best tags stays if --media is given here too, and
            the plan lists the tags that only the others have. Use doppel trash --media to carry out such a plan.

            The plan is JSON Lines. Totals are printed on standard error. The space to be freed is counted in allocated
            blocks; a file with names that the report does not list frees none.
            """,
        Accepts =
        [
            .. ActingOptions.Search, .. KeepOptions.All, KeepOptions.EmptyFolders, GroupOptions.Policy,
            ActingOptions.Media, .. ActingOptions.Buckets, OutputOptions.Output, OutputOptions.Color,
            OutputOptions.Progress, OutputOptions.Quiet, OutputOptions.Verbose, KeepOptions.Explain, .. RunOptions.All,
        ],
        Examples =
        [
            new("doppel find --json ~ | doppel plan --explain -", "show which copies would stay, and why"),
            new("doppel plan --reference ~/Archive ~/Downloads -o plan.json", "what Archive has too, to act on later"),
            new("doppel plan --drop '**/Downloads/**' --prefer newest report.json -o plan.json", "combine rules"),
        ],
        Execute = PlanCommand.Run,
    };

    private static CommandDefinition GenerateMan { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["generate", "man"],
        Operands = "[DIR]",
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.File,
        Summary = "Write the manual",
        Text = """
            Writes all pages of the manual to the folders man1 and man7 in DIR, which are created if they are missing:
            doppel(1), a page for each command, such as doppel-find(1), and doppel-options(7). Without DIR it prints
            doppel(1).
            """,
        Examples = [new("doppel generate man ~/.local/share/man", "then: man doppel-find")],
        Execute = GenerateCommands.Man,
    };

    private static CommandDefinition GenerateCompletions { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["generate", "completions"],
        Operands = "bash|zsh|fish|pwsh",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.Choices,
        OperandChoices = ["bash", "zsh", "fish", "pwsh"],
        Summary = "Print completions for a shell",
        Text = """
            Prints a script with which a shell completes doppel's commands and options, and the names of saved volumes,
            profiles and runs. Install it as ~/.local/share/bash-completion/completions/doppel for bash, as a file
            _doppel in a folder of $fpath for zsh, as ~/.config/fish/completions/doppel.fish for fish, or in $PROFILE
            for pwsh. bash and zsh can also source it when they start.
            """,
        Examples =
        [
            new("doppel generate completions fish > ~/.config/fish/completions/doppel.fish", "install them for fish"),
            new("source <(doppel generate completions bash)", "in ~/.bashrc; the same with zsh in ~/.zshrc"),
        ],
        Execute = GenerateCommands.Completions,
    };

    private static CommandDefinition Help { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["help"],
        Operands = "[COMMAND]",
        OperandsMax = 2,
        OperandCompletion = ValueCompletion.Choices,
        OperandChoices =
        [
            "find", "watch", "list-links", "identify", "ui", "plan", "link", "reflink", "trash", "delete", "move",
            "journal", "undo", "resume", "catalog", "fleet", "s3", "devices", "tune", "profile", "generate", "version",
        ],
        Summary = "Show help for doppel or a command",
        Text = """
            Shows the help of COMMAND, like doppel COMMAND --help. Without COMMAND it lists all commands, like
            doppel -h.
            """,
        Examples =
        [
            new("doppel help find", "every option of doppel find"),
            new("doppel help s3 cp", "every option of doppel s3 cp"),
        ],
        Execute = HelpCommands.Help,
    };

    private static CommandDefinition Version { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context),
        Words = ["version"],
        Summary = "Show the version",
        Text = "Shows the version, like doppel --version.",
        Execute = HelpCommands.Version,
    };

    // The commands that concern an earlier run instead of acting on duplicates.
    private static readonly string[] s_after = ["journal", "undo", "resume"];

    /// <summary>Gets the table of all commands.</summary>
    internal static CommandTable Table { get; } = new()
    {
        Purpose = "Finds duplicate files and reclaims their space without losing data.",
        Groups =
        [
            new("Search", [Find, WatchCommand.Definition, ListLinks, Identify]),
            new("Act on duplicates",
            [
                UiCommand.Define(UiLauncher.Run), Plan,
                .. ActingCommands.All.Where(static command => !s_after.Contains(command.Words[0])),
            ]),
            new("After acting", [.. ActingCommands.All.Where(static command => s_after.Contains(command.Words[0]))]),
            new("Catalog", [.. CatalogCommands.All, .. SavedCommands.All]),
            new("Many machines", FleetCommands.All),
            new("S3 storage", S3Commands.All),
            new("More",
            [
                Devices, Tune, .. ProfileCommands.All, GenerateMan, GenerateCompletions, Help, Version,
            ]),
        ],
        FamilySummaries = new Dictionary<string, string>
        {
            ["catalog"] = "Manage the hash cache and saved (offline) disks",
            ["fleet"] = "Compare the files of many machines through one server",
            ["s3"] = "List, copy and delete objects on an S3 server",
            ["profile"] = "Save options of doppel find under a name",
            ["generate"] = "Write the manual, or completions for a shell",
        },
        Rules = OptionRules.All,
        Hidden = [TuneCommand.OneRun, CompletionValues.Definition],
    };
}
