using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>Says how hosts prove files to each other.</summary>
public sealed record FleetProofOptions
{
    /// <summary>The least number of bytes of a proof key.</summary>
    public const int ProofKeyMin = 16;

    /// <summary>The longest time for which answers may count.</summary>
    public static readonly TimeSpan WithinMax = TimeSpan.FromDays(30);

    /// <summary>Gets the name of this host; see <see cref="FleetHost.IsName"/>.</summary>
    public required string Host { get; init; }

    /// <summary>
    /// Gets the secret that this host shares with those that prove files to it, at least 16 random bytes. Who knows it
    /// can make other hosts delete their copies.
    /// </summary>
    public required ReadOnlyMemory<byte> ProofKey { get; init; }

    /// <summary>
    /// Gets the absolute path of the folder in which hosts keep what they ask and promise, each in a folder of its own.
    /// All processes of a host must use the same one, and nobody else may be able to write to it.
    /// </summary>
    public required ReportName Ledger { get; init; }

    /// <summary>
    /// Gets how long to wait for answers, and how old one may be when a file is deleted, up to 30 days. Default: one
    /// hour.
    /// </summary>
    public TimeSpan Within { get; init; } = TimeSpan.FromHours(1);

    internal void Validate()
    {
        if (!FleetHost.IsName(Host) || Ledger.IsEmpty || ProofKey.Length < ProofKeyMin
            || Within <= TimeSpan.Zero || Within > WithinMax)
        {
            throw new ArgumentException("A name, a folder, a key or a time is out of range.");
        }
    }
}
