using System.Globalization;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Opening;

/// <summary>An on-access scanner, or none.</summary>
/// <param name="HoldMs">How long it holds each opening; null for no scanner.</param>
/// <param name="Threads">Openings that it holds at once.</param>
internal sealed record ScannerKind(double? HoldMs, int Threads)
{
    public const string Hold = "hold";

    public const string AtOnce = "held at once";

    /// <summary>No scanner.</summary>
    public static ScannerKind None { get; } = new(null, 0);

    /// <summary>How long, as it stands in tables.</summary>
    public string HoldText => HoldMs is { } ms ? ms.ToString(CultureInfo.InvariantCulture) + " ms" : "no scanner";

    /// <summary>The cell.</summary>
    public IReadOnlyList<Parameter> Parameters =>
        [new(Hold, HoldText), new(AtOnce, Threads > 0 ? Threads.ToString(CultureInfo.InvariantCulture) : "")];

    /// <summary>Starts it; null for none.</summary>
    public AccessScanner? Start(string mount) =>
        HoldMs is { } ms ? new AccessScanner(mount, TimeSpan.FromMilliseconds(ms), Threads) : null;
}
