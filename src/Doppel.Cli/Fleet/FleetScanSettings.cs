using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet scan</c>.</summary>
internal sealed class FleetScanSettings(OptionContext context) : FleetSettings(context), ISearchSettings, IHasCatalog,
    IHasFleetHost, IHasBucketBudget
{
    public S3ConnectionSettings Connection { get; } = new();

    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    public long DownloadMax { get; set; }

    public DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    public FilterSettings Filter { get; } = new();

    public RunSettings Running { get; } = new();

    public CatalogSettings Catalog { get; } = new();

    public string? Name { get; set; }

    /// <summary>Gets or sets the file with the proof key; null to prove nothing to other hosts.</summary>
    internal string? ProofKeyFile { get; set; }

    internal TimeSpan Wait { get; set; }

    internal bool Network { get; set; }

    internal override void Validate()
    {
        base.Validate();
        Filter.Validate();
        Connection.RetryFor = Fleet.RetryFor;
    }
}
