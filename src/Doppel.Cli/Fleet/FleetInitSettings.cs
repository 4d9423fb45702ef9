namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet init</c>.</summary>
internal sealed class FleetInitSettings(ValueParser values) : CommandSettings(values)
{
    /// <summary>Gets or sets the cluster; null for a single server.</summary>
    internal string? Cluster { get; set; }

    /// <summary>Gets or sets whether the shards of the cluster have replicas.</summary>
    internal bool Replicated { get; set; }

    /// <summary>Gets or sets the machine that gets a database of its own; null for one database for all.</summary>
    internal string? Host { get; set; }

    /// <summary>Gets or sets whether statements are printed rather than executed.</summary>
    internal bool Print { get; set; }
}
