using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel ui</c>.</summary>
internal sealed class UiSettings(OptionContext context) : CommandSettings(context), IPlanningSettings
{
    public FilterSettings Filter { get; } = new();

    public GroupSettings Groups { get; } = new();

    public List<TypedFolder> References { get; } = [];

    public List<string> SavedReferences { get; } = [];

    public S3ConnectionSettings Connection { get; } = new();

    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    public long DownloadMax { get; set; }

    public DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    public MediaSettings Media { get; } = new();

    public CatalogSettings Catalog { get; } = new();

    public KeepSettings Keeping { get; } = new();

    public MessageSettings Messages { get; } = new() { Progress = WhenToUse.Never };

    public RunSettings Running { get; } = new();

    /// <summary>Gets or sets the TCP port to listen on, or 0 for any that is free.</summary>
    internal int Port { get; set; }

    /// <summary>Gets or sets whether a browser is opened.</summary>
    internal bool OpensBrowser { get; set; } = true;

    internal override void Validate() => SearchSource.Validate(this);
}
