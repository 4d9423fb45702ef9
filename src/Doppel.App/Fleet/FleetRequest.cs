namespace Doppel.App;

/// <summary>What the user wants of a fleet. Options fill it.</summary>
internal sealed class FleetRequest
{
    internal FleetConnection Connection { get; } = new();

    /// <summary>Gets the proof key, and how long proofs count.</summary>
    internal ProvingSettings Proving { get; } = new();

    /// <summary>Gets or sets the name of this machine; null for that of the system.</summary>
    internal string? HostName { get; set; }

    /// <summary>Gets the name of this machine.</summary>
    /// <exception cref="UsageException">The system's name cannot be one.</exception>
    internal string Here => HostName ?? FleetCall.RequireHost(Environment.MachineName);

    /// <summary>Gets or sets the cluster for which tables are created; null for a single server.</summary>
    internal string? Cluster { get; set; }

    /// <summary>Gets or sets whether the shards of the cluster have replicas.</summary>
    internal bool Replicated { get; set; }

    /// <summary>Gets or sets the machine that gets a database of its own; null for one database for all.</summary>
    internal string? DatabaseFor { get; set; }

    /// <summary>Gets or sets how long a scan answers other machines.</summary>
    internal TimeSpan Wait { get; set; }

    /// <summary>Gets or sets whether files on network file systems are scanned.</summary>
    internal bool Network { get; set; }

    /// <summary>Gets or sets the minimum size of the files of a group, in bytes.</summary>
    internal long SizeMin { get; set; } = 1;

    /// <summary>Gets or sets whether only groups on at least two machines are reported.</summary>
    internal bool BetweenHosts { get; set; }

    /// <summary>Gets or sets the machines whose copies stay.</summary>
    internal IReadOnlyList<string> References { get; set; } = [];
}
