using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// Folders from which a plan removes names, a place for journals, and a memory of how everything was.
/// </summary>
public sealed class EmptiedTree : ICrashTree
{
    private static readonly EnumerationOptions s_all = new() { RecurseSubdirectories = true, AttributesToSkip = 0 };

    private readonly TempTree _tree = new();
    private readonly TempTree _state = new();
    private readonly List<(string Keeper, string[] Names)> _drops = [];
    private readonly HashSet<string> _emptied = [];
    private readonly HashSet<string> _stayed = [];
    private (string Stays, string Goes)? _equal;
    private string[] _before = [];
    private HashSet<string> _contents = [];

    /// <summary>The files; the root is the folder "files".</summary>
    public TempTree Files => _tree;

    /// <summary>The root of the plan.</summary>
    public string Root => _tree.Folder + "/files";

    /// <summary>What was told of names, in order.</summary>
    public List<ActResult> Results { get; } = [];

    /// <summary>The names below the root that the plan removes.</summary>
    public IEnumerable<string> Dropped => _drops.SelectMany(static drop => drop.Names);

    /// <summary>The folders below the root.</summary>
    public string[] Folders() =>
    [
        .. Directory.EnumerateDirectories(Root, "*", s_all).Select(path => Path.GetRelativePath(Root, path))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>The files and folders below the root.</summary>
    public string[] EntriesBelowRoot() =>
        [.. Directory.EnumerateFileSystemEntries(Root, "*", s_all).Select(path => Path.GetRelativePath(Root, path))];

    /// <summary>
    /// Folders that become empty on several levels, one that keeps a file, names of one inode, and a folder that is
    /// identical to another one and the only entry of the folder above it.
    /// </summary>
    public static EmptiedTree Small()
    {
        var tree = new EmptiedTree();
        tree.AddFile("keep/apple", "apple");
        tree.AddFile("keep/pear", "pear");
        tree.AddDrop("keep/apple", "apple", "a/b/apple");
        tree.AddDrop("keep/apple", "apple", "some/apple");
        tree.AddFile("some/other", "other");
        tree.AddDrop("keep/pear", "pear", "a/b/c/pear");
        tree.AddDrop("keep/pear", "pear", "e/n1", "a/n2");
        tree.AddFile("one/sub/plum", "plum");
        tree.AddFile("in/deep/two/sub/plum", "plum");
        tree._equal = ("one", "in/deep/two");
        tree._tree.ChangeMode("files/a/b", 0x1E8);
        LibC.SetAttribute(tree.Root + "/a/b/c", "user.note", "dear");
        tree.Remember("a", "a/b", "a/b/c", "e", "in", "in/deep", "in/deep/two", "in/deep/two/sub");
        return tree;
    }

    /// <summary>Adds a file below the root.</summary>
    public void AddFile(string name, string content) => _tree.AddFile("files/" + name, content);

    /// <summary>Adds names of one inode that the plan removes.</summary>
    public void AddDrop(string keeper, string content, params string[] names)
    {
        AddFile(names[0], content);
        foreach (string name in names[1..])
        {
            _tree.AddHardLink("files/" + name, "files/" + names[0]);
        }

        _drops.Add((keeper, names));
    }

    /// <summary>From now on <see cref="AssertAsBefore"/> means this state, with the times of some folders.</summary>
    public void Remember(params string[] emptied)
    {
        var time = new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        foreach (string path in Folders())
        {
            time = time.AddHours(1).AddTicks(1_234_567);
            Directory.SetLastWriteTimeUtc($"{Root}/{path}", time);
        }

        _emptied.UnionWith(emptied);
        _before = Look();
        _contents = Contents();
    }

    /// <summary>Removes all.</summary>
    public void Dispose()
    {
        _tree.Dispose();
        _state.Dispose();
    }

    /// <summary>The folders of the plan.</summary>
    public IReadOnlyList<PlanFolder> PlanFolders()
    {
        if (_equal is not { } equal)
        {
            return [];
        }

        using var planner = new Planner(ActingTree.Volume, new PlanOptions
        {
            Rules = new KeepRules { Prefer = [KeepRule.ShortestPath] },
            Roots = [new ReportName(Root)],
            WorkingDirectory = new ReportName(Root),
        });
        PlanOutcome outcome = planner.Plan(new ReportFolderGroup
        {
            Match = FolderMatch.Name,
            Folders =
            [
                new ReportFolder(new ReportName($"{Root}/{equal.Stays}"), 0),
                new ReportFolder(new ReportName($"{Root}/{equal.Goes}"), 0),
            ],
            Content = new FolderContent(4, 1, 2, Proof.Bytes),
            RedundantBytes = 0,
        });
        Assert.Equal($"{Root}/{equal.Goes}", outcome.Folders.Single().Name.ToString());
        return outcome.Folders;
    }

    /// <summary>The groups of the plan.</summary>
    public IReadOnlyList<PlanGroup> PlanGroups() =>
    [
        .. _drops.Select(drop => new PlanGroup
        {
            Size = CopyOf(drop.Keeper).Facts.Size,
            Keep = [CopyOf(drop.Keeper)],
            Reason = "the first",
            Drop = [CopyOf(drop.Names)],
        }),
    ];

    /// <summary>The options with which the plan is carried out.</summary>
    public ActOptions OptionsOf(ActionKind action) => new()
    {
        Action = action,
        Version = "test",
        Roots = [new ReportName(Root)],
        EmptyFolders = true,
        MoveTo = Encoding.UTF8.GetBytes(_tree.Folder + "/moved"),
        HomeTrash = Encoding.UTF8.GetBytes(_tree.Folder + "/moved/Trash"),
    };

    /// <summary>Carries out the plan.</summary>
    /// <returns>The number of folders of the plan's names that are empty afterwards.</returns>
    public long Act(
        ActionKind action, IChangeableVolume? volume = null, Func<ActOptions, ActOptions>? change = null,
        (IReadOnlyList<PlanFolder> Folders, IReadOnlyList<PlanGroup> Groups)? plan = null)
    {
        Results.Clear();
        (IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups) = plan ?? (PlanFolders(), PlanGroups());
        _tree.AddFolder("moved");
        ActOptions options = OptionsOf(action);
        using JournalFolder journals = Journals(volume);
        using var run = new ActRun(
            volume ?? ActingTree.Volume, journals, change?.Invoke(options) ?? options, Results.Add);
        run.Run(folders, groups, CancellationToken.None);
        return run.CountEmptyFolders(folders, groups);
    }

    /// <summary>
    /// Finishes the run if it was interrupted. Begins it if it had done nothing because its plan was not written yet.
    /// </summary>
    public void Resume(
        ActionKind action, (IReadOnlyList<PlanFolder> Folders, IReadOnlyList<PlanGroup> Groups) plan,
        IChangeableVolume volume)
    {
        bool hasEnded = false;
        using (JournalFolder journals = Journals(volume))
        {
            if (journals.Unfinished().FirstOrDefault() is { } unfinished)
            {
                using ActRun run = ActRun.Continue(
                    volume, journals, unfinished, "test", TimeProvider.System, Results.Add);
                hasEnded = Directory.GetFiles(_state.Folder + "/doppel/journal", "*.plan").Length > 0;
                if (hasEnded)
                {
                    run.Resume(CancellationToken.None);
                }
                else
                {
                    Assert.Contains(
                        "run the same command again",
                        Assert.Throws<JournalException>(() => run.Resume(CancellationToken.None)).Message);
                    AssertAsBefore();
                }
            }
            else if (ActingTree.RunsOf(journals) is [var id, ..])
            {
                using JournalReader journal = journals.Read(id);
                hasEnded = journal.HasEnded;
            }

            if (!hasEnded)
            {
                journals.Ids.ToList().ForEach(journals.Prune);
            }
        }

        if (!hasEnded)
        {
            Act(action, volume, plan: plan);
        }
    }

    /// <summary>Undoes the oldest run, if any has begun.</summary>
    public bool Undo(IChangeableVolume? volume = null)
    {
        Results.Clear();
        using JournalFolder journals = Journals(volume);
        if (ActingTree.RunsOf(journals) is not [var id, ..])
        {
            return true;
        }

        using JournalReader record = journals.Read(id);
        using var run = new UndoRun(
            volume ?? ActingTree.Volume, journals, record, new UndoOptions { Version = "test" }, Results.Add);
        return run.Run(CancellationToken.None);
    }

    /// <summary>Undoes the oldest run to its end, if any has begun.</summary>
    public void UndoIfBegun(IChangeableVolume volume) => Assert.True(Undo(volume));

    /// <summary>Each content that was there has a name, be it a temporary one.</summary>
    public void AssertNothingLost() => Assert.Subset(Contents(), _contents);

    /// <summary>Folders that a run has not removed need not get their times back.</summary>
    public void ForgetTimesOfFoldersThatStayed() => _stayed.UnionWith(Folders());

    /// <summary>Everything is as it was, and the folders that became empty have their times.</summary>
    public void AssertAsBefore() =>
        Assert.Equal(string.Join('\n', _before.Select(Compared)), string.Join('\n', Look().Select(Compared)));

    private string Compared(string entry) =>
        _stayed.Contains(entry.Split(" Folder ")[0]) ? entry.Split("FileTime")[0] : entry;

    private PlanCopy CopyOf(params string[] names) => new()
    {
        Names = [.. names.Select(name => new ReportName($"{Root}/{name}"))],
        Facts = FactsOf($"{Root}/{names[0]}"),
    };

    private JournalFolder Journals(IChangeableVolume? volume) => JournalFolder.Open(
        volume ?? ActingTree.Volume, new ReportName(_state.Folder + "/doppel/journal"));

    private string[] Look() =>
        [.. Directory.EnumerateFileSystemEntries(Root, "*", s_all).Order(StringComparer.Ordinal).Select(Look)];

    private string Look(string path)
    {
        FileFacts facts = FactsOf(path);
        string name = Path.GetRelativePath(Root, path);
        bool hasTime = facts.Kind != EntryKind.Folder || _emptied.Contains(name);
        string notes = _emptied.Contains(name) && _emptied.Contains("a/b/c")
            ? string.Join(' ', LibC.AttributesOf(path))
            : "";
        (long size, uint links) = facts.Kind == EntryKind.Folder ? (0, 0) : (facts.Size, facts.Links);
        string time = hasTime ? $"{facts.Modified}" : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{name} {facts.Kind} {size} {facts.Owner}:{facts.Group} {facts.Mode} {links} ") + time + notes;
    }

    private static FileFacts FactsOf(string path)
    {
        VolumeError error = ActingTree.Volume.Stat(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        Assert.False(error.Failed, path);
        return facts;
    }

    private HashSet<string> Contents() =>
    [
        .. Directory.EnumerateFiles(_tree.Folder, "*", SearchOption.AllDirectories)
            .Select(static path => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)))),
    ];
}
