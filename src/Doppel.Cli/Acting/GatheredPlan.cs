using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>The groups and folders that a command acts on, from a plan, a report or a search of folders.</summary>
internal sealed class GatheredPlan
{
    // Enough for the first line of a plan.
    private const int HeadBytes = 64 * 1024;

    private readonly CommandHost _host;
    private readonly ActSettings _settings;
    private readonly SearchJob _search;
    private readonly ActionKind _kind;
    private readonly Messages _messages;
    private readonly HashSet<PlanCopy> _mustStay = new(ReferenceEqualityComparer.Instance);

    private GatheredPlan(CommandHost host, ActSettings settings, SearchJob search, ActionKind kind)
    {
        (_host, _settings, _search, _kind) = (host, settings, search, kind);
        _messages = host.MessagesFor(settings.Messages.Color);
    }

    /// <summary>Gets the groups with something to do.</summary>
    internal List<PlanGroup> Groups { get; } = [];

    /// <summary>Gets the buckets with objects to act on, as in the names of these.</summary>
    internal IEnumerable<string> Buckets => Groups.Where(static group => group.IsOfObjects)
        .SelectMany(static group => group.Drop)
        .Select(static copy => S3Location.Parse(copy.Names[0].ToString()).Root.ToString()).Distinct();

    /// <summary>Gets the folders to remove, or whose files are to be linked.</summary>
    internal List<PlanFolder> Folders { get; } = [];

    /// <summary>Gets the absolute paths of the roots of the search, the report or the plan.</summary>
    internal IReadOnlyList<ReportName> Roots { get; private set; } = [];

    /// <summary>Gets the rules that chose which copies stay. A plan that is read does not contain them.</summary>
    internal KeepRules Rules { get; private set; } = new();

    /// <summary>Gets the totals.</summary>
    internal PlanSummary Summary { get; private set; } = new();

    /// <summary>
    /// Gets whether something was left out because of refusals, problems during the search, or an incomplete report.
    /// </summary>
    internal bool IsPartial { get; private set; }

    /// <summary>Reads a plan or a report, or searches folders, and reports what is skipped.</summary>
    /// <exception cref="UsageException">An operand cannot be used.</exception>
    internal static GatheredPlan Gather(
        CommandCall<ActSettings> call, SearchJob search, BucketClients clients, ActionKind kind, CancellationToken stop)
    {
        var plan = new GatheredPlan(call.Host, call.Settings, search, kind);
        if (PlanSource.IsFile(call.Host, call.Operands))
        {
            plan.Read(call.Operands[0], call.Uses, stop);
        }
        else
        {
            using var source = new SearchSource(call.Host, call.Settings.Request, search, clients, stop);
            plan.Take(source, stop);
        }

        return plan;
    }

    private void Read(string operand, IReadOnlyList<OptionUse> uses, CancellationToken stop)
    {
        string shown = operand == "-" ? "standard input" : Quote.Text(operand);
        using Stream input = ReportSource.Open(operand, shown);
        var head = new HeadStream(input, HeadBytes);
        bool isPlan = PlanReader.IsPlan(head.Head);
        OptionRules.RefuseIdle(uses, isPlan, shown);
        if (isPlan)
        {
            ReadPlan(head, shown);
            return;
        }

        using var report = new ReportSource(_host.Volume, _settings.Request, head, shown);
        Take(report, stop);
    }

    private void Take(PlanSource source, CancellationToken stop)
    {
        PlanOptions planned = PlanJob.OptionsOf(_host, _settings.Request, source.Begin);
        PlanOptions options = planned with
        {
            // The comparison opens each file, and only a dry run shows its result.
            ComparesExtras = _settings.DryRun && _kind == ActionKind.HardLink,
            // A companion is not lost as long as its file keeps its name.
            Companions = _kind.RemovesNames() ? planned.Companions : CompanionChoice.Ignore,
            State = _kind == ActionKind.Reflink ? null : planned.State,
            TakesObjects = _kind is ActionKind.Delete or ActionKind.Move,
        };

        // Only actions that remove names can break links.
        using var job = new PlanJob(_host, source, options, _kind.RemovesNames() ? _search : null, stop);
        var printer = new ProblemPrinter(_messages, _settings.Messages.Verbose);
        foreach (PlanOutcome outcome in job.Outcomes())
        {
            Add(outcome);
            PlanRun.Tell(_settings.Messages, printer, outcome);
        }

        Summary = job.Planner.Summary;
        Rechoose(job.Planner, stop);
        Roots = [.. options.Roots.Select(options.ToAbsolute)];
        Rules = options.Rules;
        IsPartial = job.IsPartial;
        if (!_settings.Messages.Quiet)
        {
            printer.Print(job.Problems);
            printer.PrintRest();
            _messages.Tell(job.Notices);
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
                if (reader.Kind == PlanItemKind.Group && reader.Group.Media is not null
                    && !_settings.Request.Media.IsOn)
                {
                    mediaLeft++;
                }
                else if (reader.Kind == PlanItemKind.Group && (_kind.RemovesNames() || !reader.Group.IsOfCompanions))
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

            _messages.Tell(_settings.Messages.Quiet ? [] : PlanSource.LeftOut(mediaLeft));
            IsPartial = reader.EndedEarly;
            using var planner = new Planner(
                _host.ChangeableVolume, PlanJob.OptionsOf(_host, _settings.Request, begin: null));
            Rechoose(planner, CancellationToken.None);
        }
        catch (ReportFormatException damaged)
        {
            throw new UsageException(
                $"cannot read the plan {shown}: {damaged.Message}", "doppel plan -o FILE REPORT writes a plan");
        }
    }

    // The totals of what is left out stay as they are.
    private void Rechoose(Planner planner, CancellationToken stop)
    {
        if (!_settings.AskEach || stop.IsCancellationRequested)
        {
            return;
        }

        if (Folders.Count > 0)
        {
            throw new UsageException("--ask-each cannot choose folders", "create the report without --folders");
        }

        var chooser = new GroupChooser(_host, _settings.Messages);
        var printer = new ProblemPrinter(_messages, _settings.Messages.Verbose);
        ILookup<ReportName, PlanGroup> companions = Groups.Where(static group => group.IsOfCompanions)
            .ToLookup(static group => group.CompanionOf[0]);
        List<PlanGroup> chosen = [];
        foreach ((PlanGroup group, IReadOnlyList<PlanCopy> keep) in chooser.Choose(
            [.. Groups.Where(static group => !group.IsOfCompanions)], _mustStay))
        {
            if (ReferenceEquals(keep, group.Keep))
            {
                chosen.Add(group);
                chosen.AddRange(group.Drop.SelectMany(static copy => copy.Names).SelectMany(name => companions[name]));
                continue;
            }

            PlanOutcome outcome = planner.Rechoose(group, keep, "chosen by hand");
            chosen.AddRange(outcome.Groups);
            PlanRun.Tell(_settings.Messages, printer, outcome);
        }

        Groups.Clear();
        Groups.AddRange(chosen);
        Summary = chosen.Aggregate(
            new PlanSummary { Refusals = Summary.Refusals, IdleGroups = Summary.IdleGroups },
            static (sum, group) => sum.Add(group));
    }

    private void Add(PlanOutcome outcome)
    {
        Groups.AddRange(outcome.Groups);
        _mustStay.UnionWith(outcome.Verdicts.Where(static one => one.MustStay).Select(static one => one.Copy));

        // A choice about objects cannot make a file go, nor the other way round.
        _mustStay.UnionWith((outcome.Objects?.Keep ?? []).Where(static copy => !copy.IsObject));
        _mustStay.UnionWith((outcome.Group?.Keep ?? []).Where(static copy => copy.IsObject));

        Folders.AddRange(outcome.Folders);
    }
}
