namespace Doppel.Cli;

/// <summary>
/// Defines the commands with which a machine deletes what another one has too, after that has proved it.
/// </summary>
internal static class ProvingCommands
{
    /// <summary>Gets the option <c>--proof-key</c> of <c>doppel fleet scan</c>.</summary>
    internal static OptionDefinition<CommandSettings> ScanProofKey { get; } = new()
    {
        Name = "proof-key",
        ValueName = "FILE",
        Category = OptionCategory.Server,
        Completion = ValueCompletion.File,
        Summary = "Also prove files to machines with this key",
        Text = """
            After the scan, and while it waits, also prove files to other machines that ask for it, as doppel fleet
            serve-proofs does. FILE is the secret that these machines share.
            """,
        Negation = "no-proof-key",
        Apply = static (settings, value) => settings.Fleet.Proving.KeyFile = value,
    };

    private static OptionDefinition<CommandSettings> ProofKey { get; } = new()
    {
        Name = "proof-key",
        ValueName = "FILE",
        Category = OptionCategory.Server,
        Completion = ValueCompletion.File,
        Summary = "Secret of the machines that trust each other",
        Text = """
            FILE is a secret that the machine that deletes and the one that keeps its copy share: 16 to 65,536 random
            bytes, which nobody else may read. Anyone with the key can make the other machine delete its copies; the
            server does not need it.
            """,
        Negation = "no-proof-key",
        Apply = static (settings, value) => settings.Fleet.Proving.KeyFile = value,
    };

    private static OptionDefinition<CommandSettings> Within { get; } = new()
    {
        Name = "within",
        ValueName = "DURATION",
        Category = OptionCategory.Acting,
        Summary = "How old a proof may be (default 1h)",
        Text = """
            How long to wait for proofs, and how old one may be when a file is deleted, from 1m to 30d; the default is
            1h. Files that are not proved in this time stay.
            """,
        Negation = "no-within",
        Apply = static (settings, value) => settings.Fleet.Proving.Within = value is null
            ? ProvingSettings.WithinDefault
            : S3ConnectionOptions.ParseTime(value, TimeSpan.FromMinutes(1), ProvingSettings.WithinMax, "1m to 30d"),
    };

    private static CommandDefinition Plan { get; } = new CommandDefinition<PlanSettings>
    {
        Defaults = static context => new PlanSettings(context),
        Words = ["fleet", "plan"],
        Summary = "Plan to delete what other machines have too",
        Text = """
            Writes a plan for this machine: all files of which a machine given by --reference has a copy, according to
            the server, are to be deleted here. Nothing is changed, here or there. doppel fleet delete carries the plan
            out.

            Each file is looked at, and is skipped if it has changed since the scan. --keep, --never and the like select
            files that stay.
            """,
        Accepts =
        [
            .. FleetOptions.Server, FleetOptions.Host,
            new OptionDefinition<PlanSettings>
            {
                Name = "reference",
                ValueName = "MACHINE",
                Category = OptionCategory.Keeping,
                Summary = "The machine whose copies stay",
                Text = """
                    The machine whose copies stay, by its name in the fleet. Can be repeated: a copy on any of them
                    counts.
                    """,
                Negation = "no-reference",
                Apply = static (settings, value) => settings.Fleet.References = value is null
                    ? []
                    : [.. settings.Fleet.References.Append(FleetCall.RequireHost(value)).Distinct()],
            },
            new OptionDefinition<PlanSettings>
            {
                Name = "min-size",
                ValueName = "SIZE",
                Category = OptionCategory.Keeping,
                Summary = "Leave smaller files",
                Text = "Skip files smaller than SIZE, such as 4096, 10k or 2M.",
                Negation = "no-min-size",
                Apply = static (settings, value) =>
                    settings.Fleet.SizeMin = value is null ? 1 : SizeText.Parse(value),
            },
            .. KeepOptions.All.Where(static option => option.Definition.Name is
                "keep" or "drop" or "never" or "include-state" or "state-list" or "companions"),
            KeepOptions.Explain, OutputOptions.Output, OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet,
            OutputOptions.Verbose,
        ],
        Examples =
        [
            new("doppel fleet plan --reference nas -o plan.json", "what nas has too"),
            new("doppel fleet plan --reference nas --never /srv/work --explain", "show it, and protect a folder"),
        ],
        Execute = FleetPlanCommand.Run,
    };

    private static CommandDefinition Delete { get; } = new CommandDefinition<ActSettings>
    {
        Defaults = static context => new ActSettings(context),
        Words = ["fleet", "delete"],
        Operands = "PLAN",
        OperandsMin = 1,
        OperandsMax = 1,
        OperandCompletion = ValueCompletion.File,
        Summary = "Delete what another machine has proved to have",
        Text = """
            Deletes the files of a PLAN that doppel fleet plan has written. Before a file goes, the machine with the
            copy that stays proves it: it reads its copy again and answers with a keyed hash that only this content has.
            Then the file here is read and compared with it. On that machine, doppel fleet serve-proofs must run, or a
            scan with --proof-key. Files that are not proved in time stay, and so do files on network file systems,
            which may be the very same on both machines.

            Two machines never delete the same content because of each other: as long as a proof counts, the machine
            that gave it does not delete its copy with this command. Its users and other programs still can.

            Every step is recorded in a journal before it is made. doppel undo --fetch restores the files from the other
            machine, and without --fetch it says where they are.
            """,
        Accepts =
        [
            .. FleetOptions.Server, FleetOptions.Host, ProofKey, Within, ConfirmationOptions.Yes,
            ConfirmationOptions.DryRun, ActingOptions.EmptyFolders, ActingOptions.Json, OutputOptions.Color,
            OutputOptions.Progress, OutputOptions.Quiet, OutputOptions.Verbose, CatalogFolderOptions.Catalog,
        ],
        Examples =
        [
            new("doppel fleet delete --proof-key ~/doppel.key plan.json", "show, ask, wait for proofs, delete"),
            new("doppel fleet delete --dry-run plan.json", "show what would be deleted"),
        ],
        Execute = FleetDeleteCommand.Run,
    };

    private static CommandDefinition ServeProofs { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = static context => new CommandSettings(context),
        Words = ["fleet", "serve-proofs"],
        Operands = "ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Prove to other machines that files are here",
        Text = """
            Answers other machines that want to delete files of which this machine has a copy: reads each file again and
            sends a keyed hash of its content. Only files below each ROOT are read, and only for machines with the same
            proof key. Runs until it is interrupted; it asks the server once a second.

            What is proved is promised: doppel fleet delete does not delete it here as long as the proof counts.
            """,
        Accepts =
        [
            .. FleetOptions.Server, FleetOptions.Host, ProofKey, OutputOptions.Color, OutputOptions.Quiet,
        ],
        Examples =
        [
            new("doppel fleet serve-proofs --proof-key ~/doppel.key /srv", "until Ctrl-C"),
        ],
        Execute = ServeProofsCommand.Run,
    };

    /// <summary>Gets these commands.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } = [Plan, Delete, ServeProofs];
}
