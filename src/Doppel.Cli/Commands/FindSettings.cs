using Doppel.Finding;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>
/// The settings from the options of <c>doppel find</c>. The options only set values here and have no other effect.
/// </summary>
internal sealed class FindSettings(OptionContext context)
{
    internal OptionContext Context { get; } = context;

    internal long SizeMin { get; set; } = 1;

    internal long SizeMax { get; set; } = long.MaxValue;

    internal List<Glob> Include { get; set; } = [];

    internal List<Glob> Exclude { get; set; } = [];

    internal List<string> Extensions { get; set; } = [];

    internal FileTime? NewerThan { get; set; }

    internal FileTime? OlderThan { get; set; }

    internal int DepthMax { get; set; } = int.MaxValue;

    internal bool OneFileSystem { get; set; }

    internal bool Follow { get; set; }

    internal bool Hidden { get; set; } = true;

    internal List<ListSource> Lists { get; } = [];

    /// <summary>Gets or sets the kinds of links that <c>doppel list-links</c> lists; no flag means all kinds.</summary>
    internal LinkKinds Links { get; set; }

    internal bool Unique { get; set; }

    internal bool Isolate { get; set; }

    internal bool Exact { get; set; }

    internal bool Folders { get; set; }

    /// <summary>Gets or sets what makes folders identical, if folders are compared. Default: by name.</summary>
    internal FolderMatching FoldersBy { get; set; } = FolderMatching.ByName;

    internal bool Media { get; set; }

    /// <summary>Gets or sets what counts as audio or image data in media files. Default: strict.</summary>
    internal MediaPolicy MediaPolicy { get; set; } = MediaPolicy.Strict;

    /// <summary>
    /// Gets or sets the output file as <see cref="Arguments.ByteText"/>; null or "-" for standard output.
    /// </summary>
    internal string? Output { get; set; }

    internal ReportFormat Format { get; set; }

    internal bool Print0 { get; set; }

    internal WhenToUse Color { get; set; }

    internal WhenToUse Progress { get; set; }

    internal bool Quiet { get; set; }

    internal bool Verbose { get; set; }

    internal bool Stats { get; set; }

    internal bool ExitCode { get; set; }

    internal int Threads { get; set; }

    internal ScanMode Scan { get; set; }

    internal bool Idle { get; set; }

    internal IReadOnlyList<DeviceRule> Devices { get; set; } = [];

    /// <summary>Gets the settings for which copies to keep, for commands that act.</summary>
    internal PlanSettings Plan { get; } = new();

    /// <summary>Gets the settings for what to do with the other copies, for commands that act.</summary>
    internal ActSettings Act { get; } = new();

    /// <summary>Gets the settings for the server and requests, for <c>doppel s3</c>.</summary>
    internal S3Settings S3 { get; } = new();

    /// <summary>Gets the settings for what to measure, for <c>doppel tune</c>.</summary>
    internal TuneSettings Tune { get; } = new();

    /// <summary>Gets or sets earlier measurements of devices.</summary>
    internal IReadOnlyList<DeviceTuning> Tunings { get; set; } = [];

    /// <summary>Gets or sets different matching stages, for measurements; null for the default.</summary>
    internal Ladder? Ladder { get; set; }

    /// <summary>
    /// Gets or sets different implementation choices for matching, for measurements; null for the default.
    /// </summary>
    internal Means? Means { get; set; }

    /// <summary>
    /// Gets whether the search is only a measurement, so that its output must not be used as a report.
    /// </summary>
    internal bool IsTrial => Ladder is not null;

    /// <summary>Validates the combination of options.</summary>
    /// <exception cref="UsageException">Some options cannot be combined.</exception>
    internal void Validate()
    {
        if (SizeMax < SizeMin)
        {
            throw new UsageException($"--max-size ({SizeMax}) is less than --min-size ({SizeMin})");
        }

        if (Print0 && Format is not (ReportFormat.Text or ReportFormat.Fdupes))
        {
            throw new UsageException(
                $"-0 cannot be used with --format {OutputOptions.NameOf(Format)}",
                "it requires the format text or fdupes");
        }

        if (Folders && (Print0 || !ReportWriter.CarriesFolders(Format)))
        {
            throw new UsageException(
                $"--folders cannot be used with {(Print0 ? "-0" : "--format " + OutputOptions.NameOf(Format))}",
                "it requires the format text or json");
        }

        if (Media && (Print0 || !ReportWriter.CarriesMedia(Format)))
        {
            throw new UsageException(
                $"--media cannot be used with {(Print0 ? "-0" : "--format " + OutputOptions.NameOf(Format))}",
                "it requires the format text or json");
        }

        if (Media && Folders)
        {
            throw new UsageException("--media cannot be used with --folders", "run two searches");
        }

        if (IsTrial && (!Quiet || Output is not null || Format != ReportFormat.Text))
        {
            throw new UsageException(
                "--ladder is for measuring and writes no report",
                "it goes with --quiet, and with neither --output nor --format");
        }

        if (NewerThan >= OlderThan)
        {
            throw new UsageException("--newer and --older exclude each other");
        }
    }

    /// <summary>Gets or sets the function for <see cref="FindOptions.RunOfLeftover"/>.</summary>
    internal Func<string, string?> RunOfLeftover { get; set; } = static _ => null;

    /// <summary>Returns the engine's options for the given roots.</summary>
    internal FindOptions ToFindOptions(IReadOnlyList<FindRoot> roots) => new()
    {
        Roots = roots,
        Filter = new EntryFilter
        {
            SizeMin = SizeMin,
            SizeMax = SizeMax,
            Include = Include,
            Exclude = Exclude,
            Extensions = Extensions,
            NewerThan = NewerThan,
            OlderThan = OlderThan,
            Hidden = Hidden,
            DepthMax = DepthMax,
        },
        Links = Follow ? LinkFollowing.Follow : LinkFollowing.Never,
        OneFileSystem = OneFileSystem,
        Uniques = Unique,
        Isolate = Isolate,
        Folders = Folders ? FoldersBy : FolderMatching.Off,
        Media = Media ? MediaPolicy : null,
        Proof = Exact ? ProofDemand.Bytes : ProofDemand.Standard,
        Digests = Format == ReportFormat.Fclones,
        CopyFacts = Format is ReportFormat.Json or ReportFormat.Csv,
        Scan = Scan,
        Threads = Threads,
        DeviceRules = Devices,
        Tunings = Tunings,
        Ladder = Ladder ?? Ladder.Default,
        Means = Means ?? Means.Default,
        RunOfLeftover = RunOfLeftover,
    };
}
