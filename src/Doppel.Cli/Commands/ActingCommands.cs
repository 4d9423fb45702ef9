using Doppel.Cli.Options;

namespace Doppel.Cli.Commands;

/// <summary>The commands that change files, and those that tell of it and reverse it; part of the table.</summary>
internal static class ActingCommands
{
    private static OptionDefinition[] Acting { get; } =
    [
        // What is acted on is named by operands, and never through a link.
        .. FilterOptions.All.Where(static option => option.Name is not ("files-from" or "files0-from" or "follow")),
        .. KeepOptions.All,
        ActingOptions.Yes,
        ActingOptions.DryRun,
        ActingOptions.Script,
        ActingOptions.Media,
        .. GroupOptions.All.Where(static option => option.Name is "isolate" or "media-policy"),
        ActingOptions.AcrossOwners,
        .. OutputOptions.All.Where(static option => option.Name is "color" or "quiet" or "verbose"),
    ];

    private const string WhatIsActedOn = """
        What is acted on is a PLAN (see doppel plan), or a REPORT in any form that is read, or - for one of them on
        standard input, or folders: these are searched as by doppel find, with the flags about files and --isolate.
        Totals are shown, and you are asked; elsewhere than on a terminal --yes is needed.

        Nothing is believed: right before a file is touched it is compared with its keeper byte by byte, and what has
        changed since is left alone. At every moment each content has a name. What is done stands in a journal before
        it is done, and doppel undo reverses it.
        """;

    private static CommandDefinition Link { get; } = new()
    {
        Words = ["link"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Make duplicates links of the copy that stays",
        Text = $"""
            Makes each duplicate a hard link of the copy that stays, its keeper, or with --symbolic a symbolic link to
            it. Linked files change together: whoever writes to one writes to all. Media under other tags are better
            put into the trash (doppel trash --media): linked, they have the tags of the keeper alone.

            {WhatIsActedOn}
            """,
        Options =
        [
            .. Acting, ActingOptions.IgnoreMode, ActingOptions.Symbolic, ActingOptions.Relative, ActingOptions.Absolute,
        ],
        Examples =
        [
            new("doppel link ~/Pictures", "search, show what would come free, ask, link"),
            new("doppel link --dry-run report.json", "what would be done with a report"),
            new("doppel link --symbolic --prefer oldest --yes report.json", "without asking"),
        ],
        Run = ActCommand.Link,
    };

    private static CommandDefinition Reflink { get; } = new()
    {
        Words = ["reflink"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Let duplicates share the blocks of the copy that stays",
        Text = $"""
            Lets each duplicate share the blocks of the copy that stays (btrfs, xfs and others). Every file stays a file
            of its own, with its owner, permissions and times: whoever writes to one writes to that one alone. The
            system itself compares right when it shares. Where a file system cannot do it, nothing else is done instead.

            {WhatIsActedOn}

            To undo this there is nothing to do.
            """,
        Options =
        [
            .. Acting.Where(static option => option != ActingOptions.AcrossOwners && option.Name != "media-policy"),
        ],
        Examples = [new("doppel reflink --yes /srv/images", "copies of virtual disks take up the room of one")],
        Run = ActCommand.Reflink,
    };

    private static CommandDefinition Trash { get; } = new()
    {
        Words = ["trash"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Put duplicates into the trash",
        Text = $"""
            Puts each duplicate into the trash that the desktop shows: in the home folder, or at the top of the file
            system that the file lies on, by the FreeDesktop.org specification; never into one of another file system,
            which would be a copy. On Windows and macOS it is the system's own bin. The file manager brings a file back
            as well as doppel undo does. Room is free when the trash is emptied. With --media this is the way for files
            of one sound or picture under other tags: they stay whole.

            {WhatIsActedOn}
            """,
        Options = [.. Acting, ActingOptions.RetargetLinks],
        Examples =
        [
            new("doppel trash --prefer shortest-name ~/Downloads", "search, show, ask, tidy up"),
            new("doppel trash --media ~/Music", "of songs under other tags the one with most tags stays"),
        ],
        Run = ActCommand.Trash,
    };

    private static CommandDefinition Delete { get; } = new()
    {
        Words = ["delete"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Delete duplicates for good",
        Text = $"""
            Deletes each duplicate; the copy that stays is looked for by its name once more before. doppel undo makes
            them anew from the copy that stayed, as long as that has not changed; of media under other tags (--media)
            from its sound or picture and the tags that the journal keeps. doppel trash does less harm to those.

            {WhatIsActedOn}
            """,
        Options = [.. Acting, KeepOptions.EmptyFolders, ActingOptions.RetargetLinks],
        Examples = [
            new(
                "doppel delete --isolate --never ~/Archive ~/Archive ~/Downloads",
                "only files in Downloads that are in Archive too"),
        ],
        Run = ActCommand.Delete,
    };

    private static CommandDefinition Move { get; } = new()
    {
        Words = ["move"],
        Operands = "PLAN|REPORT|ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Move duplicates to another folder",
        Text = $"""
            Moves each duplicate below the folder that --to names, where it keeps its whole path. To another file system
            it is copied, with all that belongs to it, and then deleted.

            {WhatIsActedOn}
            """,
        Options = [.. Acting, ActingOptions.RetargetLinks, ActingOptions.To],
        Examples = [new("doppel move --to ~/duplicates ~/Pictures", "look at them before they go")],
        Run = ActCommand.Move,
    };

    private static CommandDefinition Journal { get; } = new()
    {
        Words = ["journal"],
        Operands = "[RUN...]",
        OperandsMax = int.MaxValue,
        Summary = "Tell what was done to files, and when",
        Text = """
            Lists the runs that acted on files, oldest first, or tells of each RUN what came of which name. The
            journals lie in $XDG_STATE_HOME/doppel/journal, or in ~/.local/state/doppel/journal; on Windows in
            %LOCALAPPDATA%\doppel\journal, on macOS in ~/Library/Application Support/doppel/journal.
            """,
        Options = [ActingOptions.Prune],
        Examples = [new("doppel journal --prune 20260131T120000123Z-1a2b3c", "forget a run")],
        Run = JournalCommands.Journal,
    };

    private static CommandDefinition Undo { get; } = new()
    {
        Words = ["undo"],
        Operands = "[RUN]",
        OperandsMax = 1,
        Summary = "Reverse a run that acted on files",
        Text = """
            Reverses RUN, or the latest that is not undone yet, whether it came to its end or not. Files are moved back,
            out of the trash too, or made anew from the copy that stayed, with their own times, owners, permissions and
            attributes; names of one file come back as names of one file. A name that something else has now is left
            alone, and a copy that has changed since is not believed. Inode numbers and times of birth do not come back.

            An undo that was interrupted is resumed by asking for it again.
            """,
        Options =
        [
            ActingOptions.Yes,
            ActingOptions.DryRun,
            .. OutputOptions.All.Where(static option => option.Name is "color" or "quiet" or "verbose"),
        ],
        Run = JournalCommands.Undo,
    };

    private static CommandDefinition Resume { get; } = new()
    {
        Words = ["resume"],
        Operands = "[RUN]",
        OperandsMax = 1,
        Summary = "Finish a run that was interrupted",
        Text = """
            Finishes RUN, or the latest run that was interrupted by a signal, a crash or a power cut. What it left half
            done is put back, and then everything that is not done yet is done, in the same journal: each file is
            compared with its keeper again before it is touched. Names that the run has done already stay as they are.

            doppel undo takes the whole run back instead.
            """,
        Options =
        [
            ActingOptions.Yes,
            .. OutputOptions.All.Where(static option => option.Name is "color" or "quiet" or "verbose"),
        ],
        Run = JournalCommands.Resume,
    };

    /// <summary>All of them in the order of help.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } =
        [Link, Reflink, Trash, Delete, Move, Journal, Resume, Undo];
}
