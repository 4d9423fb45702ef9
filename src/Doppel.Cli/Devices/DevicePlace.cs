using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>What was found below a path.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Label">The path as typed.</param>
/// <param name="Mount">The mount that contains the path, and its devices.</param>
/// <param name="Latencies">The probed latencies, in ascending order; empty if nothing was probed.</param>
internal sealed record DevicePlace(
    ReportName Path, ReportName Label, MountFacts Mount, IReadOnlyList<TimeSpan> Latencies);
