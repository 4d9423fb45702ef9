using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel plan</c>.</summary>
internal class PlanSettings(OptionContext context) : CommandSettings(context), IPlanningSettings, IHasOutput
{
    /// <inheritdoc/>
    public KeepSettings Keeping { get; } = new();

    /// <inheritdoc/>
    public List<TypedFolder> References { get; } = [];

    /// <inheritdoc/>
    public List<string>? SavedReferences { get; } = [];

    /// <inheritdoc/>
    public S3ConnectionSettings Connection { get; } = new();

    /// <inheritdoc/>
    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    /// <inheritdoc/>
    public long DownloadMax { get; set; }

    /// <inheritdoc/>
    public DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    /// <inheritdoc/>
    public MediaSettings Media { get; } = new();

    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public GroupSettings Groups { get; } = new();

    /// <inheritdoc/>
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public OutputSettings Output { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    internal bool Explain { get; set; }

    /// <inheritdoc/>
    internal override void Validate() => SearchSource.Validate(this);
}

/// <summary>The settings of commands that plan what to do with duplicates.</summary>
internal interface IPlanningSettings : ISearchSettings, IHasGroups, IHasReferences, IHasKeeping, IHasMedia,
    IHasCatalog, IHasBucketBudget;
