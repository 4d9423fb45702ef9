using Doppel.Cli.Options;
using Doppel.Cli.Roots;
using Doppel.Cli.S3;
using Doppel.Finding;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli.Commands;

/// <summary>What the options of <c>doppel find</c> add up to. They only fill it in; nothing is done yet.</summary>
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

    /// <summary>What <c>doppel list-links</c> lists; none for all kinds.</summary>
    internal LinkKinds Links { get; set; }

    internal bool Unique { get; set; }

    internal bool Isolate { get; set; }

    internal bool Exact { get; set; }

    internal bool Folders { get; set; }

    /// <summary>What makes folders equal, if they are sought.</summary>
    internal FolderMatching FoldersBy { get; set; } = FolderMatching.ByName;

    internal bool Media { get; set; }

    /// <summary>What counts as sound or picture of media files.</summary>
    internal MediaPolicy MediaPolicy { get; set; } = MediaPolicy.Strict;

    /// <summary>As <see cref="Arguments.ByteText"/>; null or "-" for standard output.</summary>
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

    /// <summary>Which copies stay, for the commands that act.</summary>
    internal PlanSettings Plan { get; } = new();

    /// <summary>What is done with the others, for the commands that act.</summary>
    internal ActSettings Act { get; } = new();

    /// <summary>Which server is spoken with and how, for <c>doppel s3</c>.</summary>
    internal S3Settings S3 { get; } = new();

    /// <summary>What is measured, for <c>doppel tune</c>.</summary>
    internal TuneSettings Tune { get; } = new();

    /// <summary>What was measured of devices before.</summary>
    internal IReadOnlyList<DeviceTuning> Tunings { get; set; } = [];

    /// <summary>Other steps of matching, to be measured; null for those that a search has by itself.</summary>
    internal Ladder? Ladder { get; set; }

    /// <summary>Other means of it, likewise.</summary>
    internal Means? Means { get; set; }

    /// <summary>Whether the search is only measured, so that nothing of it may be taken for a report.</summary>
    internal bool IsTrial => Ladder is not null;

    /// <summary>Throws where options do not go together.</summary>
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

    /// <summary>As of <see cref="FindOptions.RunOfLeftover"/>.</summary>
    internal Func<string, string?> RunOfLeftover { get; set; } = static _ => null;

    /// <summary>The engine's options for these roots.</summary>
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
