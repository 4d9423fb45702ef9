namespace Doppel.Cli;

/// <summary>
/// Defines the commands that change files, and those that list and reverse these changes. Part of the command table.
/// </summary>
internal static class ActingCommands
{
    private static IOption<ActSettings>[] Choice { get; } =
    [
        .. KeepOptions.All,
        ActingOptions.AskEach,
        ConfirmationOptions.Yes,
        ConfirmationOptions.DryRun,
        ActingOptions.Script,
        ActingOptions.Media,
    ];

    private static IOption<ActSettings>[] Common { get; } =
    [
        .. ActingOptions.Search, GroupOptions.Policy, .. Choice, ActingOptions.AcrossOwners,
        ActingOptions.AssumeDistinct,
    ];

    private static IOption<ActSettings>[] Messages { get; } =
    [
        ActingOptions.Json, OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet, OutputOptions.Verbose,
        .. RunOptions.All,
    ];

    private const string WhatIsActedOn = """
        The input is a PLAN (see doppel plan), a REPORT in any format that doppel reads, - for either on standard input,
        or folders, which are searched as doppel find does, with the same options. Totals are printed, and you are asked
        for confirmation; without a terminal, --yes is required.

        Nothing is taken on trust: immediately before a file is changed it is compared with the copy that stays, byte
        by byte, and files that have changed since are skipped. The content of every file can be reached under a name at
        every moment. Every step is recorded in a journal before it is made, and doppel undo reverses it.
        """;

    private static CommandDefinition Link { get; } = new CommandDefinition<ActSettings>
    {
        Defaults = context => new ActSettings(context),
        Words = ["link"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Replace duplicates with links to the copy that stays",
        Text = $"""
            Replaces each duplicate with a hard link to the copy that stays, its keeper, or with --symbolic, a symbolic
            link. Linked files change together: writing to one writes to all. For media with different tags use doppel
            trash --media instead: if linked, they have only the tags of the keeper.

            {WhatIsActedOn}
            """,
        Accepts =
        [
            .. Common, ActingOptions.IgnoreMode, ActingOptions.Symbolic, ActingOptions.Relative, ActingOptions.Absolute,
            .. Messages,
        ],
        Examples =
        [
            new("doppel link ~/Pictures", "search, show the space to be freed, ask, link"),
            new("doppel link --dry-run report.json", "show what would be done with a report"),
            new("doppel link --symbolic --prefer oldest --yes report.json", "do not ask"),
        ],
        Execute = ActCommand.Link,
    };

    private static CommandDefinition Reflink { get; } = new CommandDefinition<ActSettings>
    {
        Defaults = context => new ActSettings(context),
        Words = ["reflink"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Share disk blocks between duplicates (btrfs, XFS)",
        Text = $"""
            Makes each duplicate share the disk blocks of the copy that stays (btrfs, XFS and others). Every file
            remains independent, with its own owner, permissions and times: writing to one does not change the others.
            The system itself compares the contents when it shares them. If a file system does not support this, its
            files are skipped.

            {WhatIsActedOn}

            There is nothing to undo.
            """,
        Accepts =
        [
            .. ActingOptions.Search, .. Choice, .. Messages,
        ],
        Examples = [new("doppel reflink --yes /srv/images", "store copies of virtual disks only once")],
        Execute = ActCommand.Reflink,
    };

    private static CommandDefinition Trash { get; } = new CommandDefinition<ActSettings>
    {
        Defaults = context => new ActSettings(context),
        Words = ["trash"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Move duplicates to the trash",
        Text = $"""
            Moves each duplicate to the desktop's trash: in the home folder, or at the top of the file system that holds
            the file, according to the FreeDesktop.org specification; never to the trash of another file system, which
            would require a copy. On Windows and macOS it uses the system's own bin. Both the file manager and doppel
            undo can restore a file. Space is freed when the trash is emptied. This is the best command for media with
            different tags (--media), since the files stay complete.

            {WhatIsActedOn}
            """,
        Accepts =
        [
            .. Common, ActingOptions.EmptyFolders, ActingOptions.RetargetLinks, ActingOptions.RemovedList, .. Messages,
        ],
        Examples =
        [
            new("doppel trash --prefer shortest-name ~/Downloads", "search, show the result, ask, clean up"),
            new("doppel trash --media ~/Music", "keep the song with the best tags"),
        ],
        Execute = ActCommand.Trash,
    };

    private static CommandDefinition Delete { get; } = new CommandDefinition<ActSettings>
    {
        Defaults = context => new ActSettings(context),
        Words = ["delete"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Delete duplicates permanently",
        Text = $"""
            Deletes each duplicate, after checking once more that the copy that stays is still there. doppel undo
            rebuilds the files from that copy, as long as it has not changed; media with different tags (--media) are
            rebuilt from its audio or image data and the tags in the journal. doppel trash is safer for those.

            Objects in buckets are deleted as well, if s3://BUCKET is a ROOT. Where folders are compared with a bucket,
            --reference must say which copies stay: the bucket then loses what the folder also has, or the folder what
            the bucket also has. The server deletes an object only if it still is the one that was compared. doppel undo
            stores objects again from the copies that stayed, and downloads files.

            {WhatIsActedOn}
            """,
        Accepts =
        [
            .. Common, .. ActingOptions.Buckets, ActingOptions.EmptyFolders, ActingOptions.RetargetLinks,
            ActingOptions.RemovedList, .. Messages,
        ],
        Examples =
        [
            new("doppel delete --reference ~/Photos s3://backup", "delete from a bucket what Photos also has"),
            new("doppel delete --reference s3://backup ~/Photos", "delete from Photos what a bucket also has"),
            new(
                "doppel delete --reference ~/Archive ~/Downloads",
                "delete from Downloads what Archive has too"),
        ],
        Execute = ActCommand.Delete,
    };

    private static CommandDefinition Move { get; } = new CommandDefinition<ActSettings>
    {
        Defaults = context => new ActSettings(context),
        Words = ["move"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Move duplicates to another folder",
        Text = $"""
            Moves each duplicate below the folder given by --to, where it keeps its whole path. To another file system,
            the file is copied with all its attributes and then deleted.

            {WhatIsActedOn}
            """,
        Accepts =
        [
            .. Common, .. ActingOptions.Buckets, ActingOptions.EmptyFolders, ActingOptions.RetargetLinks,
            ActingOptions.To, ActingOptions.RemovedList, .. Messages,
        ],
        Examples = [new("doppel move --to ~/duplicates ~/Pictures", "review duplicates before deleting them")],
        Execute = ActCommand.Move,
    };

    private static CommandDefinition Journal { get; } = new CommandDefinition<JournalSettings>
    {
        Defaults = context => new JournalSettings(context),
        Words = ["journal"],
        Operands = "[show RUN...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.Run,
        OperandChoices = [JournalCommand.ShowWord],
        Summary = "List what was done to files, and when",
        Text = """
            Lists the runs that changed files, newest last: the ID of each run, its local time, the number of names
            done, their disk space, the state of the run, its command, and the folders that it acted on. SPACE is the
            space of the files that were replaced, removed or moved; trash and move do not free it. With show, prints
            the result for each name of the given RUNs.

            RUN is the ID of a run, the start of an ID that no other run has, or latest. On a terminal, lines are cut to
            its width; otherwise the fields are separated by tabs.

            Journals are stored in $XDG_STATE_HOME/doppel/journal, by default ~/.local/state/doppel/journal; on Windows
            in %LOCALAPPDATA%\doppel\journal, on macOS in ~/Library/Application Support/doppel/journal.
            """,
        Accepts = [ActingOptions.JournalJson, ActingOptions.Prune],
        Examples =
        [
            new("doppel journal show latest", "print the result for each name of the latest run"),
            new("doppel journal --prune 20260131T120000123Z-1a2b3c", "delete the journal of a run"),
        ],
        Execute = JournalCommand.Run,
    };

    private static CommandDefinition Undo { get; } = new CommandDefinition<UndoSettings>
    {
        Defaults = context => new UndoSettings(context),
        Words = ["undo"],
        Operands = "[RUN]",
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.ChangedRun,
        Summary = "Undo a run that changed files",
        Text = """
            Undoes RUN, or the latest run that changed something and has not been undone, whether or not it was
            completed. RUN is as in doppel journal. Files are moved back, also from the trash, or rebuilt from the copy
            that stayed, with their own times, owners, permissions and attributes; hard links of one file become hard
            links of one file again. A name that is in use by another file now is skipped, and a copy that has changed
            since is not used. Inode numbers and creation times are not restored.

            Before it asks, it prints the run, what comes back and where, and the disk space that this needs.
            To continue an interrupted undo, run it again.
            """,
        Accepts =
        [
            ConfirmationOptions.Yes,
            ConfirmationOptions.DryRun,
            ActingOptions.Only,
            ActingOptions.Map,
            ActingOptions.Fetch,
            .. S3ConnectionOptions.Requests,
            ActingOptions.Json,
            OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet, OutputOptions.Verbose,
            ActingOptions.Catalog,
        ],
        Examples =
        [
            new("doppel undo", "undo the latest run"),
            new("doppel undo --only ~/Pictures/2024", "restore only what was below this folder"),
            new("doppel undo --map /mnt/usb=/mnt/usb1", "the disk is mounted at another path now"),
            new("doppel undo --fetch 'ssh {host} cat {quoted}'", "after doppel fleet delete: fetch files over ssh"),
        ],
        Execute = UndoCommand.Run,
    };

    private static CommandDefinition Resume { get; } = new CommandDefinition<UndoSettings>
    {
        Defaults = context => new UndoSettings(context),
        Words = ["resume"],
        Operands = "[RUN]",
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.InterruptedRun,
        Summary = "Finish a run that was interrupted",
        Text = """
            Finishes RUN (as in doppel journal), or the latest run that was interrupted by a signal, a crash or a power
            failure. Half-finished steps are reversed first. Then everything that is not done yet is done, recorded in
            the same journal: each file is compared with its keeper again before it is changed. Names that are already
            done stay as they are.

            To take back the whole run instead, use doppel undo.
            """,
        Accepts =
        [
            ConfirmationOptions.Yes,
            ActingOptions.Map,
            .. S3ConnectionOptions.Requests,
            ActingOptions.Json,
            OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet, OutputOptions.Verbose,
            ActingOptions.Catalog,
        ],
        Execute = ResumeCommand.Run,
    };

    /// <summary>Gets all of these commands, in the order of help.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } =
        [Link, Reflink, Trash, Delete, Move, Journal, Resume, Undo];
}
