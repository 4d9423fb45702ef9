using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <content>Groups of folders. Their numbers follow those of the groups of files.</content>
internal sealed partial class ReviewSession
{
    private FolderBoard _folders = new([]);

    /// <summary>Returns a part of the groups of folders, and how many there are.</summary>
    /// <param name="from">The place of the first one, from 0.</param>
    /// <param name="count">The number of groups, at most <see cref="RowsMax"/>.</param>
    internal FolderGroupsView FolderGroups(int from, int count)
    {
        lock (_lock)
        {
            int[] left = [.. _folders.Left];
            return new FolderGroupsView(
                _version, left.Length,
                [.. left.Skip(Math.Max(0, from)).Take(Math.Min(count, RowsMax)).Select(FolderGroupOf)]);
        }
    }

    // Of the copies that are gone, those that did not go with a folder.
    private int OutsideFolders(IEnumerable<int> copies) => copies.Count(
        copy => !_folders.IsInGone(Loaded.Store.Names.PathOf(Loaded.Store.NamesOf(copy).First)));

    private FolderGroupView FolderGroupOf(int index)
    {
        FolderGroup group = _folders.Groups[index];
        int number = Loaded.Store.Groups + index;
        return new FolderGroupView(
            number, Words.Of(group.Match), group.Content.Files, group.Content.Bytes, group.RedundantBytes,
            _choices.StayOf(number) is not null, _folders.ReasonOf(index),
            [
                .. group.Folders.Select((folder, place) =>
                {
                    (CopyMark mark, string why) = _folders.MarkOf(index, place);
                    return new FolderMarkView(
                        ShownText.Of(folder.Name), mark, Words.Of(_folders.GoneBy(folder.Name)), why);
                }),
            ]);
    }

    private void ChooseFolders(int number, IReadOnlyList<int>? stay)
    {
        int index = number - Loaded.Store.Groups;
        FolderGroup group = index < _folders.Groups.Count
            ? _folders.Groups[index]
            : throw RequestException.Missing("There is no such group.");
        bool isValid = stay is null || (stay.All(place => place >= 0 && place < group.Folders.Count)
            && stay.Any(place => _folders.GoneBy(group.Folders[place].Name) is null));
        if (!isValid)
        {
            throw RequestException.Bad("Keep at least one folder of the group.");
        }

        string name = ShownText.Of(group.Folders[0].Name);
        _choices.Choose(
            stay is null ? $"rules for {name}" : $"choice for {name}", [(number, stay?.Order().ToArray())]);
        Chosen();
        PlanAgain([number]);
    }

    // Files in folders that go are not planned again, so a choice about folders concerns all groups.
    private void PlanAgain(IReadOnlyList<int>? groups)
    {
        if (groups is null || groups.Any(number => number >= Loaded.Store.Groups))
        {
            Start(ActivityKind.Plan, activity => PlanAll(activity, CancellationToken.None));
        }
        else
        {
            Replan(groups);
        }
    }

    // The copies that are gone once all files in folders are, by their names.
    private static Dictionary<ReportName, int> InFolders(GroupStore store, IReadOnlyList<PlanFolder> folders)
    {
        var numbers = new Dictionary<ReportName, int>();
        HashSet<ReportName> going = [.. folders.Select(static folder => folder.Name)];
        bool[] isGoing =
        [
            .. Enumerable.Range(0, going.Count > 0 ? store.Names.FolderCount : 0)
                .Select(folder => IsIn(store.Names.Folder(folder), going)),
        ];
        for (int copy = 0; copy < store.Copies && going.Count > 0; copy++)
        {
            if (store.NamesOf(copy).All().All(name => isGoing[store.Names.FolderOf(name)]))
            {
                foreach (int name in store.NamesOf(copy).All())
                {
                    numbers.TryAdd(store.Names.PathOf(name), copy);
                }
            }
        }

        return numbers;
    }

    private static bool IsIn(ReportName path, HashSet<ReportName> folders)
    {
        while (!path.IsEmpty && !folders.Contains(path))
        {
            path = FolderBoard.Above(path);
        }

        return !path.IsEmpty;
    }

    // Reads the folders, which can take long, and therefore without the lock.
    private void PlanFolders(Planner planner, CancellationToken stop)
    {
        FolderBoard board = _folders;
        var plans = new Dictionary<int, FolderPlan>();
        foreach (int index in board.Order)
        {
            if (stop.IsCancellationRequested)
            {
                break;
            }

            IReadOnlyList<int>? stay;
            lock (_lock)
            {
                stay = _choices.StayOf(Loaded.Store.Groups + index);
            }

            plans[index] = board.Plan(index, planner, stay);
        }

        // Half a plan would let files stay that go with their folders.
        lock (_lock)
        {
            board.Show(plans.Count == board.Groups.Count
                ? [.. plans.OrderBy(static plan => plan.Key).Select(static plan => plan.Value)]
                : board.Plans);
        }
    }
}
