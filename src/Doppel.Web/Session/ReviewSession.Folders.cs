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

        Decisions decided = DecisionsFor(survey);
        int[] going = tree.CopiesBelow(survey.Store, copy => decided.Marks is { } marks && Goes(marks[copy]));
        return new FolderMapView(
            decided.Version, Share(node, 0), [.. above.Select(one => Share(one, s_foldersInside.Length))]);

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

    /// <summary>Returns the folders that are alike.</summary>
    internal AlikeList Alike()
    {
        FolderSurvey survey = Survey();
        Decisions decided = DecisionsFor(survey);
        return new AlikeList(
            decided.Version, survey.Version,
            [.. Enumerable.Range(0, survey.Alike.Count).Select(number => ViewOf(survey, number, decided, null))]);
    }

    /// <summary>Returns folders that are alike, with the number of all files in each. Lists the folders.</summary>
    /// <exception cref="RequestException">There is no such number.</exception>
    internal AlikeView Alike(int number)
    {
        FolderSurvey survey = Survey();
        AlikeFolders known = Known(survey, number);
        var totals = new FileTotals(_engine.Volume);
        long[] files = [.. known.Folders.Select(folder => totals.Of(survey.Tree.PathOf(folder)))];
        return ViewOf(survey, number, DecisionsFor(survey), files);
    }

    /// <summary>Decides about all files that folders share at once. Copies elsewhere remain as they are.</summary>
    /// <param name="number">The number of the folders.</param>
    /// <param name="inSurvey">The number of the survey in which they had this number.</param>
    /// <param name="going">
    /// The places of the folders from which the files go; those in the others stay. Null to leave all to the rules.
    /// </param>
    /// <exception cref="RequestException">
    /// There are no such folders, the files would be in none of them, or other work is in progress.
    /// </exception>
    internal void ChooseAlike(int number, long inSurvey, IReadOnlyList<int>? going)
    {
        FolderSurvey survey = Survey();
        _ = survey.Alike; // Others must not wait for the lock while folders are listed.
        lock (_lock)
        {
            RefuseIfBusy();
            if (survey.Version != inSurvey || survey != _survey)
            {
                throw RequestException.Conflict("The folders have changed since they were shown. Look at them again.");
            }

            AlikeFolders known = Known(survey, number);
            if (going is not null && !known.CanClearAll(going))
            {
                throw RequestException.Bad("Keep at least one of the folders.");
            }

            string path = ShownText.Of(survey.Tree.PathOf(known.Folders[going is [int first, ..] ? first : 0]));
            string label = going switch { null => "rules for", [] => "keep all of", _ => "remove the files of" };
            (int Group, int[]? Stay)[] choices =
            [
                .. survey.GroupsOf(known)
                    .Select(group => (group.Key, going is null ? null : Staying(survey, known, group, going)))
                    .Where(choice => choice.Item2 is not { } stay
                        || stay.Any(copy => Loaded.Board.MarkOf(copy) != CopyMark.Gone)),
            ];
            _choices.Choose($"{label} {path}", choices);
            Chosen();
            Replan([.. choices.Select(static one => one.Group)]);
        }
    }

    // If all copies elsewhere were to go, they stay now.
    private int[] Staying(
        FolderSurvey survey, AlikeFolders known, IGrouping<int, int[]> group, IReadOnlyList<int> going)
    {
        int[] cleared = [.. going.Select(place => known.Folders[place])];
        int[] kept = [.. known.Folders.Except(cleared)];
        HashSet<int> removed =
        [
            .. group.SelectMany(static copies => copies)
                .Where(copy => cleared.Any(folder => survey.Contents.IsWholly(copy, folder))),
        ];
        int[] others = [.. survey.Store.OnDisks(group.Key).Where(copy => !removed.Contains(copy))];
        int[] stay =
        [
            .. others.Where(copy => !Goes(Loaded.Board.MarkOf(copy)) || kept.Any(folder => survey.IsIn(copy, folder))),
        ];
        return stay.Any(copy => !survey.Gone.Contains(copy)) ? stay : others;
    }

    private static bool Goes(CopyMark mark) => mark is CopyMark.Goes or CopyMark.InFolder;

    private static AlikeFolders Known(FolderSurvey survey, int number) => number >= 0 && number < survey.Alike.Count
        ? survey.Alike[number]
        : throw RequestException.Missing("There are no such folders.");

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
        var contents = new FolderContents(store, tree, copy => !gone.Contains(copy));
        var totals = new FileTotals(_engine.Volume);
        var survey = new FolderSurvey(
            version, store, gone, tree, contents, new(() => AlikeSearch.Of(contents, tree, RootsOf(), totals.Of)));
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
    private Decisions DecisionsFor(FolderSurvey survey)
    {
        lock (_lock)
        {
            return new Decisions(
                _version, survey.Store == _loaded?.Store ? _board!.AllMarks() : null,
                [.. _choices.ByHand.Select(static one => one.Group)]);
        }
    }

    private static AlikeView ViewOf(FolderSurvey survey, int number, Decisions decided, long[]? files)
    {
        AlikeFolders known = Known(survey, number);
        HashSet<int> contents = [.. known.Contents];
        return new AlikeView(
            number, known.Kind,
            known.Contents.All(content => decided.ByHand.Contains(survey.Contents.GroupOf(content))),
            [.. known.Folders.Select((folder, place) => SideOf(folder, place))]);

        AlikeSide SideOf(int folder, int place)
        {
            (int shared, int going) = (0, 0);
            ReadOnlySpan<int> names = survey.Contents.NamesIn(folder);
            ReadOnlySpan<int> copies = survey.Contents.CopiesIn(folder);
            for (int i = 0; i < names.Length; i++)
            {
                if (contents.Contains(names[i]))
                {
                    shared++;
                    going += decided.Marks is { } marks && Goes(marks[copies[i]]) ? 1 : 0;
                }
            }

            return new AlikeSide(
                ShownText.Of(survey.Tree.PathOf(folder)), shared, going, files?[place] ?? -1, known.FreedBytes[place]);
        }
    }

    /// <summary>What is decided about copies at one time.</summary>
    private sealed record Decisions(long Version, IReadOnlyList<CopyMark>? Marks, HashSet<int> ByHand);

    /// <summary>The folders of the copies that are there.</summary>
    /// <param name="Version">The version of the state when it was made, which is its number.</param>
    /// <param name="Store">The groups.</param>
    /// <param name="Gone">The copies that have gone.</param>
    /// <param name="Tree">The folders.</param>
    /// <param name="Contents">What is in them.</param>
    /// <param name="Lazily">Those that are alike. Lists folders when first asked, which the map does not need.</param>
    private sealed record FolderSurvey(
        long Version, GroupStore Store, HashSet<int> Gone, FolderTree Tree, FolderContents Contents,
        Lazy<IReadOnlyList<AlikeFolders>> Lazily)
    {
        internal IReadOnlyList<AlikeFolders> Alike => Lazily.Value;

        internal IEnumerable<IGrouping<int, int[]>> GroupsOf(AlikeFolders alike) =>
            alike.Contents.Select(Contents.CopiesOf).GroupBy(copies => Store.GroupOf(copies[0]));

        internal bool IsIn(int copy, int folder) =>
            Tree.NodesOf(Store, copy).Any(node => Contents.IsWithin(node, folder));
    }
}
