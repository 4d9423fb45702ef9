using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Two identical folders with all that a folder may hold, their plan, and a memory of how all was.</summary>
public sealed class FolderTree : ICrashTree
{
    private static readonly EnumerationOptions s_all = new() { RecurseSubdirectories = true, AttributesToSkip = 0 };

    private readonly TempTree _tree = new();
    private readonly TempTree _state = new();
    private string _before = "";
    private HashSet<string> _contents = [];

    /// <summary>The files.</summary>
    public TempTree Files => _tree;

    /// <summary>What was told of names, in order.</summary>
    public List<ActResult> Results { get; } = [];

    /// <summary>Two folders that are equal by name.</summary>
    public static FolderTree Equal()
    {
        var tree = new FolderTree();
        foreach (string folder in (string[])["one", "two"])
        {
            tree.Fill(folder);
        }

        tree.Files.AddFile("other", "something else");
        tree.Remember();
        return tree;
    }

    /// <summary>Removes all.</summary>
    public void Dispose()
    {
        _tree.Dispose();
        _state.Dispose();
    }

    /// <summary>From now on <see cref="AssertAsBefore"/> means this state.</summary>
    public void Remember()
    {
        _before = Look();
        _contents = Contents();
    }

    /// <summary>What a report says of folders.</summary>
    public ReportFolderGroup Group(FolderMatch match, params string[] folders) => new()
    {
        Match = match,
        Folders = [.. folders.Select(ToReport)],
        Content = ContentOf(folders[0]),
        RedundantBytes = 0,
    };

    /// <summary>A folder as a report names it.</summary>
    public ReportFolder ToReport(string folder) => new(new ReportName($"{_tree.Folder}/{folder}"), 0);

    /// <summary>What a report says of what a folder holds.</summary>
    public FolderContent ContentOf(string folder)
    {
        var entries = new DirectoryInfo($"{_tree.Folder}/{folder}")
            .EnumerateFileSystemInfos("*", s_all)
            .ToList();
        List<FileInfo> files = [.. entries.OfType<FileInfo>().Where(static file => file.LinkTarget is null)];
        return new FolderContent(files.Sum(static file => file.Length), files.Count, entries.Count, Proof.Bytes);
    }

    /// <summary>Plans with a planner of its own.</summary>
    public PlanOutcome Plan(
        Func<Planner, PlanOutcome> plan, KeepRules? rules = null, IReadOnlyList<PlanLink>? links = null)
    {
        using var planner = new Planner(ActingTree.Volume, new PlanOptions
        {
            Rules = rules ?? new KeepRules(),
            Roots = [new ReportName(_tree.Folder)],
            WorkingDirectory = new ReportName(_tree.Folder),
            SymbolicLinks = links ?? [],
        });
        return plan(planner);
    }

    /// <summary>Plans that the second goes in favour of the first.</summary>
    public IReadOnlyList<PlanFolder> PlanEqual()
    {
        PlanOutcome outcome = Plan(planner => planner.Plan(Group(FolderMatch.Name, "one", "two")));
        Assert.Empty(outcome.Refusals);
        return outcome.Folders;
    }

    /// <summary>Carries out a plan.</summary>
    public void Act(
        ActionKind action, IReadOnlyList<PlanFolder> folders, IChangeableVolume? volume = null, bool retarget = false,
        IReadOnlyList<PlanGroup>? groups = null)
    {
        Results.Clear();
        _tree.AddFolder("moved");
        var options = new ActOptions
        {
            Action = action,
            Version = "test",
            RetargetLinks = retarget,
            MoveTo = Encoding.UTF8.GetBytes(_tree.Folder + "/moved"),
            HomeTrash = Encoding.UTF8.GetBytes(_tree.Folder + "/moved/Trash"),
        };
        using JournalFolder journals = Journals(volume);
        using var run = new ActRun(volume ?? ActingTree.Volume, journals, options, Results.Add);
        run.Run(folders, groups ?? [], CancellationToken.None);
    }

    /// <summary>Undoes the oldest run, or only its names at or below some names, if any has begun.</summary>
    public bool Undo(IChangeableVolume? volume = null, params string[] only)
    {
        Results.Clear();
        using JournalFolder journals = Journals(volume);
        if (ActingTree.RunsOf(journals) is not [var id, ..])
        {
            return true;
        }

        using JournalReader record = journals.Read(id);

        using var run = new UndoRun(
            volume ?? ActingTree.Volume, journals, record,
            new UndoOptions { Version = "test", Only = [.. only.Select(name => new ReportName($"{Files[name]}"))] },
            Results.Add);
        return run.Run(CancellationToken.None);
    }

    /// <summary>Finishes the only run if it was interrupted.</summary>
    public void Resume()
    {
        Results.Clear();
        using JournalFolder journals = Journals(null);
        if (journals.Unfinished().FirstOrDefault() is { } id)
        {
            using ActRun run = ActRun.Continue(
                ActingTree.Volume, journals, id, "test", TimeProvider.System, Results.Add);
            run.Resume(CancellationToken.None);
        }
    }

    /// <summary>Undoes the oldest run to its end, if any has begun.</summary>
    public void UndoIfBegun(IChangeableVolume volume) => Assert.True(Undo(volume));

    /// <summary>Each content that was there has a name, be it a temporary one.</summary>
    public void AssertNothingLost() => Assert.Subset(Contents(), _contents);

    /// <summary>Everything is as it was, the times of folders too.</summary>
    public void AssertAsBefore()
    {
        string moved = $"{_tree.Folder}/moved";
        if (Directory.Exists(moved))
        {
            Assert.Empty(Directory.EnumerateFiles(moved, "*", SearchOption.AllDirectories));
            Directory.Delete(moved, recursive: true);
        }

        Assert.Equal(_before, Look());
    }

    /// <summary>Fills a folder with files, an empty one, folders, an empty one, and links.</summary>
    private void Fill(string folder)
    {
        _tree.AddFile(folder + "/apple", "apple");
        _tree.AddFile(folder + "/sub/pear", "pear");
        _tree.AddHardLink(folder + "/sub/pear again", folder + "/sub/pear");
        _tree.AddFile(folder + "/sub/deep/nothing", "");
        _tree.AddFolder(folder + "/sub/empty");
        _tree.AddSymbolicLink(folder + "/sub/to apple", "../apple");
        _tree.ChangeMode(folder + "/sub", 0x1E8);
    }

    private JournalFolder Journals(IChangeableVolume? volume) => JournalFolder.Open(
        volume ?? ActingTree.Volume, new ReportName(_state.Folder + "/doppel/journal"));

    private string Look() => string.Join('\n', Directory
        .EnumerateFileSystemEntries(_tree.Folder, "*", s_all)
        .Order(StringComparer.Ordinal).Select(Look));

    private string Look(string path)
    {
        VolumeError error = ActingTree.Volume.Stat(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        Assert.False(error.Failed, path);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Path.GetRelativePath(_tree.Folder, path)} {facts.Kind} {facts.Size} {facts.Modified} "
            + $"{facts.Owner}:{facts.Group} {facts.Mode} {facts.Links} {new FileInfo(path).LinkTarget}");
    }

    private HashSet<string> Contents() =>
    [
        .. Directory.EnumerateFiles(_tree.Folder, "*", SearchOption.AllDirectories)
            .Where(static path => new FileInfo(path).LinkTarget is null)
            .Select(static path => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)))),
    ];
}
