using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Web;

internal sealed partial class ReviewSession
{
    /// <summary>The number of groups that one request lists.</summary>
    internal const int RowsMax = 500;

    private const int ReasonsMax = 12;

    /// <summary>Returns the state of everything but the groups.</summary>
    internal StateView State()
    {
        lock (_lock)
        {
            BoardTotals files = _board?.Totals ?? default;
            PlanSummary folders = _folders.Totals;
            return new StateView
            {
                Version = _version,
                Title = _engine.Title,
                Root = _engine.Root,
                IsReport = _engine.IsReport,
                CanShow = _engine.HasDesktop,
                Filters = _engine.Filters is { } filters ? FiltersView.Of(filters, _engine.RootNames) : null,
                Activity = _activity is { } activity ? ActivityView.Of(activity) : null,
                Found = _loaded is { } loaded
                    ? FoundView.Of(
                        loaded, _board!.Parts.Count, OutsideFolders(_gone.Copies) + _folders.GoneFiles(action: null),
                        OutsideFolders(_gone.By(ActionKind.Trash)) + _folders.GoneFiles(ActionKind.Trash),
                        _folders.Left.Count())
                    : null,
                Rules = RulesView.Of(_choices.Rules, _engine.Basis.Rules),
                Plan = new PlanView(
                    files.Groups, folders.Folders, files.Files + folders.Files, files.Names + folders.Names,
                    files.FreedBytes + folders.FreedBytes, files.Skipped, _choices.HandCount),
                Reasons = _activity is null ? [.. _board?.Reasons().Take(ReasonsMax) ?? []] : [],
                UndoChoice = _choices.UndoLabel,
                UndoRun = _choices.UndoRun is { } step ? RunStepView.Of(step) : null,
                RedoChoice = _choices.RedoLabel,
                Proposal = _proposal is { } proposal ? ProposalView.Of(proposal) : null,
                LastRun = _lastRun is { } run ? RunView.Of(run) : null,
                Unfinished = _unfinished,
                Notes =
                [
                    .. (_loaded?.Notices ?? []).Select(static notice => notice.Text), .. _notes,
                    .. _saveFailure is { } failure ? (string[])[failure] : [],
                ],
                IsRestored = _isRestored,
                Failure = _failure,
            };
        }
    }

    /// <summary>Returns a part of the runs in the journals, newest first.</summary>
    /// <param name="from">The place of the first run, from 0.</param>
    /// <param name="count">The number of runs, at most <see cref="RowsMax"/>.</param>
    internal HistoryView History(int from, int count) => _engine.History(Math.Max(0, from), Math.Min(count, RowsMax));

    /// <summary>Returns what an undo of a run would restore. Looks at the files.</summary>
    /// <exception cref="RequestException">There is no such run.</exception>
    internal UndoView Survey(string run, CancellationToken stop) =>
        _engine.Survey(run, stop) ?? throw RequestException.Missing("There is no such run.");

    /// <summary>Returns a part of the list of groups, and how many there are.</summary>
    /// <param name="query">Which groups, and in which order.</param>
    /// <param name="from">The place of the first row, from 0.</param>
    /// <param name="count">The number of rows, at most <see cref="RowsMax"/>.</param>
    internal RowsView Rows(GroupQuery query, int from, int count)
    {
        lock (_lock)
        {
            if (_loaded is null || _board is null)
            {
                return new RowsView(_version, 0, []);
            }

            int[] groups = View(query);
            return new RowsView(
                _version, groups.Length,
                [.. groups.Skip(Math.Max(0, from)).Take(Math.Min(count, RowsMax)).Select(RowOf)]);
        }
    }

    /// <summary>Returns a group with its copies.</summary>
    /// <exception cref="RequestException">There is no such group.</exception>
    internal GroupView Group(int group)
    {
        lock (_lock)
        {
            (GroupStore store, PlanBoard board) = Loaded;
            if (group < 0 || group >= store.Groups)
            {
                throw RequestException.Missing("There is no such group.");
            }

            Dictionary<ReportName, int> ofParts = board.Parts.PartsOf(group)
                .SelectMany(part => board.NumbersOf(store.CopiesOf(part))).ToDictionary();
            return new GroupView(
                RowOf(group), _version, Words.Of(store.ProofOf(group)), board.ReasonOf(group),
                [
                    .. store.CopiesOf(group).All().OrderBy(store.IsSaved)
                        .Select(copy => CopyOf(store, board, copy, ofParts)),
                ]);
        }
    }

    /// <summary>Returns where a copy was found, and how it was.</summary>
    /// <exception cref="RequestException">There is no such copy.</exception>
    internal FoundFile File(int copy)
    {
        lock (_lock)
        {
            GroupStore store = Loaded.Store;
            if (copy < 0 || copy >= store.Copies)
            {
                throw RequestException.Missing("There is no such file.");
            }

            if (store.IsSaved(copy))
            {
                throw RequestException.Missing("A file on a saved volume cannot be opened.");
            }

            (ulong device, ulong inode) = store.IdentityOf(copy);
            return new FoundFile(
                store.Names.PathOf(store.NamesOf(copy).First), store.FileSizeOf(copy), store.ModifiedOf(copy), device,
                inode);
        }
    }

    /// <summary>Shows a copy in the file manager of the desktop.</summary>
    /// <exception cref="RequestException">There is no such copy, no desktop, or no file manager.</exception>
    internal void Show(int copy)
    {
        FoundFile found = File(copy);
        if (!_engine.HasDesktop)
        {
            throw RequestException.Conflict("There is no desktop here. Copy the path instead.");
        }

        Desktop.Show(found.Path);
    }

    /// <summary>
    /// Returns the tags that differ between the copies of a group, and what becomes of those of copies that go. Reads
    /// the files.
    /// </summary>
    /// <exception cref="RequestException">There is no such group, or its files are identical.</exception>
    internal TagTable Tags(int group)
    {
        (int Copy, int Content)[] copies;
        PlannedTags? plan;
        lock (_lock)
        {
            (GroupStore store, PlanBoard board) = Loaded;
            if (group < 0 || group >= store.Groups || store.TwinFormatOf(group) is null)
            {
                throw RequestException.Missing("There is no such group of media.");
            }

            copies =
            [
                .. store.CopiesOf(group).All().Zip(store.TwinContentsOf(group))
                    .Where(copy => board.MarkOf(copy.First) != CopyMark.Gone && !store.IsSaved(copy.First)),
            ];
            using Planner planner = NewPlanner(_folders.Going, _folders.GoingFiles);
            plan = board.TagsOf(group, planner, _choices.StayOf(group));
        }

        return TagTable.Of(_engine.Volume, copies, File, plan);
    }

    // While groups are planned, the list keeps its order and only marks change.
    private int[] View(GroupQuery query)
    {
        if (_view is not { } view || view.Query != query || view.Version != _version)
        {
            int[] groups = query.Select(
                _loaded!.Store, group => _board!.StandingOf(group, _choices.StayOf(group) is not null),
                _board!.Parts.PartsOf);
            view = (query, _version, groups);
            _view = view;
        }

        return view.Groups;
    }

    private RowView RowOf(int group)
    {
        (GroupStore store, PlanBoard board) = Loaded;
        CopyRange copies = store.CopiesOf(group);
        int left = copies.All().Count(copy => board.MarkOf(copy) != CopyMark.Gone);
        int[] onDisks = [.. store.OnDisks(group)];
        int shown = onDisks.FirstOrDefault(
            copy => board.MarkOf(copy) is CopyMark.Stays or CopyMark.MustStay, onDisks.FirstOrDefault(copies.First));
        int name = store.NamesOf(shown).First;
        int[] parts = [.. board.Parts.PartsOf(group)];
        return new RowView
        {
            Group = group,
            Size = store.SizeOf(group),
            Copies = left,
            Going = board.GoingOf(group),
            RedundantBytes = store.RedundantOf(group) + parts.Sum(store.RedundantOf),
            FreedBytes = store.FreedOf(group) + parts.Sum(store.FreedOf),
            Kind = store.KindOf(group),
            ByHand = _choices.StayOf(group) is not null,
            Shown = shown,
            Twins = store.TwinFormatOf(group),
            Saved = copies.Count - onDisks.Length,
            Parts = [.. parts.Select(part => FirstNameOf(store, part))],
            Name = ShownText.Of(store.Names.LastOf(name)),
            Folder = ShownText.Of(store.Names.Folder(store.Names.FolderOf(name))),
        };
    }

    private static string FirstNameOf(GroupStore store, int group) =>
        ShownText.Of(store.Names.LastOf(store.NamesOf(store.CopiesOf(group).First).First));

    private CopyView CopyOf(
        GroupStore store, PlanBoard board, int copy, Dictionary<ReportName, int> ofParts) => new(
        copy, board.MarkOf(copy), Words.Of(_gone.ActionOf(copy)), board.WhySkipped(copy), store.FileSizeOf(copy),
        store.ModifiedOf(copy).Seconds, store.LinksOf(copy),
        _engine.SavedVolumeOf(store.Names.PathOf(store.NamesOf(copy).First)) is { } volume
            ? new SavedView(ShownText.Of(new ReportName(volume.Name)), volume.Made.Seconds)
            : null,
        [
            .. store.NamesOf(copy).All().Select(name => new NameView(
                ShownText.Of(store.Names.LastOf(name)), ShownText.Of(store.Names.Folder(store.Names.FolderOf(name))),
                store.Names.FolderOf(name))),
        ],
        ShownText.LastOf(board.CompanionsOf(copy)?.Main ?? default),
        [
            .. (board.CompanionsOf(copy)?.Own ?? []).Select(companion => new CompanionView(
                ShownText.LastOf(companion.Name), SizeOf(companion.Name), companion.Goes,
                ShownText.LastOf(companion.Target),
                ofParts.TryGetValue(companion.Name, out int part) ? part : null)),
        ]);

    private long SizeOf(ReportName path) => _engine.Volume.Stat(
        FolderHandle.None, path.Bytes, LinkPolicy.Stay, FactFields.Size, out FileFacts facts).Failed ? -1 : facts.Size;
}
