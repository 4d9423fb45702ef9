using System.Text;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <summary>A random tree of copied, shortened, extended and nested folders, with roots and rules.</summary>
internal sealed class SideCase : IDisposable
{
    private readonly FolderTree _tree = new();
    private readonly Random _random;
    private readonly string _name;
    private readonly List<string> _roots = [];
    private readonly string? _kept;
    private readonly string? _dropped;
    private readonly Dictionary<string, string> _files = [];

    internal SideCase(int seed)
    {
        (_random, _name) = (new Random(seed), $"seed {seed}");
        string[] roots = [.. Enumerable.Range(0, _random.Next(1, 4)).Select(static i => $"r{i}")];
        List<string> folders = [.. roots];
        for (int i = _random.Next(2, 9); i > 0; i--)
        {
            folders.Add(Grow(folders, $"d{i}"));
        }

        foreach (string root in roots)
        {
            _tree.Files.AddFolder(root);
            _roots.Add($"{_tree.Files.Folder}/{root}");
        }

        _kept = _random.Next(3) == 0 ? $"{_tree.Files.Folder}/{Pick(folders)}" : null;
        _dropped = _random.Next(3) == 0 ? $"{_tree.Files.Folder}/{Pick(folders)}" : null;
        _tree.Remember();
    }

    internal List<PlanFolder> Folders { get; } = [];

    internal List<PlanGroup> OfFolders { get; } = [];

    public void Dispose() => _tree.Dispose();

    internal static FindResult Find(IReadOnlyList<string> roots, FolderMatching matching) => Finder.Find(
        new FindOptions
        {
            Roots = [.. roots.Select(static root => new FindRoot(ActingTree.Volume, Encoding.UTF8.GetBytes(root)))],
            Folders = matching,
            Threads = 1,
        },
        null, CancellationToken.None);

    internal static PlanOutcome[] Plan(
        FindResult found, IReadOnlyList<string> roots, KeepRules rules, out PlanSummary summary)
    {
        using var planner = new Planner(ActingTree.Volume, new PlanOptions
        {
            Rules = rules,
            Roots = [.. roots.Select(static root => new ReportName(root))],
            WorkingDirectory = new ReportName("/"),
        });
        PlanOutcome[] outcomes =
        [
            .. FolderOrder.Of([.. found.FolderGroups], [.. found.ContainedFolders]).Select(plan => plan(planner)),
            .. found.Groups.Select(planner.Plan),
        ];
        summary = planner.Summary;
        return outcomes;
    }

    internal static KeepPattern Place(PatternEffect effect, string place) =>
        new(effect, place, static (_, _) => false) { Places = [new ReportName(place)] };

    /// <summary>Searches, plans, checks which side goes, acts, and checks what is left.</summary>
    internal void Run()
    {
        FolderMatching matching = _random.Next(2) == 0 ? FolderMatching.ByName : FolderMatching.ByContent;
        using FindResult found = Find(_roots, matching);
        var rules = new KeepRules
        {
            Patterns =
            [
                .. _kept is null ? [] : (KeepPattern[])[Place(PatternEffect.Keep, _kept)],
                .. _dropped is null ? [] : (KeepPattern[])[Place(PatternEffect.Drop, _dropped)],
            ],
        };
        PlanOutcome[] outcomes = Plan(found, _roots, rules, out PlanSummary summary);
        Folders.AddRange(outcomes.SelectMany(static one => one.Folders));
        OfFolders.AddRange(outcomes.SelectMany(static one => one.OfFolders));
        CheckSides();

        PlanGroup[] groups = [.. outcomes.SelectMany(static one => one.Groups)];
        CheckOnce(groups, summary);
        _tree.Act(ActionKind.Delete, Folders, groups: groups);
        Assert.All(_tree.Results, result => Assert.True(
            result.Status == ActStatus.Done, $"{_name}: {result.Name}: {result.Reason}"));
        _tree.AssertNothingLost();
        Assert.All(_roots, root => Assert.True(Directory.Exists(root), $"{_name}: {root} went"));
        Assert.All(
            _files.Keys.Where(file => _kept is not null && IsIn(file, _kept)),
            file => Assert.True(File.Exists(file), $"{_name}: {file} went in spite of --keep"));
    }

    // The side that stays is never worse by the rules, and then by the order of the roots, than the one that goes.
    private void CheckSides()
    {
        foreach (PlanFolder folder in Folders)
        {
            Check(folder.Keeper.ToString(), folder.Name.ToString());
            Assert.DoesNotContain(folder.Name.ToString(), _roots);
        }

        foreach (PlanGroup group in OfFolders)
        {
            Check(group.Keep[0].Names[0].ToString(), group.Drop[0].Names[0].ToString());
        }

        void Check(string staying, string going) => Assert.True(
            RankOf(staying).CompareTo(RankOf(going)) <= 0,
            $"{_name}: {going} goes for {staying}, keep {_kept}, drop {_dropped}");
    }

    // Each name is planned once, and the totals count it once.
    private void CheckOnce(PlanGroup[] groups, PlanSummary summary)
    {
        string[] going =
        [
            .. Folders.SelectMany(folder => _files.Keys.Where(file => IsIn(file, folder.Name.ToString()))),
            .. groups.SelectMany(static group => group.Drop).SelectMany(static copy => copy.Names)
                .Select(static name => name.ToString()),
        ];
        Assert.True(going.Distinct().Count() == going.Length, $"{_name}: a name is planned twice");
        Assert.True(going.Length == summary.Names, $"{_name}: {going.Length} names go, the totals say {summary.Names}");
    }

    private (int Standing, int Root) RankOf(string path)
    {
        bool isKept = _kept is not null
            && (IsIn(path, _kept) || _files.Keys.Any(file => IsIn(file, path) && IsIn(file, _kept)));
        bool isDropped = _dropped is not null && IsIn(path, _dropped);
        int standing = (isKept, isDropped) switch
        {
            (true, _) => 0,
            (_, true) => 2,
            _ => 1,
        };
        return (standing, _roots.FindIndex(root => IsIn(path, root)));
    }

    // A new folder with files of its own, or a copy of another one: as it is, with less or with more.
    private string Grow(List<string> folders, string name)
    {
        string folder = $"{Pick(folders)}/{name}";
        string source = $"{_tree.Files.Folder}/{Pick(folders)}";
        string[] copied = [.. _files.Keys.Where(file => IsIn(file, source))];
        int way = copied.Length == 0 || IsIn($"{_tree.Files.Folder}/{folder}", source) ? 0 : _random.Next(5);
        foreach (string file in way == 0 ? [] : copied)
        {
            if (way != 2 || _random.Next(3) > 0)
            {
                Add(folder + file[source.Length..], _files[file]);
            }
        }

        for (int i = way is 0 or 3 ? _random.Next(1, 4) : 0; i > 0; i--)
        {
            string sub = _random.Next(2) == 0 ? "/s" : "";
            Add($"{folder}{sub}/f{_files.Count}", $"content {_random.Next(way == 0 ? 12 : 100)}");
        }

        return folder;
    }

    private void Add(string file, string content)
    {
        _tree.Files.AddFile(file, content);
        _files[$"{_tree.Files.Folder}/{file}"] = content;
    }

    private static bool IsIn(string path, string folder) =>
        path == folder || path.StartsWith(folder + "/", StringComparison.Ordinal);

    private T Pick<T>(List<T> items) => items[_random.Next(items.Count)];
}
