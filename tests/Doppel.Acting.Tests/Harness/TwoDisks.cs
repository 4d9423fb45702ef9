using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Random groups of copies on two file systems, their plan, and a memory of how all was.</summary>
/// <remarks>Each disk has a number that a test chooses, and an identity if a test wants one.</remarks>
internal sealed class TwoDisks : IDisposable
{
    private const string SecondDisk = "/dev/shm";

    private readonly TempTree _first = new();
    private readonly TempTree _second = new(SecondDisk);
    private readonly TempTree _state = new();
    private readonly List<string[][]> _groups = [];
    private readonly ActionKind _action;
    private readonly bool _areKnown;
    private readonly bool _emptyFolders;
    private readonly ulong _firstDevice;
    private readonly ulong _secondDevice;
    private readonly IReadOnlyList<PlanGroup> _plan;
    private readonly string _before;
    private readonly string _beforeApart;
    private (ulong First, ulong Second) _numbers = (100, 200);
    private bool _isMoved;

    internal TwoDisks(Random random)
    {
        _first.AddFolder("moved");
        _firstDevice = FactsOf(_first.Folder).Device;
        _secondDevice = FactsOf(_second.Folder).Device;
        _areKnown = random.Next(2) == 0;
        _emptyFolders = random.Next(2) == 0;
        _action = random.GetItems(
            [ActionKind.HardLink, ActionKind.SymbolicLink, ActionKind.Delete, ActionKind.Trash, ActionKind.Move], 1)[0];
        int groups = random.Next(1, 5);
        for (int i = 0; i < groups; i++)
        {
            AddGroup(random, i);
        }

        HookedVolume volume = VolumeNow();
        _plan = [.. _groups.Select(group => PlanOf(volume, group))];
        _before = Look();
        _beforeApart = Look(withLinks: false);
    }

    /// <summary>Whether the file systems can be recognized by what they say of themselves.</summary>
    internal bool HaveIdentities => _areKnown;

    /// <summary>Whether this machine has two file systems.</summary>
    internal static bool ArePossible
    {
        get
        {
            using var tree = new TempTree();
            return Directory.Exists(SecondDisk) && FactsOf(tree.Folder).Device != FactsOf(SecondDisk).Device;
        }
    }

    /// <summary>Decides what is lost when the power is cut after each step. Null: it is not cut.</summary>
    internal Random? PowerCuts { get; set; }

    /// <summary>Decides which names the system refuses to move. Null: it refuses none.</summary>
    internal Random? Refusals { get; set; }

    /// <summary>What was told of names, in order.</summary>
    internal List<ActResult> Results { get; } = [];

    public void Dispose()
    {
        _first.Dispose();
        MoveBack();
        _second.Dispose();
        _state.Dispose();
    }

    /// <summary>Mounts both disks again: one, both or none of the numbers change, or the disks exchange them.</summary>
    internal void Remount(Random random) => _numbers = random.Next(5) switch
    {
        0 => _numbers,
        1 => (_numbers.First + 1, _numbers.Second),
        2 => (_numbers.First, _numbers.Second + 1),
        3 => (_numbers.First + 1, _numbers.Second + 1),
        _ => (_numbers.Second, _numbers.First),
    };

    /// <summary>Mounts the second disk at another path, or where it was before.</summary>
    internal void Move(Random random)
    {
        // The links that a run makes would point to where it is only for now.
        if (_action != ActionKind.SymbolicLink && random.Next(3) == 0)
        {
            Directory.Move(SecondFolder, _isMoved ? _second.Folder : Elsewhere);
            _isMoved = !_isMoved;
        }
    }

    /// <summary>Mounts the second disk where it was when the run began.</summary>
    internal void MoveBack()
    {
        if (_isMoved)
        {
            Directory.Move(Elsewhere, _second.Folder);
            _isMoved = false;
        }
    }

    private string Elsewhere => _second.Folder + "-elsewhere";

    private string SecondFolder => _isMoved ? Elsewhere : _second.Folder;

    /// <summary>Carries out the plan, and ends at a call as a kill does.</summary>
    internal void Act(int? end)
    {
        var options = new ActOptions
        {
            Action = _action,
            Version = "test",
            EmptyFolders = _emptyFolders,
            Roots = [new ReportName(_first.Folder), new ReportName(_second.Folder)],
            MoveTo = Encoding.UTF8.GetBytes(_first.Folder + "/moved"),
            HomeTrash = Encoding.UTF8.GetBytes(_first.Folder + "/moved/Trash"),
        };
        Until(end, (volume, journals) =>
        {
            using var run = new ActRun(volume, journals, options, Results.Add);
            run.Run(_plan, CancellationToken.None);
        });
    }

    /// <summary>Finishes the run if it can be, and ends at a call as a kill does.</summary>
    /// <returns>Whether there was a run to finish.</returns>
    internal bool Resume(int? end)
    {
        bool isAny = false;
        Until(end, (volume, journals) =>
        {
            if (journals.Unfinished().FirstOrDefault() is { } id)
            {
                isAny = true;
                using ActRun run = ActRun.Continue(volume, journals, id, "test", TimeProvider.System, Results.Add);
                run.Resume(CancellationToken.None);
            }
        });
        return isAny;
    }

    /// <summary>Undoes the run, and ends at a call as a kill does.</summary>
    internal void Undo(int? end = null) => Until(end, (volume, journals) =>
    {
        if (ActingTree.RunsOf(journals) is not [var id, ..])
        {
            return;
        }

        using JournalReader record = journals.Read(id);
        using var run = new UndoRun(volume, journals, record, new UndoOptions { Version = "test" }, Results.Add);
        Assert.True(run.Run(CancellationToken.None));
    });

    /// <summary>Each name that can be acted on is as the action makes it.</summary>
    internal void AssertDone()
    {
        foreach (string[][] group in _groups)
        {
            FileFacts keeper = FactsOf(group[0][0]);
            foreach (string name in group.Skip(1).SelectMany(static names => names))
            {
                bool isOnFirst = name.StartsWith(_first.Folder, StringComparison.Ordinal);
                bool canBeLinked = isOnFirst == group[0][0].StartsWith(_first.Folder, StringComparison.Ordinal);
                bool isDone = _action switch
                {
                    ActionKind.HardLink => !canBeLinked || FactsOf(name).Inode == keeper.Inode,
                    ActionKind.SymbolicLink => new FileInfo(name).LinkTarget is not null
                        && File.ReadAllText(name) == File.ReadAllText(group[0][0]),
                    _ => !File.Exists(name),
                };
                Assert.True(isDone, $"{_action} of {name} is not done: {Told()}");
            }
        }
    }

    /// <summary>Each content that was there has a name, be it a temporary one.</summary>
    internal void AssertNothingLost()
    {
        HashSet<string> contents = [.. Files().Where(File.Exists).Select(File.ReadAllText)];
        Assert.All(Enumerable.Range(0, _groups.Count), group => Assert.Contains($"content {group}", contents));
    }

    /// <summary>Whether there is a run to resume.</summary>
    internal bool IsUnfinished
    {
        get
        {
            bool isAny = false;
            Until(null, (_, journals) => isAny = journals.Unfinished().Any());
            return isAny;
        }
    }

    /// <summary>Damages the plan next to the journal.</summary>
    /// <param name="damage">Receives the plan and returns what is left of it.</param>
    internal void DamagePlan(Func<byte[], byte[]> damage)
    {
        string path = Directory.GetFiles($"{_state.Folder}/journal", "*.plan").Single();
        File.WriteAllBytes(path, damage(File.ReadAllBytes(path)));
    }

    /// <summary>The whole state as text, to see whether anything has changed.</summary>
    internal string State => Look();

    /// <summary>Names, contents and times are as they were, and nothing is left over.</summary>
    /// <param name="withLinks">Whether the names of one file are so, too.</param>
    internal void AssertAsBefore(bool withLinks = true)
    {
        (string before, string now) = (withLinks ? _before : _beforeApart, Look(withLinks));
        Assert.True(before == now, $"{before}\n\nis now\n{now}\n{Told()}");
    }

    private string Told() => string.Join('\n', Results.Select(static one => $"{one.Status} {one.Name}: {one.Reason}"));

    private void AddGroup(Random random, int number)
    {
        var copies = new List<string[]>();
        int count = random.Next(2, 5);
        for (int i = 0; i < count; i++)
        {
            // The trash of another file system would be at its top.
            bool isOnFirst = (_action == ActionKind.Trash && i > 0) || random.Next(2) == 0;
            TempTree disk = isOnFirst ? _first : _second;
            string name = $"f{random.Next(3)}/{number}-{i}";
            List<string> names = [$"{disk.AddFile(name, $"content {number}")}"];
            File.SetLastWriteTimeUtc(
                names[0], new DateTime(2001, 1, 1, 2, 3, 4, DateTimeKind.Utc).AddHours((number * 10) + i));
            if (random.Next(2) == 0)
            {
                names.Add($"{disk.AddHardLink($"f{random.Next(3)}/{number}-{i} again", name)}");
            }

            copies.Add([.. names]);
        }

        _groups.Add([.. copies]);
    }

    private static PlanGroup PlanOf(HookedVolume volume, string[][] group) => new()
    {
        Size = FactsOf(volume, group[0][0]).Size,
        Keep = [CopyOf(volume, group[0])],
        Reason = "the first",
        Drop = [.. group.Skip(1).Select(names => CopyOf(volume, names))],
    };

    private static PlanCopy CopyOf(HookedVolume volume, string[] names) => new()
    {
        Names = [.. names.Select(static name => new ReportName(name))],
        Facts = FactsOf(volume, names[0]),
    };

    private void Until(int? end, Action<HookedVolume, JournalFolder> step)
    {
        Results.Clear();
        PowerCutVolume volume = VolumeNow();
        volume.Before = (number, call) => number == end ? throw new CrashException() : WhyRefused(call);
        try
        {
            var moved = new MovedFolder(
                new ReportName(_isMoved ? _second.Folder : Elsewhere), new ReportName(SecondFolder));
            using JournalFolder journals = JournalFolder.Open(
                volume, new ReportName($"{_state.Folder}/journal"), [moved]);
            step(volume, journals);
        }
        catch (CrashException)
        {
            // The process has ended here.
        }

        if (PowerCuts is { } random)
        {
            volume.Cut(random);
        }
    }

    private VolumeError? WhyRefused(string call) =>
        call == "move" && Refusals?.Next(3) == 0 ? new VolumeError(VolumeErrorKind.AccessDenied, 1) : null;

    private PowerCutVolume VolumeNow() => new(
        ActingTree.Volume, PowerCuts is null ? [] : [_first.Folder, SecondFolder])
    {
        DeviceAs = NumberOf,
        MountAs = facts => facts with
        {
            Identity = _areKnown ? IdentityOf(facts) : default,
        },
    };

    private ulong NumberOf(ulong device)
    {
        if (device == _firstDevice)
        {
            return _numbers.First;
        }

        return device == _secondDevice ? _numbers.Second : device;
    }

    private FileSystemIdentity IdentityOf(MountFacts facts) => new(facts.Device == _firstDevice ? 1u : 2u, 0);

    private IEnumerable<string> Files() => ((string[])[_first.Folder, SecondFolder]).SelectMany(
        static folder => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal));

    private string Look(bool withLinks = true)
    {
        Dictionary<(ulong, ulong), string> inodes = [];
        var text = new StringBuilder();
        foreach (string path in Files())
        {
            FileFacts facts = FactsOf(path);
            inodes.TryAdd((facts.Device, facts.Inode), path);
            text.Append(
                CultureInfo.InvariantCulture,
                $"{path} {facts.Kind} {facts.Size} {facts.Mode} {facts.Modified} ");
            if (withLinks)
            {
                text.Append(
                    CultureInfo.InvariantCulture, $"{facts.Links} {inodes[(facts.Device, facts.Inode)]} ");
            }

            text.AppendLine(File.ReadAllText(path));
        }

        return text.ToString();
    }

    private static FileFacts FactsOf(string path) => FactsOf(ActingTree.Volume, path);

    private static FileFacts FactsOf(IVolume volume, string path)
    {
        VolumeError error = volume.Stat(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        Assert.False(error.Failed, path);
        return facts;
    }
}
