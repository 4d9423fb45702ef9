using Doppel.Acting;
using Doppel.Cli.Arguments;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Cli.Roots;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli.Commands;

/// <summary>What a command is to act on: from a plan, a report, or a search of folders.</summary>
internal sealed class GatheredPlan
{
    // Enough for the first line of a plan.
    private const int HeadBytes = 64 * 1024;

    private readonly CommandHost _host;
    private readonly FindSettings _settings;
    private readonly IVolume _volume;
    private readonly RootPaths _paths;
    private readonly ProblemPrinter _printer;

    private GatheredPlan(CommandHost host, FindSettings settings, IVolume volume, RootPaths paths)
    {
        _host = host;
        _settings = settings;
        _volume = volume;
        _paths = paths;
        _printer = new ProblemPrinter(host.MessagesFor(settings.Color), settings.Verbose);
    }

    /// <summary>Groups with something to do.</summary>
    internal List<PlanGroup> Groups { get; } = [];

    /// <summary>Totals.</summary>
    internal PlanSummary Summary { get; private set; } = new();

    /// <summary>Whether something was left out: refusals, problems of a search, a report that ended early.</summary>
    internal bool IsPartial { get; private set; }

    /// <summary>Reads a plan or a report, or searches folders, and tells what is left alone.</summary>
    /// <exception cref="UsageException">An operand cannot be used.</exception>
    internal static GatheredPlan Of(
        CommandHost host, FindSettings settings, IVolume volume, RootPaths paths, IReadOnlyList<string> operands,
        CancellationToken stop)
    {
        var plan = new GatheredPlan(host, settings, volume, paths);
        if (operands.Count == 1 && !plan.IsFolder(operands[0]))
        {
            plan.Read(operands[0]);
        }
        else
        {
            plan.Search(operands, stop);
        }

        if (!settings.Quiet)
        {
            plan._printer.PrintRest();
        }

        return plan;
    }

    private bool IsFolder(string operand) => operand != "-"
        && !_volume.Stat(
            FolderHandle.None, _paths.ToAbsolute(ByteText.ToBytes(operand)), LinkPolicy.Follow, FactFields.None,
            out FileFacts facts).Failed
        && facts.Kind == EntryKind.Folder;

    private void Read(string operand)
    {
        string shown = operand == "-" ? "standard input" : Quote.Text(operand);
        using Stream input = ReportSource.Open(operand, shown);
        var head = new HeadStream(input, HeadBytes);
        if (PlanReader.IsPlan(head.Head))
        {
            ReadPlan(head, shown);
            return;
        }

        var report = new ReportSource(head, shown);
        using var planner = new Planner(_volume, PlanRun.OptionsOf(_host, _settings, _paths, report.Reader.Begin));
        while (report.NextGroup())
        {
            Add(planner.Plan(report.Reader.Group));
        }

        Summary = planner.Summary;
        IsPartial |= report.LeftOut is not null;
        if (report.LeftOut is { } leftOut && !_settings.Quiet)
        {
            _host.MessagesFor(_settings.Color).Warn(leftOut);
        }
    }

    private void ReadPlan(Stream stream, string shown)
    {
        try
        {
            PlanReader reader = PlanReader.Open(stream);
            while (reader.Read())
            {
                if (reader.Kind == PlanItemKind.Group)
                {
                    Groups.Add(reader.Group);
                    Summary = Summary.Add(reader.Group);
                }
            }

            IsPartial |= reader.EndedEarly;
        }
        catch (ReportFormatException damaged)
        {
            throw new UsageException($"cannot read the plan {shown}: {damaged.Message}");
        }
    }

    private void Search(IReadOnlyList<string> operands, CancellationToken stop)
    {
        ResolvedRoots roots = new RootResolver(_volume, _paths).Resolve(operands, []);
        using FindResult result = Finder.Find(
            _settings.ToFindOptions(roots.Roots) with { CopyFacts = true }, progress: null, stop);
        var begin = new ReportBegin
        {
            Version = ProgramVersion.Text,
            Command = [],
            WorkingDirectory = new ReportName(_paths.WorkingDirectory),
            Roots = roots.Names,
            Started = default,
        };
        using var planner = new Planner(_volume, PlanRun.OptionsOf(_host, _settings, _paths, begin));
        foreach (ReportGroup group in result.Groups)
        {
            Add(planner.Plan(group));
        }

        if (!_settings.Quiet)
        {
            _printer.Print(result.Problems);
        }

        Summary = planner.Summary;
        IsPartial |= result.Problems.Count > 0 || !result.Summary.Complete;
    }

    private void Add(PlanOutcome outcome)
    {
        if (outcome.Group is { } group)
        {
            Groups.Add(group);
        }

        PlanRun.Tell(_settings, _printer, outcome);
        IsPartial |= outcome.Refusals.Any(static refusal => refusal.IsProblem);
    }
}
