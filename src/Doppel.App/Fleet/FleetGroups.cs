using Doppel.Fleet;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>The groups of a fleet as a report. They are read from the server while they are enumerated.</summary>
internal sealed class FleetGroups : IDisposable
{
    private readonly FleetReport _fleet;

    /// <summary>Asks the server.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="options">What to ask.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="FleetException">The server cannot be used.</exception>
    internal FleetGroups(AppEnvironment environment, FleetReportOptions options, CancellationToken stop)
    {
        _fleet = FleetReport.Open(options, stop);
        Roots = new ResolvedRoots([], [.. _fleet.Roots], [.. _fleet.Roots]);
        Report = new Report
        {
            Begin = ReportStart.Of(environment, Roots) with { SavedVolumes = [.. _fleet.Hosts.Select(VolumeOf)] },
            Groups = FleetCall.Each(_fleet.ReadGroups()),
            Summary = _fleet.Totals,
        };
    }

    /// <summary>Gets the report, whose groups can be read once.</summary>
    internal Report Report { get; }

    /// <summary>Gets the roots of all machines.</summary>
    internal ResolvedRoots Roots { get; }

    /// <summary>Gets the number of machines.</summary>
    internal int Machines => _fleet.Hosts.Count;

    public void Dispose() => _fleet.Dispose();

    private static ReportSavedVolume VolumeOf(FleetHost host) => new(
        ReportSavedVolume.HostPrefix + host.Name,
        new ReportTime((host.Ended ?? host.Began).ToUnixTimeSeconds(), 0));
}
