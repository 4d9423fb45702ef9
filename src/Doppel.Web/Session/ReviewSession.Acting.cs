using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

internal sealed partial class ReviewSession
{
    /// <summary>Makes the plan that the user is asked about.</summary>
    /// <exception cref="RequestException">Other work is in progress.</exception>
    internal void Review() => Start(ActivityKind.Review, MakeProposal);

    /// <summary>Leaves the plan that was shown.</summary>
    internal void Withdraw()
    {
        lock (_lock)
        {
            RefuseIfBusy();
            _proposal = null;
            Volatile.Write(ref _version, _version + 1);
        }
    }

    /// <summary>Carries out the plan that was shown.</summary>
    /// <param name="id">The id of the plan.</param>
    /// <exception cref="RequestException">It is not the plan that is shown, or other work is in progress.</exception>
    internal void Trash(string id)
    {
        Proposal proposal;
        lock (_lock)
        {
            RefuseIfBusy();
            proposal = _proposal is { } shown && shown.Id == id
                ? shown
                : throw RequestException.Conflict("The plan has changed since it was shown. Look at it again.");
            if (_unfinished.Count > 0)
            {
                throw RequestException.Conflict("Finish or undo the interrupted run first.");
            }
        }

        Start(ActivityKind.Trash, activity => Trash(proposal, activity));
    }

    /// <summary>Reverses a run: the last one of this session, or an interrupted one.</summary>
    /// <exception cref="RequestException">There is no such run, or other work is in progress.</exception>
    internal void Undo(string id)
    {
        bool isOwn;
        lock (_lock)
        {
            RefuseIfBusy();
            isOwn = _lastRun is { IsUndone: false } last && last.Id == id;
            RefuseUnlessKnown(id, isOwn);
        }

        Start(ActivityKind.Undo, activity => Undo(id, isOwn, activity));
    }

    /// <summary>Finishes an interrupted run.</summary>
    /// <exception cref="RequestException">There is no such run, or other work is in progress.</exception>
    internal void Resume(string id)
    {
        lock (_lock)
        {
            RefuseIfBusy();
            RefuseUnlessKnown(id, isOwn: false);
        }

        Start(ActivityKind.Resume, activity => Resume(id, activity));
    }

    private void RefuseUnlessKnown(string id, bool isOwn)
    {
        if (!isOwn && !_unfinished.Contains(id))
        {
            throw RequestException.Missing("There is no such run.");
        }
    }

    private void MakeProposal(Activity activity)
    {
        (GroupStore store, PlanBoard board) = Loaded;
        var groups = new List<(int Number, PlanGroup Plan)>();
        activity.Expect(store.Groups);
        using Planner planner = NewPlanner();
        for (int group = 0; group < store.Groups && !activity.Stop.IsCancellationRequested; group++)
        {
            lock (_lock)
            {
                if (board.Plan(group, planner, _choices.StayOf(group)) is { } planned)
                {
                    groups.Add((group, planned));
                }
            }

            activity.Count();
        }

        PlanSummary summary = groups.Aggregate(
            new PlanSummary { Refusals = planner.Summary.Refusals }, static (sum, one) => sum.Add(one.Plan));
        lock (_lock)
        {
            KeepRules rules = _choices.Rules.On(_engine.Basis.Rules, _engine.Volume);
            IReadOnlyList<string> warnings = _engine.WarningsOf([.. groups.Select(static one => one.Plan)], rules);
            Changed();
            _proposal = activity.Stop.IsCancellationRequested
                ? null
                : new Proposal(NewId(), groups, rules, summary, warnings);
        }
    }

    private void Trash(Proposal proposal, Activity activity)
    {
        Dictionary<ReportName, int> numbers = NumbersOf(proposal.Groups);
        Dictionary<int, int> namesLeft = numbers.Values.CountBy(static copy => copy).ToDictionary();
        var report = new RunReport(ActivityKind.Trash);
        lock (_lock)
        {
            _lastRun = report;
        }

        try
        {
            report.Id = _engine.Trash(
                [.. proposal.Groups.Select(static one => one.Plan)], proposal.Rules, activity.Act,
                result =>
                {
                    report.Add(result);
                    if (result is { Status: ActStatus.Done, IsLink: false }
                        && numbers.TryGetValue(result.Name, out int copy) && --namesLeft[copy] == 0)
                    {
                        SetGone(result.Name, copy);
                    }
                },
                activity.Stop);
        }
        catch (Cli.UsageException failure)
        {
            report.Failure = failure.Message;
        }

        AfterRun([.. proposal.Groups.Select(static one => one.Number)]);
    }

    private void Undo(string id, bool isOwn, Activity activity)
    {
        var report = new RunReport(ActivityKind.Undo) { Id = id };
        var restored = new List<ReportName>();
        lock (_lock)
        {
            _lastRun = report;
        }

        try
        {
            report.IsUndone = _engine.Undo(
                id, activity.Act,
                result =>
                {
                    report.Add(result);
                    restored.AddRange(result.Status == ActStatus.Done ? [result.Name] : []);
                },
                activity.Stop);
        }
        catch (Cli.UsageException failure)
        {
            report.Failure = failure.Message;
        }

        Returned(restored, activity, isOwn);
    }

    private void Resume(string id, Activity activity)
    {
        var report = new RunReport(ActivityKind.Resume) { Id = id };
        lock (_lock)
        {
            _lastRun = report;
        }

        try
        {
            _engine.Resume(id, activity.Act, report.Add, activity.Stop);
        }
        catch (Cli.UsageException failure)
        {
            report.Failure = failure.Message;
        }

        Returned([], activity, isOwn: false);
    }

    // After a run of another session the files are not those that were found, so they are searched again.
    private void Returned(IReadOnlyList<ReportName> restored, Activity activity, bool isOwn)
    {
        if (!isOwn)
        {
            Load(activity);
            return;
        }

        int[] groups;
        lock (_lock)
        {
            GroupStore store = Loaded.Store;
            int[] copies = [.. restored.Where(_gone.ContainsKey).Select(name => _gone[name]).Distinct()];
            foreach (int copy in copies)
            {
                Loaded.Board.SetGone(copy, isGone: false);
            }

            foreach (ReportName name in restored)
            {
                _gone.Remove(name);
            }

            groups = [.. copies.Select(store.GroupOf).Distinct()];
        }

        AfterRun(groups);
    }

    private void AfterRun(IReadOnlyList<int> groups)
    {
        IReadOnlyList<string> unfinished = _engine.Unfinished();
        lock (_lock)
        {
            _unfinished = unfinished;
            Replan(groups);
        }
    }

    private void SetGone(ReportName name, int copy)
    {
        lock (_lock)
        {
            _gone[name] = copy;
            Loaded.Board.SetGone(copy, isGone: true);
        }
    }

    private Dictionary<ReportName, int> NumbersOf(IReadOnlyList<(int Number, PlanGroup Plan)> groups)
    {
        GroupStore store = Loaded.Store;
        var numbers = new Dictionary<ReportName, int>();
        foreach ((int number, PlanGroup plan) in groups)
        {
            HashSet<ReportName> going = [.. plan.Drop.SelectMany(static copy => copy.Names)];
            foreach (int copy in store.CopiesOf(number).All())
            {
                foreach (int name in store.NamesOf(copy).All())
                {
                    ReportName path = store.Names.PathOf(name);
                    if (going.Contains(path))
                    {
                        numbers.TryAdd(path, copy);
                    }
                }
            }
        }

        return numbers;
    }
}
