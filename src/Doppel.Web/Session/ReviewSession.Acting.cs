using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

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
    /// <param name="action">What is done with the copies that go.</param>
    /// <exception cref="RequestException">
    /// It is not the plan that is shown, the action is impossible, or other work is in progress.
    /// </exception>
    internal void Act(string id, PageAction action)
    {
        Proposal proposal;
        ActionOffer offer;
        lock (_lock)
        {
            RefuseIfBusy();
            proposal = _proposal is { } shown && shown.Id == id
                ? shown
                : throw RequestException.Conflict("The plan has changed since it was shown. Look at it again.");
            offer = proposal.Offers.FirstOrDefault(one => Words.Of(one.Action) == action)
                ?? throw RequestException.Bad("The plan has no such action.");
            if (offer.WhyNot is { } reason)
            {
                throw RequestException.Conflict($"The action is {reason}.");
            }

            if (_unfinished.Count > 0)
            {
                throw RequestException.Conflict("Finish or undo the interrupted run first.");
            }
        }

        Start(ActivityKind.Act, activity => Act(proposal, offer, activity), offer.Action);
    }

    /// <summary>Reverses a run of the journals.</summary>
    /// <exception cref="RequestException">The run has nothing to undo, or other work is in progress.</exception>
    internal void Undo(string id)
    {
        bool canBeUndone = _engine.Find(id) is { CanBeUndone: true };
        bool isOwn;
        lock (_lock)
        {
            RefuseIfBusy();
            if (!canBeUndone)
            {
                throw RequestException.Missing("There is no such run, or nothing of it is left to undo.");
            }

            isOwn = _ownRuns.Contains(id);
        }

        Start(ActivityKind.Undo, activity => Undo(id, isOwn, activity));
    }

    /// <summary>Finishes an interrupted run.</summary>
    /// <exception cref="RequestException">The run is not interrupted, or other work is in progress.</exception>
    internal void Resume(string id)
    {
        bool canBeResumed = _engine.Find(id) is { CanBeResumed: true };
        lock (_lock)
        {
            RefuseIfBusy();
            if (!canBeResumed)
            {
                throw RequestException.Missing("There is no interrupted run with this id.");
            }
        }

        Start(ActivityKind.Resume, activity => Resume(id, activity));
    }

    /// <summary>Notes that the user has closed the result of the last run.</summary>
    internal void CloseResult()
    {
        lock (_lock)
        {
            if (_lastRun is { } run)
            {
                run.IsClosed = true;
                Volatile.Write(ref _version, _version + 1);
            }
        }
    }

    private void MakeProposal(Activity activity)
    {
        (GroupStore store, PlanBoard board) = Loaded;
        var groups = new List<(int Number, PlanGroup Plan)>();
        activity.Expect(store.Groups);
        using Planner planner = NewPlanner([], []);
        PlanFolders(planner, activity.Stop);
        for (int group = 0; group < store.Groups && !activity.Stop.IsCancellationRequested; group++)
        {
            lock (_lock)
            {
                groups.AddRange(board.Plan(group, planner, _choices.StayOf(group)).Select(
                    plan => (plan.IsOfCompanions ? Proposal.OfNoGroup : group, plan)));
            }

            activity.Count();
        }

        lock (_lock)
        {
            groups.AddRange(_folders.GoingFiles.Select(static plan => (Proposal.OfNoGroup, plan)));
            KeepRules rules = _choices.Rules.On(_engine.Basis.Rules, _engine.Volume);
            IReadOnlyList<ActionOffer> offers = _engine.Offers(
                [.. groups.Select(static one => one.Plan)], _folders.Going, rules,
                planner.Summary.Refusals - board.Totals.InFolders);
            board.Parts.Join();
            Changed();
            _proposal = activity.Stop.IsCancellationRequested
                ? null
                : new Proposal(NewId(), groups, _folders.Going, rules, offers);
        }
    }

    private void Act(Proposal proposal, ActionOffer offer, Activity activity)
    {
        Dictionary<ReportName, int> numbers = NumbersOf(proposal);
        var folders = new ActedFolders(proposal.Folders);
        Dictionary<int, int> namesLeft = numbers.Values.CountBy(static copy => copy).ToDictionary();
        var report = new RunReport(ActivityKind.Act) { Action = offer.Action };
        lock (_lock)
        {
            _lastRun = report;
        }

        try
        {
            report.Id = _engine.Act(
                offer, proposal.Folders, proposal.Rules, activity.Act,
                result =>
                {
                    report.Add(result);
                    folders.Add(result);
                    if (result is { Status: ActStatus.Done or ActStatus.Idle, IsLink: false }
                        && numbers.TryGetValue(result.Name, out int copy) && --namesLeft[copy] == 0)
                    {
                        SetGone(result.Name, copy, offer.Action);
                    }
                },
                activity.Stop);
        }
        catch (UsageException failure)
        {
            report.Failure = failure.Message;
        }

        // What a stopped run has not come to has no results.
        lock (_lock)
        {
            _ownRuns.Add(report.Id);
            AddStep(report);
            if (!activity.Stop.IsCancellationRequested)
            {
                foreach (PlanFolder folder in folders.Done)
                {
                    _folders.SetGone(folder, offer.Action);
                }
            }
        }

        AfterRun(
            [.. proposal.Groups.Select(static one => one.Number).Where(static number => number != Proposal.OfNoGroup)],
            activity);
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
        catch (UsageException failure)
        {
            report.Failure = failure.Message;
        }

        lock (_lock)
        {
            if (report.Failure is null && !activity.Stop.IsCancellationRequested)
            {
                _choices.Remove(id);
            }
        }

        Returned(restored, activity, isOwn);
    }

    // Sharing blocks changes no file, so there is nothing to undo.
    private void AddStep(RunReport report)
    {
        lock (_lock)
        {
            if (report is { HasChanged: true, Id.Length: > 0, Action: { } action } && action != ActionKind.Reflink)
            {
                _choices.Remove(report.Id);
                _choices.Add(new ActedRun(report.Id, action, report.Done));
            }
        }
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
            report.Action = _engine.Resume(id, activity.Act, report.Add, activity.Stop);
            AddStep(report);
        }
        catch (UsageException failure)
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
            Load(GoOn(ActivityKind.Search));
            return;
        }

        int[] groups;
        lock (_lock)
        {
            GroupStore store = Loaded.Store;
            IReadOnlyCollection<int> copies = _gone.Restore(restored);
            _folders.Restore(restored);
            foreach (int copy in copies)
            {
                Loaded.Board.SetGone(copy, isGone: false);
                FindAgain(store, copy);
            }

            groups = [.. copies.Select(store.GroupOf).Distinct()];
        }

        AfterRun(groups, activity);
    }

    // A run changes what is in folders, so all groups of folders are planned again.
    private void AfterRun(IReadOnlyList<int> groups, Activity activity)
    {
        IReadOnlyList<string> unfinished = _engine.Unfinished();
        lock (_lock)
        {
            _unfinished = unfinished;
            if (_folders.Groups.Count == 0)
            {
                Replan(groups);
                return;
            }
        }

        PlanAll(activity, CancellationToken.None);
    }

    // A file that was deleted or replaced is another inode when it is back.
    private void FindAgain(GroupStore store, int copy)
    {
        ReportName path = store.Names.PathOf(store.NamesOf(copy).First);
        if (store.IdentityOf(copy) != default && !_engine.Volume.Stat(
            FolderHandle.None, path.Bytes, LinkPolicy.Stay, FactFields.Identity, out FileFacts facts).Failed)
        {
            store.SetIdentity(copy, facts.Device, facts.Inode);
        }
    }

    private void SetGone(ReportName name, int copy, ActionKind action)
    {
        lock (_lock)
        {
            _gone.Add(name, copy, action);
            Loaded.Board.SetGone(copy, isGone: true);
        }
    }

    private Dictionary<ReportName, int> NumbersOf(Proposal proposal)
    {
        GroupStore store = Loaded.Store;
        Dictionary<ReportName, int> numbers = InFolders(store, proposal.Folders);
        HashSet<ReportName> ofFolders = [.. proposal.Groups.Where(static one => one.Number == Proposal.OfNoGroup)
            .SelectMany(static one => one.Plan.Drop).SelectMany(static copy => copy.Names)];
        for (int copy = 0; copy < store.Copies && ofFolders.Count > 0; copy++)
        {
            foreach (ReportName path in store.NamesOf(copy).All().Select(store.Names.PathOf).Where(ofFolders.Contains))
            {
                numbers.TryAdd(path, copy);
            }
        }

        foreach ((int number, PlanGroup plan) in proposal.Groups.Where(static one => one.Number != Proposal.OfNoGroup))
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
