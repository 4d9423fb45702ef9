using Doppel.Acting;
using Doppel.Finding;
using Doppel.Fleet;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>The groups with copies on this machine and on those whose copies stay, from the server.</summary>
internal sealed class FleetSource : PlanSource
{
    private readonly CommandHost _host;
    private readonly FleetReport _report;
    private readonly IEnumerator<ReportGroup> _groups;

    /// <summary>Asks the server.</summary>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal FleetSource(CommandHost host, FleetPlanSettings settings, CancellationToken stop)
    {
        _host = host;
        string name = settings.Fleet.HostName ?? FleetCall.RequireHost(Environment.MachineName);
        _report = FleetCall.Guard(() => FleetReport.Open(
            new FleetReportOptions
            {
                Server = settings.Fleet.Resolve(host),
                SizeMin = settings.SizeMin,
                Here = name,
                References = settings.Hosts,
            },
            stop));
        FleetHost here = _report.Hosts.First(one => one.Name == name);
        Begin = ReportStart.Of(host, new ResolvedRoots([], [], [])) with
        {
            Roots = here.Roots,
            References = [.. settings.Hosts.Select(static one => new ReportName(ReportSavedVolume.HostPrefix + one))],
        };
        _groups = _report.ReadGroups().GetEnumerator();
    }

    internal override ReportBegin? Begin { get; }

    public override void Dispose()
    {
        _groups.Dispose();
        _report.Dispose();
    }

    internal override IReadOnlyList<FindRoot> RootsOf(PlanOptions options) =>
        ReportSource.FoldersOf(_host.Volume, options);

    internal override PlanOutcome? PlanNext(Planner planner) =>
        FleetCall.Guard(() => _groups.MoveNext() ? planner.Plan(_groups.Current) : null);

    internal override void RefuseUnmatched(Planner planner, PlanOptions options) =>
        RuleCheck.RefuseUnmatchedPatterns(planner, options.Roots);

    internal override bool IsAnyUnmatched(Planner planner) => planner.UnmatchedPatterns.Count > 0;
}
