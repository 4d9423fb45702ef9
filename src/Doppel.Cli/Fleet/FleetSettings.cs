namespace Doppel.Cli;

/// <summary>The settings of the commands that prepare or show a fleet.</summary>
internal class FleetSettings(OptionContext context) : CommandSettings(context), IHasFleet, IHasJson, IHasMessages
{
    /// <inheritdoc/>
    public FleetConnection Fleet { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public bool Json { get; set; }

    /// <summary>Gets or sets the cluster; null for a single server.</summary>
    internal string? Cluster { get; set; }

    /// <summary>Gets or sets whether statements are printed rather than executed.</summary>
    internal bool Print { get; set; }
}

/// <summary>The settings of <c>doppel fleet scan</c>.</summary>
internal sealed class FleetScanSettings(OptionContext context) : FleetSettings(context), ISearchSettings, IHasCatalog,
    IHasFleetHost
{
    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <inheritdoc/>
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public string? Name { get; set; }

    /// <summary>Gets the name of this host.</summary>
    internal string HostName => Name ?? FleetOptions.RequireHost(Environment.MachineName);

    /// <summary>Gets or sets the file with the proof key; null to prove nothing to other hosts.</summary>
    internal string? ProofKeyFile { get; set; }

    internal TimeSpan Wait { get; set; }

    internal bool Network { get; set; }

    /// <inheritdoc/>
    internal override void Validate() => Filter.Validate();
}

/// <summary>The settings of <c>doppel fleet report</c>.</summary>
internal sealed class FleetReportSettings(OptionContext context) : FleetSettings(context), IHasOutput
{
    /// <inheritdoc/>
    public OutputSettings Output { get; } = new();

    internal long SizeMin { get; set; } = 1;

    internal bool BetweenHosts { get; set; }

    /// <inheritdoc/>
    internal override void Validate()
    {
        Output.ChooseFormatByName();
        Output.Validate();
    }
}

/// <summary>The settings of commands that need the name of this host.</summary>
internal interface IHasFleetHost
{
    /// <summary>Gets or sets the name of this host; null for that of the machine.</summary>
    string? Name { get; set; }
}
