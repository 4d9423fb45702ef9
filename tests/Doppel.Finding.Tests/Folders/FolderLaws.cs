using System.Text;
using Doppel.Reports;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Says what must be found about the folders of a tree, by comparing all with all.</summary>
internal sealed class FolderLaws
{
    private readonly RandomFolders _tree;
    private readonly bool _byName;
    private readonly FindResult _result;
    private readonly Dictionary<string, string?> _shown = [];
    private readonly List<string> _gone = [];

    internal FolderLaws(RandomFolders tree, FolderMatching matching, FindResult result)
    {
        _tree = tree;
        _byName = matching == FolderMatching.ByName;
        _result = result;
        _gone.AddRange(result.FolderGroups.SelectMany(group => group.Folders.Skip(1)).Select(Path));
        _gone.AddRange(result.ContainedFolders.Select(item => Path(item.Folder)));
    }

    internal void Check()
    {
        foreach (ReportFolderGroup group in _result.FolderGroups)
        {
            CheckGroup(group);
        }

        foreach (ReportContainedFolder item in _result.ContainedFolders)
        {
            CheckContained(item);
        }

        CheckNothingIsMissing();
        CheckEmpty();
        CheckFiles();
        CheckOrder();
    }

    // A folder as text that is the same for equal ones; null if it is not comparable.
    private string? Show(string folder)
    {
        if (!_shown.TryGetValue(folder, out string? shown))
        {
            _shown.Add(folder, shown = Describe(folder));
        }

        return shown;
    }

    private string? Describe(string folder)
    {
        if (_tree.Spoilers.Any(path => Parent(path) == folder))
        {
            return null;
        }

        List<string> entries = [];
        foreach ((string path, (string content, string _)) in _tree.Files.Where(file => Parent(file.Key) == folder))
        {
            entries.Add(Entry(path, "file " + content));
        }

        foreach ((string path, string target) in _tree.Links.Where(link => Parent(link.Key) == folder))
        {
            entries.Add(Entry(path, "link " + target));
        }

        foreach (string below in _tree.Folders.Where(below => Parent(below) == folder))
        {
            if (Show(below) is not { } shown)
            {
                return null;
            }

            entries.Add(Entry(below, shown));
        }

        entries.Sort(StringComparer.Ordinal);
        return "(" + string.Join('|', entries) + ")";
    }

    private string Entry(string path, string what) => (_byName ? path[(path.LastIndexOf('/') + 1)..] + "=" : "") + what;

    private void CheckGroup(ReportFolderGroup group)
    {
        string[] folders = [.. group.Folders.Select(Path)];
        Assert.True(folders.Length > 1);
        Assert.NotNull(Show(folders[0]));
        Assert.Single(folders.Select(Show).Distinct());
        Assert.Equal(folders.Order(StringComparer.Ordinal), folders);
        CheckContent(group.Content, folders[0]);
        Assert.All(folders, folder => Assert.False(IsGone(Parent(folder)), $"{folder} lies in what has gone."));
    }

    private void CheckContained(ReportContainedFolder item)
    {
        string folder = Path(item.Folder);
        string container = Path(item.Container);
        Assert.NotNull(Show(folder));
        Assert.NotEqual(Show(folder), Show(container));
        Assert.True(IsLoose(folder), $"All of {folder} lies in folders with an equal.");
        Assert.False(folder == container
            || RandomFolders.IsBelow(folder, container) || RandomFolders.IsBelow(container, folder));
        Assert.Empty(ContentsOf(folder, false).Except(ContentsOf(container, false)));
        Assert.False(IsGone(Parent(folder)), $"{folder} lies in what has gone.");
        CheckContent(item.Content, folder);
    }

    private void CheckContent(FolderContent content, string folder)
    {
        var files = _tree.Files.Where(file => RandomFolders.IsBelow(file.Key, folder)).ToList();
        int others = _tree.Links.Keys.Concat(_tree.Folders).Count(path => RandomFolders.IsBelow(path, folder));
        Assert.Equal(files.Sum(file => file.Value.Content.Length), content.Bytes);
        Assert.Equal(files.Count, content.Files);
        Assert.Equal(files.Count + others, content.Entries);
        Assert.True(content.Bytes > 0);
    }

    // Of what stays, no folder equals another, and none is contained in another: so the largest were found.
    private void CheckNothingIsMissing()
    {
        string[] staying = [.. _tree.Folders.Where(folder =>
            !IsGone(folder) && Show(folder) is not null && ContentsOf(folder, false).Any(c => c.StartsWith("file ?")))];
        Assert.Empty(staying.GroupBy(Show).Where(same => same.Count() > 1).Select(same => string.Join(' ', same)));
        foreach (string folder in staying.Where(IsLoose))
        {
            HashSet<string> contents = ContentsOf(folder, false);
            Assert.DoesNotContain(_tree.Folders, other =>
                other != folder && !IsGone(other) && !RandomFolders.IsBelow(other, folder)
                && !RandomFolders.IsBelow(folder, other) && contents.IsSubsetOf(ContentsOf(other, true)));
        }

        // And however much goes, each content keeps a name.
        Assert.Empty(_tree.Files.Select(file => file.Value.Content)
            .Except(_tree.Files.Where(file => !IsGone(Parent(file.Key))).Select(file => file.Value.Content)));
    }

    // Whether a file below lies in no folder below that has an equal.
    private bool IsLoose(string folder) => _tree.Files.Any(file =>
        file.Value.Content.Length > 0 && RandomFolders.IsBelow(file.Key, folder)
        && !_tree.Folders.Any(below => RandomFolders.IsBelow(below, folder) && RandomFolders.IsBelow(file.Key, below)
            && _tree.Folders.Any(other => other != below && Show(below) is { } shown && Show(other) == shown)));

    private void CheckEmpty()
    {
        bool IsEmpty(string folder) => Show(folder) is not null && ContentsOf(folder, false).Count == 0;
        Assert.Equal(
            _tree.Folders.Where(folder => IsEmpty(folder) && !IsEmpty(Parent(folder)) && !IsGone(folder)),
            _result.EmptyFolders.Select(Path).Order(StringComparer.Ordinal));
    }

    // The groups of files are those of the names that stay; what they do not hold is redundant in folders.
    private void CheckFiles()
    {
        var all = _tree.Files.Where(file => file.Value.Content.Length > 0).ToList();
        var groups = all.Where(file => !IsGone(Parent(file.Key))).GroupBy(file => file.Value.Content)
            .Where(same => same.Select(file => file.Value.Inode).Distinct().Count() > 1);
        Assert.Equal(
            groups.Select(same => string.Join(' ', same.Select(file => file.Key))).Order(StringComparer.Ordinal),
            _result.Groups.Select(group => string.Join(' ', group.Copies.SelectMany(copy => copy.Names)
                .Select(Text).Order(StringComparer.Ordinal))).Order(StringComparer.Ordinal));
        long redundant = all.GroupBy(file => file.Value.Content)
            .Sum(same => same.Key.Length * (same.Select(file => file.Value.Inode).Distinct().Count() - 1L));
        Assert.Equal(redundant, _result.Summary.RedundantBytes + _result.Summary.Folders!.RedundantBytes);
    }

    private void CheckOrder()
    {
        (long, string)[] groups =
            [.. _result.FolderGroups.Select(group => (-group.Content.Bytes, Path(group.Folders[0])))];
        Assert.Equal(groups.OrderBy(g => g.Item1).ThenBy(g => g.Item2, new ByComponents()), groups);
        ReportFolderTotals totals = _result.Summary.Folders!;
        Assert.Equal(_result.FolderGroups.Count, totals.Groups);
        Assert.Equal(_result.FolderGroups.Sum(group => group.Folders.Count - 1), totals.RedundantFolders);
        Assert.Equal(_result.ContainedFolders.Count, totals.Contained);
        Assert.Equal(_result.EmptyFolders.Count, totals.Empty);
    }

    // Everything below as contents; a question mark tells files that are not empty.
    private HashSet<string> ContentsOf(string folder, bool staying)
    {
        bool Counts(string path) => RandomFolders.IsBelow(path, folder) && !(staying && IsGone(Parent(path)));
        return
        [
            .. _tree.Files.Where(file => Counts(file.Key))
                .Select(file => "file " + (file.Value.Content.Length > 0 ? "?" : "") + file.Value.Content),
            .. _tree.Links.Where(link => Counts(link.Key)).Select(link => "link " + link.Value),
        ];
    }

    private bool IsGone(string folder) =>
        _gone.Exists(gone => gone == folder || RandomFolders.IsBelow(folder, gone));

    private static string Parent(string path) => path[..path.LastIndexOf('/')];

    private static string Path(ReportFolder folder) => Text(folder.Name);

    private static string Text(ReportName name) => Encoding.Latin1.GetString(name.Bytes);

    private sealed class ByComponents : IComparer<string>
    {
        public int Compare(string? left, string? right) => string.CompareOrdinal(
            left!.Replace('/', '\0'), right!.Replace('/', '\0'));
    }
}
