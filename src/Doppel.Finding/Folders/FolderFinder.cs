using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// Finds duplicate, contained and empty folders from the groups of a search, without reading any content.
/// </summary>
internal sealed class FolderFinder : IDisposable
{
    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly GroupTable _groups;
    private readonly FolderTable _folders;
    private readonly FolderLeaves _leaves;
    private readonly FindOptions _options;

    private FolderFinder(Candidates candidates, GroupTable groups, FolderNotes[] notes, FindOptions options)
    {
        (_tree, _copies, _groups, _options) = (candidates.Copies.Tree, candidates.Copies, groups, options);
        _folders = new FolderTable(_tree, notes);
        _leaves = new FolderLeaves(_tree, _folders, notes, candidates.Repeated);
    }

    /// <summary>
    /// Finds the folders that were requested, and removes from the groups every file in a folder that another folder
    /// represents.
    /// </summary>
    /// <param name="candidates">The copies.</param>
    /// <param name="groups">The groups.</param>
    /// <param name="notes">What the scan recorded about folders. Disposed.</param>
    /// <param name="finalCheck">Checks files once more that are in no group but have several names.</param>
    /// <param name="options">What was requested.</param>
    internal static FolderResult Run(
        Candidates candidates, GroupTable groups, FolderNotes[] notes, FinalCheck finalCheck, FindOptions options)
    {
        if (options.Folders == FolderMatching.Off)
        {
            return FolderResult.None;
        }

        using var finder = new FolderFinder(candidates, groups, notes, options);
        FolderResult folders = finder.Run(finalCheck);
        Array.ForEach(notes, static note => note.Dispose());
        return folders;
    }

    public void Dispose()
    {
        _folders.Dispose();
        _leaves.Dispose();
    }

    private FolderResult Run(FinalCheck finalCheck)
    {
        using NativeList<int> linked = LinkedAlone();
        finalCheck.Confirm(linked, null);
        AddContents(linked.Span);
        _leaves.Complete(_options.Folders == FolderMatching.ByName);
        using var totals = new FolderTotals(_tree, _folders, _leaves);
        using var classes = new FolderClasses(
            _folders, _leaves, totals, _options.Folders == FolderMatching.ByName);
        using var names = new ContentNames(_leaves);
        using var search = new FolderSearch(_tree, _folders, _leaves, totals, classes, names, _options);
        search.Run();
        using var leaving = new LeftOutNames(_tree, _copies, _folders, search);
        leaving.Run(_groups, linked.Span);
        return ToResult(search, totals, leaving);
    }

    // Copies in no group that have several names: their own names are duplicates of each other.
    private NativeList<int> LinkedAlone()
    {
        using var isGrouped = new NativeBits(_copies.Count);
        foreach (GroupRow group in _groups.Groups)
        {
            foreach (int copy in _groups.MembersOf(group))
            {
                if (copy != FinalCheck.Dropped)
                {
                    isGrouped.Set(copy);
                    foreach (int merged in _copies.MergedInto(copy))
                    {
                        isGrouped.Set(merged);
                    }
                }
            }
        }

        var linked = new NativeList<int>();
        for (int copy = 0; copy < _copies.Count; copy++)
        {
            if (_copies.NamesOf(copy).Length > 1 && !isGrouped[copy] && _copies.States[copy] != CopyState.Failed)
            {
                linked.Add(copy);
            }
        }

        return linked;
    }

    private void AddContents(ReadOnlySpan<int> linked)
    {
        foreach (GroupRow group in _groups.Groups)
        {
            int content = _leaves.AddContent(isHashed: group.Proof != Proof.Bytes);
            foreach (int copy in _groups.MembersOf(group))
            {
                AddNames(copy, content);
            }
        }

        foreach (int copy in linked)
        {
            AddNames(copy, _leaves.AddContent());
        }
    }

    private void AddNames(int copy, int content)
    {
        if (copy == FinalCheck.Dropped)
        {
            return;
        }

        AddOwnNames(copy, content);
        if (_copies.AnyMerged)
        {
            foreach (int merged in _copies.MergedInto(copy))
            {
                AddOwnNames(merged, content);
            }
        }
    }

    private void AddOwnNames(int copy, int content)
    {
        foreach (int name in _copies.NamesOf(copy))
        {
            if (name >= 0 && !_tree.MarkOf(new PathId(name)).IsFollowedLink)
            {
                _leaves.Add(new PathId(name), content);
            }
        }
    }

    private FolderResult ToResult(FolderSearch search, FolderTotals totals, LeftOutNames leaving)
    {
        List<ReportFolderGroup> groups = [];
        List<ReportContainedFolder> contained = [];
        foreach (int number in LargestFirst(search, totals))
        {
            FolderFind find = search.Finds[number];
            int[] members = search.Members.Span.Slice(find.First, find.Count).ToArray();
            long redundant = leaving.RedundantBytesOf(number);
            FolderContent content = ContentOf(members[^1], totals);
            if (find.IsContained)
            {
                contained.Add(new ReportContainedFolder
                {
                    Folder = ToReport(members[1]),
                    Container = ToReport(members[0]),
                    Content = content,
                    RedundantBytes = redundant,
                });
                continue;
            }

            groups.Add(new ReportFolderGroup
            {
                Match = _options.Folders == FolderMatching.ByName ? FolderMatch.Name : FolderMatch.Content,
                Folders = Array.ConvertAll(members, ToReport),
                Content = content,
                RedundantBytes = redundant,
            });
        }

        return new FolderResult(groups, contained, EmptyFolders(search, totals));
    }

    // Ordered by the size of each folder, then by the first of the identical folders or by the contained one.
    private static int[] LargestFirst(FolderSearch search, FolderTotals totals)
    {
        int[] numbers = [.. Enumerable.Range(0, search.Finds.Count)];
        Array.Sort(numbers, (left, right) =>
        {
            int a = KeyOf(search, left);
            int b = KeyOf(search, right);
            int byBytes = totals.BytesOf(b).CompareTo(totals.BytesOf(a));
            return byBytes != 0 ? byBytes : a.CompareTo(b);
        });
        return numbers;
    }

    private static int KeyOf(FolderSearch search, int number)
    {
        FolderFind find = search.Finds[number];
        return search.Members[find.First + (find.IsContained ? 1 : 0)];
    }

    private List<ReportFolder> EmptyFolders(FolderSearch search, FolderTotals totals)
    {
        List<ReportFolder> empty = [];
        for (int folder = 0; folder < _folders.Count;)
        {
            bool isOne = totals.IsEmpty(folder) && !_folders.IsMount(folder);
            if (isOne && search.GoneBy(folder) < 0)
            {
                empty.Add(ToReport(folder));
            }

            folder = isOne ? _folders.EndOf(folder) : folder + 1;
        }

        return empty;
    }

    private ReportFolder ToReport(int folder)
    {
        PathId path = _folders.PathOf(folder);
        return new ReportFolder(new ReportName(_tree.Render(path)), _tree.RootIndex(path));
    }

    private FolderContent ContentOf(int folder, FolderTotals totals)
    {
        bool isHashed = false;
        for (int leaf = _leaves.StartOf(folder); leaf < _leaves.StartOf(_folders.EndOf(folder)) && !isHashed; leaf++)
        {
            isHashed = _leaves.IsHashed(leaf);
        }

        return new FolderContent(
            totals.BytesOf(folder), totals.FilesOf(folder), totals.EntriesOf(folder),
            isHashed ? Proof.Digest : Proof.Bytes);
    }
}

/// <summary>The folders that were found, in report order.</summary>
internal sealed record FolderResult(
    IReadOnlyList<ReportFolderGroup> Groups,
    IReadOnlyList<ReportContainedFolder> Contained,
    IReadOnlyList<ReportFolder> Empty)
{
    internal static FolderResult None { get; } = new([], [], []);

    /// <summary>Returns the totals.</summary>
    /// <param name="references">The number of first roots that are references, whose folders all stay.</param>
    internal ReportFolderTotals ToTotals(int references) => new()
    {
        Groups = Groups.Count,
        RedundantFolders = Groups.Sum(group => group.Folders.Skip(1).LongCount(folder => folder.Root >= references)),
        Contained = Contained.Count,
        Empty = Empty.Count,
        RedundantBytes = Groups.Sum(group => group.RedundantBytes) + Contained.Sum(item => item.RedundantBytes),
    };
}
