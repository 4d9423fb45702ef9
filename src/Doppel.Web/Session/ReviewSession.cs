using System.Security.Cryptography;
using Doppel.Acting;

namespace Doppel.Web;

/// <summary>
/// One review of duplicates: what was found, what was chosen, the plan that is shown, and what was done with it.
/// </summary>
/// <remarks>
/// Thread-safe. Long work runs on a thread of its own, one at a time, and takes the lock for one group at a time.
/// </remarks>
internal sealed partial class ReviewSession : IDisposable
{
    private readonly UiEngine _engine;
    private readonly Lock _lock = new();
    private readonly ManualResetEventSlim _idle = new(initialState: true);
    private readonly GoneCopies _gone = new();
    private readonly List<string> _notes = [];

    // The runs since the last search, whose copies are in the groups.
    private readonly HashSet<string> _ownRuns = [];
    private ChoiceBook _choices;
    private LoadedGroups? _loaded;
    private PlanBoard? _board;
    private IReadOnlyList<PlanLink> _links = [];
    private Activity? _activity;
    private Proposal? _proposal;
    private RunReport? _lastRun;
    private IReadOnlyList<string> _unfinished = [];
    private string? _failure;
    private (GroupQuery Query, long Version, int[] Groups)? _view;
    private long _version;
    private bool _isOver;

    /// <summary>Creates a session. Nothing is read before <see cref="Begin()"/>.</summary>
    internal ReviewSession(UiEngine engine)
    {
        _engine = engine;
        _choices = new ChoiceBook(new RuleChoice { Prefer = engine.Basis.Rules.Prefer }, []);
        _saver = new Timer(_ => Save());
    }

    /// <summary>Gets a number that grows with every change that the page shows, except for progress.</summary>
    internal long Version => Volatile.Read(ref _version);

    /// <summary>Gets whether work is in progress.</summary>
    internal bool IsBusy => !_idle.IsSet;

    /// <summary>Searches, or reads the report, and plans by the rules.</summary>
    /// <exception cref="RequestException">Other work is in progress.</exception>
    internal void Begin() => Start(ActivityKind.Search, Load);

    /// <summary>Searches with other filters.</summary>
    /// <exception cref="RequestException">The filters are not valid, or other work is in progress.</exception>
    internal void Begin(SearchFilters filters)
    {
        lock (_lock)
        {
            RefuseIfBusy();
            _engine.Use(filters);
            Begin();
        }
    }

    /// <summary>Asks the work in progress to end early.</summary>
    internal void Stop()
    {
        lock (_lock)
        {
            _activity?.Cancel();
        }
    }

    /// <summary>Waits until no work is in progress.</summary>
    internal void WaitUntilIdle() => _idle.Wait();

    /// <summary>Ends the work in progress and accepts no more.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isOver = true;
            _activity?.Cancel();
        }

        _idle.Wait();
        _saver.Dispose();
        Save();
    }

    private void Load(Activity activity)
    {
        LoadedGroups loaded = _engine.Load(activity.Find, activity.Stop);
        IReadOnlyList<PlanLink> links = loaded.IsComplete ? _engine.Links(activity.Stop) : [];
        lock (_lock)
        {
            ActedRun[] runs = [.. _choices.Runs];
            _choices = Restored(loaded);
            foreach (ActedRun run in runs.Except(_choices.Runs))
            {
                _choices.Add(run);
            }

            _ownRuns.Clear();
            (_loaded, _links, _board) = (loaded, links, new PlanBoard(loaded.Store));
            _folders = new FolderBoard(loaded.FolderGroups);
            _gone.Clear();
            _notes.Clear();
            _unfinished = _engine.Unfinished();
            Changed();
        }

        // What a search found before it was stopped is planned all the same.
        PlanAll(activity, CancellationToken.None);

        // Half of the memory is what reading and planning left behind, and the page can stay open for days.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive);
    }

    // Plans every group by the rules and choices as they are now.
    private void PlanAll(Activity activity, CancellationToken stop)
    {
        (GroupStore store, PlanBoard board) = Loaded;
        activity.Expect(store.Groups);
        using Planner planner = NewPlanner([], []);
        PlanFolders(planner, stop);
        for (int group = 0; group < store.Groups && !stop.IsCancellationRequested; group++)
        {
            lock (_lock)
            {
                board.Plan(group, planner, _choices.StayOf(group));
            }

            activity.Count();
        }

        string? unmatched = _engine.WhyUnmatched(planner);
        lock (_lock)
        {
            _notes.Clear();
            _notes.AddRange(unmatched is null ? [] : [unmatched]);
            _notes.AddRange(StateList.LeftOut(planner.StateGroups).Select(static notice => notice.Text));
            board.Parts.Join();
            Changed();
        }
    }

    // Names in these folders are left out, as if the planner had planned them.
    private Planner NewPlanner(IReadOnlyList<PlanFolder> removed, IReadOnlyList<PlanGroup> removedFiles)
    {
        lock (_lock)
        {
            return new Planner(_engine.Volume, _engine.Basis with
            {
                Rules = _choices.Rules.On(_engine.Basis.Rules, _engine.Volume),
                SymbolicLinks = _links,
                RemovedFolders = [.. removed.Select(static folder => folder.Name)],
                RemovedFiles =
                [
                    .. removedFiles.SelectMany(static group => group.Drop).SelectMany(static copy => copy.Names),
                ],
            });
        }
    }

    private (GroupStore Store, PlanBoard Board) Loaded => (_loaded, _board) is ({ } loaded, { } board)
        ? (loaded.Store, board)
        : throw RequestException.Conflict("The search has not finished yet.");

    // Every change outdates the plan that was shown.
    private void Changed()
    {
        _proposal = null;
        _view = null;
        Volatile.Write(ref _version, _version + 1);
    }

    private void Start(ActivityKind kind, Action<Activity> work, ActionKind? action = null)
    {
        lock (_lock)
        {
            if (_activity is not null || _isOver)
            {
                throw RequestException.Conflict("Other work is in progress. Wait until it has finished.");
            }

            _activity = new Activity(kind, action);
            _failure = null;
            _idle.Reset();
            Volatile.Write(ref _version, _version + 1);
        }

        var thread = new Thread(() => Run(work)) { IsBackground = true, Name = "ui " + kind };
        thread.Start();
    }

    // Goes on with work of another kind, which can be stopped on its own.
    private Activity GoOn(ActivityKind kind)
    {
        lock (_lock)
        {
            _activity!.Dispose();
            _activity = new Activity(kind, action: null);
            if (_isOver)
            {
                _activity.Cancel();
            }

            Volatile.Write(ref _version, _version + 1);
            return _activity;
        }
    }

    private void Run(Action<Activity> work)
    {
        string? failure = null;
        try
        {
            work(_activity!);
        }
        catch (UsageException reason)
        {
            failure = reason.Hint is null ? reason.Message : $"{reason.Message} ({reason.Hint})";
        }
        catch (RequestException reason)
        {
            failure = reason.Message;
        }
        catch (Exception defect) when (defect is not OutOfMemoryException)
        {
            failure = $"internal error: {defect}";
        }

        lock (_lock)
        {
            _failure = failure;
            _activity!.Dispose();
            _activity = null;
            Volatile.Write(ref _version, _version + 1);
            _idle.Set();
        }
    }

    private static string NewId() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
}
