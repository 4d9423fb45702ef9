using System.Text;
using Doppel.Catalog;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A folder with duplicates, their plan, a place for journals, and a memory of how all was.</summary>
public sealed partial class ActingTree : ICrashTree
{
    private readonly TempTree _tree;
    private readonly TempTree _state = new();
    private readonly List<List<string[]>> _groups = [];
    private readonly HashSet<int> _media = [];
    private readonly List<PlanLink> _links = [];
    private readonly Dictionary<string, ReportTag[]> _added = [];
    private readonly Dictionary<string, string> _contentsOfLinks = [];
    private string _sidecarEnding = ".xmp";
    private Dictionary<string, string> _before = [];
    private HashSet<string> _contents = [];

    /// <summary>Makes the folder.</summary>
    /// <param name="place">The folder above it. Default: that of all scratch folders.</param>
    public ActingTree(string? place = null) => _tree = place is null ? new TempTree() : new TempTree(place);

    /// <summary>The files' volume; DOPPEL_VOLUME=portable runs the suite on the other one.</summary>
    /// <remarks>Nothing is synced: that takes most of the time, and only a power cut would tell.</remarks>
    public static IChangeableVolume Volume { get; } = new HookedVolume(
        Environment.GetEnvironmentVariable("DOPPEL_VOLUME") == "portable" ? new PortableVolume() : new LinuxVolume());

    /// <summary>The catalog for all runs and undos; null: none.</summary>
    public ContentCatalog? Catalog { get; set; }

    /// <summary>The files.</summary>
    public TempTree Files => _tree;

    /// <summary>The inodes of the files that <see cref="AssertAsBefore"/> means.</summary>
    public Dictionary<string, ulong> InodesBefore { get; private set; } = [];

    /// <summary>What was told of names, in order.</summary>
    public List<ActResult> Results { get; } = [];

    /// <summary>A tree of three groups: plain files, names of one inode, a file of two blocks with a hole.</summary>
    public static ActingTree Small()
    {
        var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"], ["b/drop one"]);
        tree.AddGroup("pear", ["a/k2"], ["b/n1", "b/n2", "a/n3"]);
        tree.AddGroup(new string('x', 10) + new string('\0', 300_000) + "end", ["c/k3"], ["c/sparse"]);
        tree.Remember();
        return tree;
    }

    /// <summary>A tree of media: one sound under three kinds of tags, one of these files with two names.</summary>
    public static ActingTree Media()
    {
        var tree = new ActingTree();
        tree.AddMedia(
            (["a/keep.wav"], Sounds.Wave(1, "a title")),
            (["a/drop.wav"], Sounds.Wave(1, "another title", "somebody")),
            (["b/n1.wav", "b/n2.wav"], Sounds.Wave(1)));
        tree.AddGroup("apple", ["c/k2"], ["c/drop"]);
        tree.Remember();
        return tree;
    }

    /// <summary>
    /// Names with symbolic links to them: relative, absolute, one to another link, one through a folder's link, and one
    /// below a reference folder.
    /// </summary>
    public static ActingTree Linked()
    {
        var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        tree.AddGroup("pear", ["a/k2"], ["b/n1", "b/n2"]);
        tree._tree.AddSymbolicLink("way", "b");
        tree.AddLink("to drop", "a/drop", "a/drop");
        tree.AddLink("b/next", "../to drop", "a/drop");
        tree.AddLink("c/deep/absolute", tree._tree.Folder + "/b/n1", "b/n1");
        tree.AddLink("through", "way/n2", "b/n2");
        tree.AddLink("ref/stays", "../b/n2", "b/n2", isProtected: true);
        tree.Remember();
        return tree;
    }

    /// <summary>Makes a symbolic link that the plan knows.</summary>
    public void AddLink(string name, string target, string final, bool isProtected = false)
    {
        _tree.AddSymbolicLink(name, target);
        _links.Add(new PlanLink
        {
            Name = new ReportName(Path.Combine(_tree.Folder, name)),
            Target = new ReportName(target),
            Final = new ReportName(Path.Combine(_tree.Folder, final)),
            IsProtected = isProtected,
        });
        if (!isProtected)
        {
            _contentsOfLinks[name] = File.ReadAllText(Path.Combine(_tree.Folder, name));
        }
    }

    /// <summary>Each link that may be changed leads to the content that it led to.</summary>
    public void AssertLinksLead() => Assert.All(
        _contentsOfLinks, link => Assert.Equal(link.Value, File.ReadAllText(Path.Combine(_tree.Folder, link.Key))));

    /// <summary>What is written in a symbolic link.</summary>
    public string TargetOf(string name) => new FileInfo(Path.Combine(_tree.Folder, name)).LinkTarget!;

    /// <summary>Removes all.</summary>
    public void Dispose()
    {
        _tree.Dispose();
        _state.Dispose();
    }

    /// <summary>Makes copies of one content; each array names one inode, the first one is the keeper.</summary>
    public void AddGroup(string content, params string[][] copies)
    {
        foreach (string[] names in copies)
        {
            AddCopy(names, Encoding.UTF8.GetBytes(content), copies.ToList().IndexOf(names));
        }

        _groups.Add([.. copies]);
    }

    /// <summary>Makes files of one sound or picture; each has names of one inode, the first is the keeper.</summary>
    public void AddMedia(params (string[] Names, byte[] Content)[] copies)
    {
        for (int i = 0; i < copies.Length; i++)
        {
            AddCopy(copies[i].Names, copies[i].Content, i);
        }

        _media.Add(_groups.Count);
        _groups.Add([.. copies.Select(static copy => copy.Names)]);
    }

    private void AddCopy(string[] names, byte[] content, int index)
    {
        _tree.AddFile(names[0], content);
        string path = Path.Combine(_tree.Folder, names[0]);
        var time = new DateTime(2001, 1, 1, 2, 3, 4, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(path, time.AddDays(_groups.Count + (10 * index)).AddTicks(1_234_567));
        foreach (string name in names[1..])
        {
            _tree.AddHardLink(name, names[0]);
        }
    }

    /// <summary>Copies that were made already; each array names one inode, the first one is the keeper.</summary>
    public void AddKnown(params string[][] copies) => _groups.Add([.. copies]);

    /// <summary>From now on <see cref="AssertAsBefore"/> means this state.</summary>
    public void Remember()
    {
        _before = Look();
        InodesBefore = Plain().Keys.ToDictionary(static name => name, InodeOf);
        _contents = Contents(static path => !path.EndsWith(".xmp", StringComparison.Ordinal));
    }

    /// <summary>The files in which runs have kept tags.</summary>
    public string[] Recipes() => Directory.GetFiles($"{_state.Folder}/doppel/journal", "*.recipes");

    /// <summary>The files of journals.</summary>
    public string[] JournalPaths() => Directory.GetFiles($"{_state.Folder}/doppel/journal", "*.jsonl");

    /// <summary>Removes all journals, or all but the oldest ones.</summary>
    public void ForgetRuns(int but = 0)
    {
        using JournalFolder journals = Journals();
        journals.Ids.Skip(but).ToList().ForEach(journals.Prune);
    }

    /// <summary>What a planner would say of the files as they are now.</summary>
    public IReadOnlyList<PlanGroup> Plan() =>
    [
        .. _groups.Select((group, index) => new PlanGroup
        {
            Media = _media.Contains(index) ? new PlanMedia("any", MediaPolicy.Strict) : null,
            Size = CopyOf(group[0]).Facts.Size,
            Keep = [CopyOf(group[0])],
            Reason = "the first",
            TagsTo = group.Any(names => _added.ContainsKey(names[0]))
                ? new ReportName(At(group[0][0] + _sidecarEnding))
                : default,
            Drop = [.. group.Skip(1).Select(CopyOf)],
        }),
    ];

    /// <summary>The path of the folder of journals.</summary>
    public string JournalPath => $"{_state.Folder}/doppel/journal";

    /// <summary>Opens the folder of journals.</summary>
    public JournalFolder Journals(IChangeableVolume? volume = null) =>
        JournalFolder.Open(volume ?? Volume, new ReportName(_state.Folder + "/doppel/journal"));

    /// <summary>Carries out the plan.</summary>
    public void Act(
        ActionKind action, IChangeableVolume? volume = null, Func<ActOptions, ActOptions>? change = null,
        IReadOnlyList<PlanGroup>? plan = null)
    {
        Results.Clear();
        plan ??= Plan();
        _tree.AddFolder("moved");
        var options = new ActOptions
        {
            Action = action,
            Version = "test",
            MoveTo = Encoding.UTF8.GetBytes(_tree.Folder + "/moved"),
            HomeTrash = Encoding.UTF8.GetBytes(_tree.Folder + "/moved/Trash"),
            Catalog = Catalog,
        };
        using JournalFolder journals = Journals(volume);
        using var run = new ActRun(volume ?? Volume, journals, change?.Invoke(options) ?? options, Results.Add);
        run.Run(plan, CancellationToken.None);
    }

    /// <summary>Undoes the oldest run, or only its names at or below some names in the tree.</summary>
    public bool Undo(IChangeableVolume? volume = null, params string[] only)
    {
        Results.Clear();
        using JournalFolder journals = Journals(volume);
        using JournalReader record = journals.Read(RunsOf(journals)[0]);
        using var run = new UndoRun(
            volume ?? Volume, journals, record,
            new UndoOptions
            {
                Version = "test",
                Only = [.. only.Select(name => new ReportName(At(name)))],
                Catalog = Catalog,
            },
            Results.Add);
        return run.Run(CancellationToken.None);
    }

    /// <summary>What has become of the oldest run.</summary>
    public RunState State()
    {
        using JournalFolder journals = Journals();
        using JournalReader record = journals.Read(RunsOf(journals)[0]);
        return RunStates.Read(journals).Of(record);
    }

    private string At(string name) => name.Length == 0 ? _tree.Folder : Path.Combine(_tree.Folder, name);

    /// <summary>Finishes the only run if it was interrupted; begins it where it had not come to do anything.</summary>
    public void Resume(
        ActionKind action, IReadOnlyList<PlanGroup> plan, IChangeableVolume? volume = null,
        Func<ActOptions, ActOptions>? change = null)
    {
        Results.Clear();
        string? unfinished;
        bool isAny;
        using (JournalFolder journals = Journals(volume))
        {
            unfinished = journals.Unfinished().FirstOrDefault();
            isAny = RunsOf(journals).Count > 0;
            if (unfinished is not null)
            {
                using ActRun run = ActRun.Continue(
                    volume ?? Volume, journals, unfinished, "test", TimeProvider.System, Results.Add, catalog: Catalog);
                run.Resume(CancellationToken.None);
            }
        }

        if (!isAny || (unfinished is null && !HasEnded()))
        {
            ForgetRuns();
            Act(action, volume, change, plan);
        }

        bool HasEnded()
        {
            using JournalFolder journals = Journals(volume);
            using JournalReader journal = journals.Read(RunsOf(journals)[0]);
            return journal.HasEnded;
        }
    }

    /// <summary>Undoes the oldest run if there is one.</summary>
    public void UndoIfBegun(IChangeableVolume volume)
    {
        bool hasBegun;
        using (JournalFolder journals = Journals(volume))
        {
            hasBegun = RunsOf(journals).Any();
        }

        if (hasBegun)
        {
            Undo(volume);
        }
    }

    /// <summary>Removes the folders that moving has made, which must hold no file any more.</summary>
    public void RemoveMoved()
    {
        string moved = $"{_tree.Folder}/moved";
        if (Directory.Exists(moved))
        {
            Assert.Empty(Directory.EnumerateFiles(moved, "*", SearchOption.AllDirectories));
            Directory.Delete(moved, recursive: true);
        }
    }

    /// <summary>Each content that was there has a name, be it a temporary one; of media each payload.</summary>
    public void AssertNothingLost() => Assert.Subset(Contents(static _ => true), _contents);

    /// <summary>
    /// Names, contents, times, modes, owners, attributes and links are as they were; nothing is left over.
    /// </summary>
    public void AssertAsBefore()
    {
        Assert.Equal(Show(_before), Show(Look()));
    }

    /// <summary>The journals of runs that are no undo, oldest first.</summary>
    public static IReadOnlyList<string> RunsOf(JournalFolder journals)
    {
        List<string> runs = [];
        foreach (string id in journals.Ids)
        {
            if (journals.TryRead(id, out JournalReader? reader, out _))
            {
                using (reader)
                {
                    if (reader!.Run.Action is not null)
                    {
                        runs.Add(id);
                    }
                }
            }
        }

        return runs;
    }

    private PlanCopy CopyOf(string[] names) => new()
    {
        Names = [.. names.Select(name => new ReportName(Path.Combine(_tree.Folder, name)))],
        Facts = FactsOf(names[0]),
        AddedTags = _added.GetValueOrDefault(names[0], []),
        SymbolicLinks = [.. _links.Where(link => names.Contains(Path.GetRelativePath(_tree.Folder, $"{link.Final}")))],
    };

    // The old content of a sidecar is in the journal.
    private HashSet<string> Contents(Func<string, bool> counts) =>
    [
        .. Directory.EnumerateFiles(_tree.Folder, "*", SearchOption.AllDirectories).Where(counts)
            .Where(static path => new FileInfo(path).LinkTarget is null)
            .Select(static path => Sounds.PayloadOf(File.ReadAllBytes(path))),
    ];
}
