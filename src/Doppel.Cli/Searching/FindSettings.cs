using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel find</c>.</summary>
internal sealed class FindSettings(OptionContext context) : CommandSettings(context), ISearchSettings, IHasGroups,
    IHasReferences, IHasMedia, IHasCatalog, IHasOutput, IHasBucketBudget
{
    /// <inheritdoc/>
    public S3ConnectionSettings Connection { get; } = new();

    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public GroupSettings Groups { get; } = new();

    /// <inheritdoc/>
    public List<TypedFolder> References { get; } = [];

    /// <inheritdoc/>
    public List<string>? SavedReferences { get; } = [];

    /// <inheritdoc/>
    public MediaSettings Media { get; } = new();

    /// <inheritdoc/>
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public OutputSettings Output { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <summary>Gets or sets whether only groups are reported that are new since the last such search.</summary>
    internal bool SinceLast { get; set; }

    /// <inheritdoc/>
    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    /// <inheritdoc/>
    public long DownloadMax { get; set; }

    /// <summary>Gets the option that limits a report to new groups.</summary>
    internal static OptionDefinition<FindSettings> SinceLastOption { get; } = OptionDefinition.Switch<FindSettings>(
        "since-last", OptionCategory.Groups, "Only groups that are new since the last time",
        """
        Report only groups that were not there, or have gained or changed a file, since the same roots were last
        searched with --since-last. The first time, all groups are new. What was seen is kept in the catalog's folder,
        whatever the filters, and only if the search ran to completion.
        """,
        static (settings, on) => settings.SinceLast = on);

    /// <inheritdoc/>
    internal override void Validate()
    {
        Filter.Validate();
        Output.ChooseFormatByName();
        Output.Validate();
        string format = Output.Print0 ? "-0" : "--format " + OutputOptions.NameOf(Output.Format);
        if (Groups.Folders && (Output.Print0 || !ReportWriter.CarriesFolders(Output.Format)))
        {
            throw new UsageException(
                $"--folders cannot be used with {format}", "it requires the format text, json or html");
        }

        if (Media.IsOn && (Output.Print0 || !ReportWriter.CarriesMedia(Output.Format)))
        {
            throw new UsageException(
                $"--media cannot be used with {format}", "it requires the format text, json or html");
        }

        if (Media.IsOn && Groups.Folders)
        {
            throw new UsageException("--media cannot be used with --folders", "run two searches");
        }
    }

    /// <summary>Rejects a format that lists cannot be written in.</summary>
    /// <exception cref="UsageException">The format needs a digest that the roots do not have.</exception>
    internal void RefuseLists(SavedRoots saved, ResolvedRoots roots)
    {
        if (Output.Format == ReportFormat.Fclones && roots.Roots.All(static root => root.Volume is SavedVolume)
            && saved.All.Any(static volume => volume.Description.Algorithms.Count > 0))
        {
            throw new UsageException(
                "a report as fclones needs a digest that lists do not have", "write another format, or add a folder");
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
        CopyFacts = SinceLast || Output.Long
            || Output.Format is ReportFormat.Json or ReportFormat.Csv or ReportFormat.Html,
    };
}
