namespace Doppel.Cli;

/// <summary>The settings of the commands that prepare or show a fleet.</summary>
internal class FleetSettings(OptionContext context) : CommandSettings(context), IHasFleet, IHasJson, IHasMessages
{
    public FleetConnection Fleet { get; } = new();

    public MessageSettings Messages { get; } = new();

    public bool Json { get; set; }

    /// <summary>Gets or sets the cluster; null for a single server.</summary>
    internal string? Cluster { get; set; }

    /// <summary>Gets or sets whether the shards of the cluster have replicas.</summary>
    internal bool Replicated { get; set; }

    /// <summary>Gets or sets the machine that gets a database of its own; null for one database for all.</summary>
    internal string? Host { get; set; }

    /// <summary>Gets or sets whether statements are printed rather than executed.</summary>
    internal bool Print { get; set; }

    internal override void Validate()
    {
        if (Host is not null && Cluster is not null)
        {
            throw new UsageException("--host cannot be combined with --cluster", "docs/fleet.md says why");
        }

        if (Replicated && Cluster is null)
        {
            throw new UsageException("--replicated needs --cluster NAME", "a single server has no replicas");
        }
    }
}

/// <summary>The settings of commands that need the name of this host.</summary>
internal interface IHasFleetHost
{
    /// <summary>Gets or sets the name of this host; null for that of the machine.</summary>
    string? Name { get; set; }
}
