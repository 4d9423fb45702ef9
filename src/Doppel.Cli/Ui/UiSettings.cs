using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel ui</c>.</summary>
internal sealed class UiSettings(OptionContext context) : CommandSettings(context), IPlanningSettings
{
    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public GroupSettings Groups { get; } = new();

    /// <inheritdoc/>
    public List<TypedFolder> References { get; } = [];

    /// <inheritdoc/>
    public List<string> SavedReferences { get; } = [];

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
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public KeepSettings Keeping { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new() { Progress = WhenToUse.Never };

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <summary>Gets or sets the TCP port to listen on, or 0 for any that is free.</summary>
    internal int Port { get; set; }

    /// <summary>Gets or sets whether a browser is opened.</summary>
    internal bool OpensBrowser { get; set; } = true;

    /// <inheritdoc/>
    internal override void Validate() => SearchSource.Validate(this);
}
