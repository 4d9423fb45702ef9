using Doppel.Acting;
using Doppel.Finding;
using Doppel.Fleet;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>The groups with copies on this machine and on those whose copies stay, from the server.</summary>
internal sealed class FleetSource : PlanSource
{
    private readonly AppEnvironment _environment;
    private readonly FleetReport _report;
    private readonly IEnumerator<ReportGroup> _groups;

    /// <summary>Asks the server.</summary>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal FleetSource(AppEnvironment environment, FleetRequest request, CancellationToken stop)
    {
        _environment = environment;
        string name = request.Here;
        _report = FleetCall.Guard(() => FleetReport.Open(
            new FleetReportOptions
            {
                Server = request.Connection.Resolve(environment),
                SizeMin = request.SizeMin,
                Here = name,
                References = request.References,
            },
            stop));
        FleetHost here = _report.Hosts.First(one => one.Name == name);
        Begin = ReportStart.Of(environment, new ResolvedRoots([], [], [])) with
        {
            Roots = here.Roots,
            References =
            [
                .. request.References.Select(static one => new ReportName(ReportSavedVolume.HostPrefix + one)),
            ],
        };
        _groups = FleetCall.Each(_report.ReadGroups()).GetEnumerator();
    }

    internal override ReportBegin? Begin { get; }

    public override void Dispose()
    {
        _groups.Dispose();
        _report.Dispose();
    }

    internal override IReadOnlyList<FindRoot> RootsOf(PlanOptions options) =>
        ReportSource.FoldersOf(_environment.Volume, options);

    internal override PlanOutcome? PlanNext(Planner planner) =>
        _groups.MoveNext() ? planner.Plan(_groups.Current) : null;

    internal override void RefuseUnmatched(Planner planner, PlanOptions options) =>
        RuleCheck.RefuseUnmatchedPatterns(planner, options.Roots);

    internal override bool IsAnyUnmatched(Planner planner) => planner.UnmatchedPatterns.Count > 0;
}
