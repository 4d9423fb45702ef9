using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>The groups and folders that a command acts on, from a plan, a report or a search of folders.</summary>
internal sealed class GatheredPlan
{
    // Enough for the first line of a plan.
    private const int HeadBytes = 64 * 1024;

    private readonly CommandHost _host;
    private readonly ActSettings _settings;
    private readonly SearchRunner _runner;
    private readonly IVolume _volume;
    private readonly RootPaths _paths;
    private readonly ActionKind _kind;
    private readonly ProblemPrinter _printer;
    private readonly List<ReportProblem> _problems = [];

    private GatheredPlan(CommandHost host, ActSettings settings, SearchRunner runner, ActionKind kind)
    {
        _host = host;
        _settings = settings;
        _runner = runner;
        _volume = host.Volume;
        _paths = host.Paths;
        _kind = kind;
        _printer = new ProblemPrinter(host.MessagesFor(settings.Messages.Color), settings.Messages.Verbose);
    }

    /// <summary>Gets the groups with something to do.</summary>
    internal List<PlanGroup> Groups { get; } = [];

    /// <summary>Gets the folders to remove, or whose files are to be linked.</summary>
    internal List<PlanFolder> Folders { get; } = [];

    /// <summary>Gets the absolute paths of the roots of the search, the report or the plan.</summary>
    internal IReadOnlyList<ReportName> Roots { get; private set; } = [];

    /// <summary>Gets the totals.</summary>
    internal PlanSummary Summary { get; private set; } = new();

    /// <summary>
    /// Gets whether something was left out because of refusals, problems during the search, or an incomplete report.
    /// </summary>
    internal bool IsPartial { get; private set; }

    /// <summary>Reads a plan or a report, or searches folders, and reports what is skipped.</summary>
    /// <exception cref="UsageException">An operand cannot be used.</exception>
    internal static GatheredPlan Of(
        CommandCall<ActSettings> call, SearchRunner runner, ActionKind kind, CancellationToken stop)
    {
        IReadOnlyList<string> operands = call.Operands;
        var plan = new GatheredPlan(call.Host, call.Settings, runner, kind);
        if (operands.Count == 1 && !plan.IsFolder(operands[0]))
        {
            plan.Read(operands[0], call.Uses, stop);
        }
        else
        {
            plan.Search(operands, stop);
        }

        plan.IsPartial |= plan._problems.Count > 0;
        if (!call.Settings.Messages.Quiet)
        {
            // The search and the walk for links visit the same folders and report the same problems.
            plan._printer.Print(plan._problems.Distinct());
            plan._printer.PrintRest();
        }

        return plan;
    }

    private bool IsFolder(string operand) => operand != "-"
        && !_volume.Stat(
            FolderHandle.None, _paths.ToAbsolute(ByteText.ToBytes(operand)), LinkPolicy.Follow, FactFields.None,
            out FileFacts facts).Failed
        && facts.Kind == EntryKind.Folder;

    private void Read(string operand, IReadOnlyList<OptionUse> uses, CancellationToken stop)
    {
        string shown = operand == "-" ? "standard input" : Quote.Text(operand);
        using Stream input = ReportSource.Open(operand, shown);
        var head = new HeadStream(input, HeadBytes);
        bool isPlan = PlanReader.IsPlan(head.Head);
        RuleCheck.RefuseIdle(uses, isPlan, shown);
        if (isPlan)
        {
            ReadPlan(head, shown);
            return;
        }

        var report = new ReportSource(head, shown);
        PlanOptions options = OptionsOf(report.Reader.Begin);
        Roots = options.Roots;
        using var planner = new Planner(
            _volume, options with { SymbolicLinks = LinksOf(RootLinks.RootsOf(_volume, options), stop) });
        while (report.PlanNext(planner, _settings) is { } outcome)
        {
            Add(outcome);
        }

        RuleCheck.RefuseUnmatched(planner, options.Roots, stop);
        Summary = planner.Summary;
        IsPartial |= report.LeftOut is not null;
        if (report.LeftOut is { } leftOut && !_settings.Messages.Quiet)
        {
            _host.MessagesFor(_settings.Messages.Color).Warn(leftOut);
        }

        Tell(report.MediaLeft);
    }

    private void Tell(string? line)
    {
        if (line is not null && !_settings.Messages.Quiet)
        {
            _host.MessagesFor(_settings.Messages.Color).Line(line);
        }
    }

    private void ReadPlan(Stream stream, string shown)
    {
        try
        {
            PlanReader reader = PlanReader.Open(stream);
            Roots = reader.Begin.Roots;
            long mediaLeft = 0;
            while (reader.Read())
            {
                if (reader.Kind == PlanItemKind.Group && reader.Group.Media is not null && !_settings.Media.IsOn)
                {
                    mediaLeft++;
                }
                else if (reader.Kind == PlanItemKind.Group)
                {
                    Groups.Add(reader.Group);
                    Summary = Summary.Add(reader.Group);
                }
                else if (reader.Kind == PlanItemKind.Folder)
                {
                    Folders.Add(reader.Folder);
                    Summary = Summary.Add(reader.Folder);
                }
            }

            Tell(MediaText.Left(mediaLeft));
            IsPartial |= reader.EndedEarly;
        }
        catch (ReportFormatException damaged)
        {
            throw new UsageException($"cannot read the plan {shown}: {damaged.Message}");
        }
    }

    private void Search(IReadOnlyList<string> operands, CancellationToken stop)
    {
        ResolvedRoots roots = _runner.Resolve(operands);
        Roots = roots.Names;
        _settings.Groups.RefuseOneRoot(roots);
        RuleCheck.RefuseExcludedRoots(_settings.Filter, _volume, _paths, roots);
        using FindResult result = _runner.Find(_settings.ToFindOptions(roots.Roots), stop);
        using var planner = new Planner(
            _volume, OptionsOf(ReportStart.Of(_host, roots)) with
            {
                SymbolicLinks = LinksOf(roots.Roots, stop),
                Isolate = _settings.Groups.Isolate,
            });
        // Plan media groups first, because they take precedence for names that are in both kinds of groups.
        foreach (ReportMediaGroup group in result.MediaGroups)
        {
            Add(planner.Plan(group));
        }

        foreach (ReportGroup group in result.Groups)
        {
            Add(planner.Plan(group));
        }

        RuleCheck.RefuseUnmatched(planner, roots.Names, stop);
        _problems.AddRange(result.Problems);
        Summary = planner.Summary;
        IsPartial |= !result.Summary.Complete;
    }

    private PlanOptions OptionsOf(ReportBegin? begin) => PlanRun.OptionsOf(_host, _settings.Keeping, begin) with
    {
        // The comparison opens each file, and only a dry run shows its result.
        ComparesExtras = _settings.DryRun && _kind == ActionKind.HardLink,
    };

    // Only actions that remove names can break links.
    private IReadOnlyList<PlanLink> LinksOf(IReadOnlyList<FindRoot> roots, CancellationToken stop)
    {
        if (!_kind.RemovesNames())
        {
            return [];
        }

        IReadOnlyList<PlanLink> links = RootLinks.Of(
            _runner, _settings, roots, out IReadOnlyList<ReportProblem> problems, stop);
        _problems.AddRange(problems);
        return links;
    }

    private void Add(PlanOutcome outcome)
    {
        if (outcome.Group is { } group)
        {
            Groups.Add(group);
        }

        Folders.AddRange(outcome.Folders);
        PlanRun.Tell(_settings.Messages, _printer, outcome);
        IsPartial |= outcome.Refusals.Any(static refusal => refusal.IsProblem);
    }
}
