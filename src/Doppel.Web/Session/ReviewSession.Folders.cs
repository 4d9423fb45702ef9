using Doppel.Reports;

namespace Doppel.Web;

internal sealed partial class ReviewSession
{
    // Of each level below a folder of the map, those with the most bytes are shown.
    private static readonly int[] s_foldersInside = [60, 12, 6];

    private FolderSurvey? _survey;

    /// <summary>Returns a folder of the map.</summary>
    /// <param name="folder">The number of the folder; -1 for the only root, or the topmost folder.</param>
    /// <exception cref="RequestException">There is no such folder, or the search has not finished.</exception>
    internal FolderMapView MapAt(int folder)
    {
        FolderSurvey survey = Survey();
        FolderTree tree = survey.Tree;
        int top = TopOf(tree);
        int node = folder == -1 ? top : folder;
        if (node < 0 || node >= tree.Count)
        {
            throw RequestException.Missing("There is no such folder.");
        }

        List<int> above = [];
        for (int one = node; one != top && tree.ParentOf(one) >= 0;)
        {
            one = tree.ParentOf(one);
            above.Insert(0, one);
        }

        RuleChoice rules;
        lock (_lock)
        {
            rules = _choices.Rules;
        }

        (long version, IReadOnlyList<CopyMark>? marks) = MarksFor(survey);
        int[] going = tree.CopiesBelow(survey.Store, copy => marks is not null && Goes(marks[copy]));
        return new FolderMapView(version, Share(node, 0), [.. above.Select(one => Share(one, s_foldersInside.Length))]);

        FolderShare Share(int one, int level)
        {
            ReportName path = tree.PathOf(one);
            int[] inside = level == s_foldersInside.Length
                ? []
                : [.. tree.ChildrenOf(one).OrderByDescending(tree.BytesOf).ThenBy(tree.PathOf)];
            int shown = Math.Min(inside.Length, s_foldersInside.ElementAtOrDefault(level));
            return new(
                one, ShownText.Of(path), tree.CopiesOf(one), going[one], tree.BytesOf(one), tree.OwnBytesOf(one),
                rules.UseOf(path), [.. inside.Take(shown).Select(child => Share(child, level + 1))],
                inside.Length - shown);
        }
    }

    /// <summary>Adds a folder of the map to the rules, or takes it out.</summary>
    /// <param name="folder">The number of the folder.</param>
    /// <param name="use">What happens to the copies in the folder; null if it has no rule of its own.</param>
    /// <exception cref="RequestException">There is no such folder, or other work is in progress.</exception>
    internal void UseMapFolder(int folder, FolderUse? use)
    {
        ReportName path = MapPath(folder);
        if (path.IsEmpty)
        {
            throw RequestException.Conflict("There can be no rule for all folders.");
        }

        UseFolder(path, use);
    }

    /// <summary>Returns the path of a folder of the map.</summary>
    /// <exception cref="RequestException">There is no such folder.</exception>
    internal ReportName MapPath(int folder)
    {
        FolderTree tree = Survey().Tree;
        return folder >= 0 && folder < tree.Count
            ? tree.PathOf(folder)
            : throw RequestException.Missing("There is no such folder.");
    }

    /// <summary>Returns all pairs of folders with files in common.</summary>
    internal PairsView Pairs()
    {
        FolderSurvey survey = Survey();
        (long version, IReadOnlyList<CopyMark>? marks) = MarksFor(survey);
        return new PairsView(
            version, survey.Version,
            [.. Enumerable.Range(0, survey.Pairs.Count).Select(pair => ViewOf(survey, pair, marks, null))]);
    }

    /// <summary>Returns a pair, with the number of all files in both folders. Lists the folders.</summary>
    /// <exception cref="RequestException">There is no such pair.</exception>
    internal PairView Pair(int pair)
    {
        FolderSurvey survey = Survey();
        FolderPair known = KnownPair(survey, pair);
        long first = FileCount.Of(_engine.Volume, survey.Tree.PathOf(known.First));
        long second = FileCount.Of(_engine.Volume, survey.Tree.PathOf(known.Second));
        return ViewOf(survey, pair, MarksFor(survey).Marks, (first, second));
    }

    /// <summary>
    /// Decides all groups of a pair at once: copies in the one folder stay, those in the other one go, and copies
    /// elsewhere remain as they are.
    /// </summary>
    /// <param name="pair">The number of the pair.</param>
    /// <param name="number">The number of the survey in which it had this number.</param>
    /// <param name="keepsFirst">
    /// Whether the copies in the first folder stay, rather than those in the second one.
    /// </param>
    /// <exception cref="RequestException">There is no such pair, or other work is in progress.</exception>
    internal void ChoosePair(int pair, long number, bool keepsFirst)
    {
        FolderSurvey survey = Survey();
        lock (_lock)
        {
            RefuseIfBusy();
            if (survey.Version != number || survey != _survey)
            {
                throw RequestException.Conflict("The folders have changed since they were shown. Look at them again.");
            }

            (GroupStore store, PlanBoard board) = Loaded;
            FolderPair known = KnownPair(survey, pair);
            (int kept, int cleared) = keepsFirst ? (known.First, known.Second) : (known.Second, known.First);
            var choices = new List<(int Group, int[]? Stay)>();
            foreach (int group in known.Groups)
            {
                int[] stay =
                [
                    .. store.OnDisks(group).Where(copy => survey.IsAnyIn(copy, kept, cleared)
                        || (!survey.AreAllIn(copy, cleared, kept) && !Goes(board.MarkOf(copy)))),
                ];
                if (stay.Any(copy => board.MarkOf(copy) != CopyMark.Gone))
                {
                    choices.Add((group, stay));
                }
            }

            string path = ShownText.Of(survey.Tree.PathOf(kept));
            _choices.Choose($"keep {path} of two folders", choices);
            Chosen();
            Replan([.. choices.Select(static one => one.Group)]);
        }
    }

    private static bool Goes(CopyMark mark) => mark is CopyMark.Goes or CopyMark.InFolder;

    private static FolderPair KnownPair(FolderSurvey survey, int pair) => pair >= 0 && pair < survey.Pairs.Count
        ? survey.Pairs[pair]
        : throw RequestException.Missing("There is no such pair of folders.");

    // A root alone is where the map begins.
    private int TopOf(FolderTree tree) =>
        RootsOf() is [ReportName root] && tree.Find(root) is >= 0 and int top ? top : 0;

    private ReportName[] RootsOf() =>
    [
        .. _engine.RootsOnDisks.Select(_engine.Basis.ToAbsolute)
            .Select(static root => root.Bytes.EndsWith("/"u8) ? new ReportName(root.Bytes[..^1].ToArray()) : root),
    ];

    // Made anew after files have gone or come back. Choices do not change it.
    private FolderSurvey Survey()
    {
        GroupStore store;
        HashSet<int> gone;
        long version;
        lock (_lock)
        {
            store = Loaded.Store;
            gone = [.. _gone.Copies];
            version = _version;
            if (_survey is { } known && known.Store == store && known.Gone.SetEquals(gone))
            {
                return known;
            }
        }

        var tree = new FolderTree(store, copy => !gone.Contains(copy));
        var survey = new FolderSurvey(
            version, store, gone, tree, FolderPairs.Of(store, tree, RootsOf(), copy => !gone.Contains(copy)));
        lock (_lock)
        {
            // Another request may have been faster. The page has the number of that survey.
            if (_survey is { } other && other.Store == store && other.Gone.SetEquals(gone))
            {
                return other;
            }

            _survey = survey;
        }

        return survey;
    }

    // Adding up a million copies takes half a second, in which others must not wait for the lock.
    private (long Version, IReadOnlyList<CopyMark>? Marks) MarksFor(FolderSurvey survey)
    {
        lock (_lock)
        {
            return (_version, survey.Store == _loaded?.Store ? _board!.AllMarks() : null);
        }
    }

    private static PairView ViewOf(
        FolderSurvey survey, int pair, IReadOnlyList<CopyMark>? marks, (long First, long Second)? files)
    {
        FolderPair known = KnownPair(survey, pair);
        return new PairView(
            pair, known.Groups.Count, known.Bytes, SideOf(known.First, known.Second, files?.First ?? -1),
            SideOf(known.Second, known.First, files?.Second ?? -1));

        PairSide SideOf(int folder, int other, long all)
        {
            int[] copies =
            [
                .. known.Groups.SelectMany(survey.Store.OnDisks)
                    .Where(copy => !survey.Gone.Contains(copy) && survey.IsAnyIn(copy, folder, other)),
            ];
            int going = marks is null ? 0 : copies.Count(copy => Goes(marks[copy]));
            return new PairSide(ShownText.Of(survey.Tree.PathOf(folder)), copies.Length, going, all);
        }
    }

    /// <summary>The folders of the copies that are there.</summary>
    /// <param name="Version">The version of the state when it was made, which is its number.</param>
    /// <param name="Store">The groups.</param>
    /// <param name="Gone">The copies that have gone.</param>
    /// <param name="Tree">The folders.</param>
    /// <param name="Pairs">Those with files in common.</param>
    private sealed record FolderSurvey(
        long Version, GroupStore Store, HashSet<int> Gone, FolderTree Tree, IReadOnlyList<FolderPair> Pairs)
    {
        // Of two folders one may be in the other: what is in the inner one is not in the outer one. A file with several
        // names can be in both.
        internal bool IsAnyIn(int copy, int folder, int other) =>
            Tree.NodesOf(Store, copy).Any(node => IsIn(node, folder, other));

        // A copy goes with all its names, so one of them elsewhere keeps it.
        internal bool AreAllIn(int copy, int folder, int other) =>
            Tree.NodesOf(Store, copy).All(node => IsIn(node, folder, other));

        private bool IsIn(int node, int folder, int other) =>
            Tree.IsWithin(node, folder) && !(Tree.IsWithin(other, folder) && Tree.IsWithin(node, other));
    }
}
