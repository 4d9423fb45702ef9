using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel find</c>.</summary>
internal sealed class FindSettings(OptionContext context) : CommandSettings(context), ISearchSettings, IHasGroups,
    IHasMedia, IHasOutput
{
    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public GroupSettings Groups { get; } = new();

    /// <inheritdoc/>
    public MediaSettings Media { get; } = new();

    /// <inheritdoc/>
    public OutputSettings Output { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

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

    /// <inheritdoc/>
    internal override void Validate()
    {
        Filter.Validate();
        Output.Validate();
        string format = Output.Print0 ? "-0" : "--format " + OutputOptions.NameOf(Output.Format);
        if (Groups.Folders && (Output.Print0 || !ReportWriter.CarriesFolders(Output.Format)))
        {
            throw new UsageException(
                $"--folders cannot be used with {format}", "it requires the format text or json");
        }

        if (Media.IsOn && (Output.Print0 || !ReportWriter.CarriesMedia(Output.Format)))
        {
            throw new UsageException($"--media cannot be used with {format}", "it requires the format text or json");
        }

        if (Media.IsOn && Groups.Folders)
        {
            throw new UsageException("--media cannot be used with --folders", "run two searches");
        }

        if (IsTrial && (!Messages.Quiet || Output.File is not null || Output.Format != ReportFormat.Text))
        {
            throw new UsageException(
                "--ladder is for measuring and writes no report",
                "it goes with --quiet, and with neither --output nor --format");
        }
    }

    /// <summary>Returns the engine's options for the given roots.</summary>
    internal FindOptions ToFindOptions(IReadOnlyList<FindRoot> roots) => SearchRunner.OptionsOf(this, roots) with
    {
        Uniques = Groups.Unique,
        Isolate = Groups.Isolate,
        Folders = Groups.Folders ? Groups.FoldersBy : FolderMatching.Off,
        Media = Media.IsOn ? Media.Policy : null,
        Proof = Groups.Exact ? ProofDemand.Bytes : ProofDemand.Standard,
        Digests = Output.Format == ReportFormat.Fclones,
        CopyFacts = Output.Format is ReportFormat.Json or ReportFormat.Csv,
        Ladder = Ladder ?? Ladder.Default,
        Means = Means ?? Means.Default,
    };
}
