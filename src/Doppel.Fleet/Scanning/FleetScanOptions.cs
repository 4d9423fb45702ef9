using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>Says how a host is scanned for a fleet.</summary>
public sealed record FleetScanOptions
{
    /// <summary>Gets the server.</summary>
    public required FleetServer Server { get; init; }

    /// <summary>Gets the name of this host; see <see cref="FleetHost.IsName"/>.</summary>
    public required string Host { get; init; }

    /// <summary>
    /// Gets how long to answer what other hosts find after the first round. Default: zero, so that the rest is done by
    /// the next scan.
    /// </summary>
    public TimeSpan Wait { get; init; }

    /// <summary>Gets what is called when the first round has ended and waiting begins. Default: null.</summary>
    public Action? Waiting { get; init; }

    /// <summary>
    /// Gets whether files on network file systems are included. Default: false, since the machine that has the disk
    /// scans it itself, and the same file would be found twice.
    /// </summary>
    public bool Network { get; init; }

    /// <summary>Gets a number for this machine that a change of its name does not change; 0 if unknown.</summary>
    public ulong Machine { get; init; }

    /// <summary>
    /// Gets the proof key (<see cref="FleetProofOptions.ProofKey"/>), with which the scan also answers other hosts that
    /// ask for proofs. Default: empty, so that it does not.
    /// </summary>
    public ReadOnlyMemory<byte> ProofKey { get; init; }

    /// <summary>
    /// Gets the folder of what hosts ask and promise (<see cref="FleetProofOptions.Ledger"/>). Needed with a proof key.
    /// </summary>
    public ReportName Ledger { get; init; }

    /// <summary>Gets the version of this program: ASCII letters, digits and <c>+-.</c>. Default: empty.</summary>
    public string ProgramVersion { get; init; } = "";
}
