using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel plan</c>.</summary>
internal class PlanSettings(OptionContext context) : CommandSettings(context), IPlanningSettings, IHasOutput
{
    public KeepSettings Keeping { get; } = new();

    public List<TypedFolder> References { get; } = [];

    public List<string>? SavedReferences { get; } = [];

    public S3ConnectionSettings Connection { get; } = new();

    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    public long DownloadMax { get; set; }

    public DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    public MediaSettings Media { get; } = new();

    public FilterSettings Filter { get; } = new();

    public GroupSettings Groups { get; } = new();

    public CatalogSettings Catalog { get; } = new();

    public OutputSettings Output { get; } = new();

    public MessageSettings Messages { get; } = new();

    public RunSettings Running { get; } = new();

    internal bool Explain { get; set; }

    internal override void Validate() => SearchSource.Validate(this);
}

/// <summary>The settings of commands that plan what to do with duplicates.</summary>
internal interface IPlanningSettings : ISearchSettings, IHasGroups, IHasReferences, IHasKeeping, IHasMedia,
    IHasCatalog, IHasBucketBudget;
