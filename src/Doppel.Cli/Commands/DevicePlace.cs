using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli.Commands;

/// <summary>What was found below one path.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Label">As it was typed.</param>
/// <param name="Mount">Where it lies, and what is below that.</param>
/// <param name="Latencies">What probing measured, shortest first; empty where nothing was probed.</param>
internal sealed record DevicePlace(
    ReportName Path, ReportName Label, MountFacts Mount, IReadOnlyList<TimeSpan> Latencies);
