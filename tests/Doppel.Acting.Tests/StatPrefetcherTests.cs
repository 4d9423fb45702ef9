using System.Collections.Concurrent;

namespace Doppel.Acting.Tests;

/// <summary>
/// What the next batch names is looked at while the one before is acted on: what happens meanwhile is noticed.
/// </summary>
public sealed class StatPrefetcherTests
{
    private const int Groups = 3 * GroupsOfBatch;
    private const int GroupsOfBatch = PairPrefetcher.LotCopies;

    public static TheoryData<ActionKind> Actions => [.. Enum.GetValues<ActionKind>()];

    public static TheoryData<ActionKind, string> Changes { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        where action != ActionKind.Reflink
        from change in (string[])["mode", "content", "another file", "gone"]
        select (action, change));

    [Theory]
    [MemberData(nameof(Actions))]
    public void Every_name_of_later_batches_is_looked_at_once_and_beside(ActionKind action)
    {
        using ActingTree tree = Many();
        var here = Thread.CurrentThread;
        ConcurrentBag<(string Name, bool IsHere)> looks = [];
        var volume = new HookedVolume(ActingTree.Volume)
        {
            AfterLook = name => looks.Add((name, Thread.CurrentThread == here)),
        };
        tree.Act(action, volume, InBatches);
        if (action != ActionKind.Reflink)
        {
            Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        }

        string[] names = [.. Enumerable.Range(0, Groups).SelectMany(static i => (string[])[$"k{i}", $"d{i}"])];
        Assert.Equal(names.Order(), looks.Select(static look => look.Name).Order());
        bool isBeside = action != ActionKind.Reflink;
        Assert.Equal(
            isBeside ? 2 * (Groups - GroupsOfBatch) : 0, looks.Count(static look => !look.IsHere));
        tree.Undo();
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public void A_file_that_changes_after_its_stat_stays(ActionKind action, string change)
    {
        using ActingTree tree = Many();
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        string path = $"{tree.Files.Folder}/d{GroupsOfBatch + 1}";
        using var looked = new ManualResetEventSlim();
        bool hasChanged = false;
        int begun = 0;
        string moment = action switch
        {
            ActionKind.HardLink => "link",
            ActionKind.SymbolicLink => "symlink",
            _ => "move",
        };

        // Whether there are links is tried first.
        int probes = action is ActionKind.HardLink or ActionKind.SymbolicLink ? 1 : 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            AfterLook = name =>
            {
                if (name == $"d{GroupsOfBatch + 1}")
                {
                    looked.Set();
                }
            },
            Before = (_, call) =>
            {
                // The first file of the first batch waits.
                if (call == moment && ++begun == probes + 1)
                {
                    Assert.True(looked.Wait(TimeSpan.FromMinutes(1)));
                    hasChanged = true;
                    Change(path, change);
                }

                return null;
            },
        };
        tree.Act(action, volume, InBatches, plan);
        Assert.True(hasChanged);
        ActResult stayed = Assert.Single(tree.Results, static result => result.Status != ActStatus.Done);
        Assert.Equal(path, stayed.Name.ToString());
        if (change != "gone")
        {
            Assert.Equal(ActStatus.Skipped, stayed.Status);
            Assert.True(File.Exists(path));
        }
    }

    private static ActOptions InBatches(ActOptions options) => options with { BatchNames = GroupsOfBatch };

    private static void Change(string path, string change)
    {
        switch (change)
        {
            case "mode":
                File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
                break;
            case "content":
                File.AppendAllText(path, "more");
                break;
            case "another file":
                File.WriteAllText(path + ".new", "another");
                File.Move(path + ".new", path, overwrite: true);
                break;
            default:
                File.Delete(path);
                break;
        }
    }

    private static ActingTree Many()
    {
        var tree = new ActingTree();
        for (int i = 0; i < Groups; i++)
        {
            tree.AddGroup($"content {i}", [$"k{i}"], [$"d{i}"]);
        }

        tree.Remember();
        return tree;
    }
}
