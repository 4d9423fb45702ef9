namespace Doppel.Cli;

/// <summary>Defines the commands for a fleet: many machines whose files are compared through one server.</summary>
internal static class FleetCommands
{
    private static OptionDefinition<CommandSettings> SizeMin { get; } = new()
    {
        Name = "min-size",
        ValueName = "SIZE",
        Category = OptionCategory.Groups,
        Summary = "Skip groups of smaller files",
        Text = "Skip groups whose files are smaller than SIZE, such as 4096, 10k or 2M.",
        Negation = "no-min-size",
        Apply = static (settings, value) => settings.Fleet.SizeMin = value is null ? 1 : SizeText.Parse(value),
    };

    // A scan names all roots of a machine itself.
    private static IEnumerable<OptionDefinition<CommandSettings>> Filters { get; } = FilterOptions.All.Where(
        static option => option.Name is not ("follow" or "files-from" or "files0-from"));

    private static CommandDefinition Init { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = static context => new CommandSettings(context),
        Words = ["fleet", "init"],
        Summary = "Prepare a ClickHouse server for a fleet",
        Text = """
            Creates the database, the tables and the views of a fleet on a ClickHouse server. What exists already stays
            as it is, so the command can be repeated. docs/fleet.md describes the tables, the rights that users need,
            and how many files a server can hold.
            """,
        Accepts =
        [
            .. FleetOptions.Server,
            new OptionDefinition<CommandSettings>
            {
                Name = "cluster",
                ValueName = "NAME",
                Category = OptionCategory.Server,
                Summary = "Distribute the tables over a cluster",
                Text = """
                    Distribute the rows over the shards of the cluster NAME in the configuration of the server. Run the
                    command for each server of the cluster. Any of them can then be used as --server.
                    """,
                Negation = "no-cluster",
                Apply = static (settings, value) =>
                    settings.Fleet.Cluster = value is null ? null : RequireCluster(value),
            },
            OptionDefinition.Switch<CommandSettings>(
                "replicated", OptionCategory.Server, "The shards of the cluster have replicas",
                """
                Replicate the tables on the servers of each shard. They need ZooKeeper or ClickHouse Keeper and the
                macros shard and replica in their configuration; see docs/fleet.md. Only with --cluster.
                """,
                static (settings, on) => settings.Fleet.Replicated = on),
            new OptionDefinition<CommandSettings>
            {
                Name = "host",
                ValueName = "NAME",
                Category = OptionCategory.Server,
                Summary = "Create a database for one machine only",
                Text = """
                    Create a database for the machine NAME, through which it can neither read nor change the names of
                    files on other machines, and print its name: the --database of that machine. Run the command for
                    each machine. docs/fleet.md describes the rights that its user needs. Not with --cluster.
                    """,
                Negation = "no-host",
                Apply = static (settings, value) =>
                    settings.Fleet.DatabaseFor = value is null ? null : FleetCall.RequireHost(value),
            },
            OptionDefinition.Switch<CommandSettings>(
                "print", OptionCategory.Output, "Print the statements; do not connect",
                "Print the SQL statements and do not connect to the server.",
                static (settings, on) => settings.DryRun = on),
        ],
        Examples =
        [
            new("doppel fleet init --server http://db:8123", "once, before the first scan"),
            new("doppel fleet init --print", "the same as SQL, for those who administer the server"),
        ],
        Execute = FleetInit.Run,
    };

    private static CommandDefinition Scan { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = static context => new CommandSettings(context) { Request = { Accepts = RootKinds.All } },
        Words = ["fleet", "scan"],
        Operands = "ROOT...",
        OperandsMin = 1,
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Compare the files of this machine with those of the fleet",
        Text = """
            Tells the server the sizes of all files below each ROOT. Of files whose size exists twice in the fleet, it
            reads both ends, then the whole content if the ends exist twice, too. The server gets hashes, never
            contents, and it gets the names only of files whose content exists twice. doppel fleet report shows them.

            Run it on every machine, at any time and as often as you like, for example with cron. A scan describes the
            machine completely: files that an earlier scan found, and that are gone or below other roots, are removed.
            Files that the catalog knows are not read again, and only what has changed is sent. What one machine learns
            from another takes part in its next scan, so a new copy is reported after two or three of them. With --wait,
            scans that run at the same time finish this at once.

            Files on network file systems are left out, since the machine that has the disk scans them itself. Symbolic
            links are not followed.

            s3://[PROFILE@]BUCKET[/PREFIX] or catalog:NAME as the only ROOT scans a bucket or a saved volume, from any
            machine. It takes part in the fleet under its own name. Its files are not read: machines with files of the
            same size read those, and compare them by the MD5 or the other hash that the list has.
            """,
        Accepts =
        [
            .. FleetOptions.Server,
            FleetOptions.Host with
            {
                Text = """
                    The name in the fleet, which no other machine, bucket or saved volume may have: letters, digits,
                    '-', '_' and '.'. The default is the host name of the system, or the name of the bucket or the saved
                    volume.
                    """,
            },
            new OptionDefinition<CommandSettings>
            {
                Name = "wait",
                ValueName = "DURATION",
                Category = OptionCategory.Running,
                Summary = "Answer other machines for this long",
                Text = """
                    After the scan, go on comparing for DURATION, such as 30m or 2h, whenever another machine has
                    learned something. Files that change meanwhile are noticed by the next scan.
                    """,
                Negation = "no-wait",
                Apply = static (settings, value) => settings.Fleet.Wait = value is null
                    ? default
                    : S3ConnectionOptions.ParseTime(value, TimeSpan.Zero, TimeSpan.FromDays(7), "0s to 7d"),
            },
            OptionDefinition.Switch<CommandSettings>(
                "network", OptionCategory.Files, "Include network file systems",
                """
                Include files on network file systems. Use it for devices that cannot run doppel themselves, on one
                machine only: each machine that scans the same files counts as having copies of its own.
                """,
                static (settings, on) => settings.Fleet.Network = on),
            ProvingCommands.ScanProofKey, .. Filters, DeviceOptions.Json with
            {
                Summary = "Write the result as one JSON object",
                Text = "Write the result as one JSON object: counts of files, rounds, rows, requests and bytes.",
            },
            OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet, OutputOptions.Verbose,
            .. RunOptions.All, RunOptions.Profile, CatalogFolderOptions.Catalog, .. S3ConnectionOptions.Server,
            BudgetOptions.HeadsMax,
            BudgetOptions.DownloadMax with
            {
                Text = """
                    Download objects that cannot be compared otherwise, up to this size in total, such as 500M or
                    20G, and compare them by their XXH3-128 hash. Nothing is written to the disk. The default is 0: such
                    objects are not compared, and a warning counts them. Most servers charge for downloads.
                    """,
            },
        ],
        Examples =
        [
            new("doppel fleet scan --server http://db:8123 /srv", "by hand"),
            new("doppel fleet scan --idle --wait 2h /srv", "every night, on all machines at the same time"),
            new("doppel fleet scan --host nas --network /mnt/nas", "a device that cannot run doppel"),
            new("doppel fleet scan s3://backup", "a bucket; copies are shown as host:backup/..."),
            new("doppel fleet scan catalog:photos-2019", "a disk in a drawer, see doppel catalog add"),
        ],
        Execute = FleetScanCommand.Run,
    };

    private static CommandDefinition Report { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = static context => new CommandSettings(context),
        Words = ["fleet", "report"],
        Summary = "Report the duplicates of the fleet",
        Text = """
            Reports the groups of files with identical content on all machines, in the formats of doppel find, the
            largest first. Names start with host: and the name of the machine: host:web1/srv/a.iso. A report shows what
            the scans have found, and files may have changed since; doppel fleet status shows when each machine was
            scanned.
            """,
        Accepts =
        [
            .. FleetOptions.Server, SizeMin,
            OptionDefinition.Switch<CommandSettings>(
                "between-hosts", OptionCategory.Groups, "Only groups on at least two machines",
                "Report only groups with copies on at least two machines.",
                static (settings, on) => settings.Fleet.BetweenHosts = on),
            OutputOptions.Output, OutputOptions.Format, OutputOptions.Json, OutputOptions.Print0,
            OutputOptions.Summary, OutputOptions.Long, OutputOptions.Color, OutputOptions.Quiet,
        ],
        Examples =
        [
            new("doppel fleet report --server http://db:8123", "all groups"),
            new("doppel fleet report --between-hosts --min-size 1M", "what machines have in common"),
            new("doppel fleet report --json -o fleet.json", "for other programs"),
        ],
        Execute = FleetReportCommand.Run,
    };

    private static CommandDefinition Status { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = static context => new CommandSettings(context),
        Words = ["fleet", "status"],
        Summary = "List the machines of the fleet",
        Text = """
            Lists the machines, buckets and saved volumes: the number of files, their size, when the last scan ended,
            its problems, and the roots. On a terminal the output is a table; otherwise each of them is one line with
            tab-separated columns and no heading.
            """,
        Accepts =
        [
            .. FleetOptions.Server, DeviceOptions.Json with
            {
                Summary = "Write JSON Lines, one object for each machine",
                Text = """
                    Write JSON Lines, one object for each machine, with exact sizes, unescaped names and UTC times.
                    """,
            },
        ],
        Execute = FleetStatusCommand.Run,
    };

    private static CommandDefinition Forget { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = static context => new CommandSettings(context),
        Words = ["fleet", "forget"],
        Operands = "NAME",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Remove a machine from the fleet",
        Text = """
            Removes all that the server knows about the machine, the bucket or the saved volume NAME, after it has left
            the fleet or has got another name. No file there is changed.
            """,
        Accepts = [.. FleetOptions.Server],
        Execute = FleetStatusCommand.Forget,
    };

    /// <summary>Gets all these commands.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } =
        [Init, Scan, Report, .. ProvingCommands.All, Status, Forget];

    private static string RequireCluster(string value) =>
        value.Length > 0 && value.All(static c => char.IsAsciiLetterOrDigit(c) || c == '_')
            ? value
            : throw new UsageException($"'{value}' is not the name of a cluster", "use letters, digits and '_'");
}
