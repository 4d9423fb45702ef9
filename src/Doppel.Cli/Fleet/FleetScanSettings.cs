using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet scan</c>.</summary>
internal sealed class FleetScanSettings(OptionContext context) : FleetSettings(context), ISearchSettings, IHasCatalog,
    IHasFleetHost, IHasBucketBudget
{
    /// <inheritdoc/>
    public S3ConnectionSettings Connection { get; } = new();

    /// <inheritdoc/>
    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    /// <inheritdoc/>
    public long DownloadMax { get; set; }

    /// <inheritdoc/>
    public DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <inheritdoc/>
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public string? Name { get; set; }

    /// <summary>Gets or sets the file with the proof key; null to prove nothing to other hosts.</summary>
    internal string? ProofKeyFile { get; set; }

    internal TimeSpan Wait { get; set; }

    internal bool Network { get; set; }

    /// <inheritdoc/>
    internal override void Validate()
    {
        base.Validate();
        Filter.Validate();
        Connection.RetryFor = Fleet.RetryFor;
    }
}
