using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>The keeper that was compared must still be there, unchanged, when its duplicate goes.</summary>
public sealed class KeeperTests
{
    // Every action after which the content has no other name than the keeper's, and the step before the last look.
    public static TheoryData<ActionKind, string, bool> LastLooks => new()
    {
        { ActionKind.SymbolicLink, "exchange", true },
        { ActionKind.SymbolicLink, "move", false },
        { ActionKind.Delete, "move", true },
        { ActionKind.Move, "move", true },
        { ActionKind.Trash, "move", true },
    };

    // One file seen under two identities looks like this: its ctime changes when its other name is renamed.
    [Theory]
    [MemberData(nameof(LastLooks))]
    public void A_keeper_whose_ctime_changes_with_the_step_keeps_its_duplicate(
        ActionKind action, string step, bool canExchange)
    {
        using ActingTree tree = Pair();
        Act(tree, action, step, canExchange, () => Touch(tree, "a/keep"));
        Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Theory]
    [MemberData(nameof(LastLooks))]
    public void A_keeper_that_another_file_replaced_keeps_its_duplicate(
        ActionKind action, string step, bool canExchange)
    {
        using ActingTree tree = Pair();
        Act(tree, action, step, canExchange, () =>
        {
            tree.Files.AddFile("new", "apple");
            File.SetLastWriteTimeUtc($"{tree.Files.Folder}/new", DateTime.UnixEpoch);
            tree.Files.Rename("new", "a/keep");
        });
        Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/a/drop"));
        Assert.Null(new FileInfo($"{tree.Files.Folder}/a/drop").LinkTarget);
        tree.RemoveMoved();
    }

    private static ActingTree Pair()
    {
        var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        tree.Remember();
        return tree;
    }

    private static void Act(ActingTree tree, ActionKind action, string step, bool canExchange, Action disturb)
    {
        bool isDone = false;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            Before = (_, call) => call == "exchange" && !canExchange
                ? new VolumeError(VolumeErrorKind.Unsupported)
                : null,
            After = (_, call) =>
            {
                if (call == step && !isDone)
                {
                    isDone = true;
                    disturb();
                }
            },
        };
        tree.Act(action, volume);
        Assert.True(isDone, $"{action} made no {step}");
    }

    // Some file systems tick a few times a second only.
    private static void Touch(ActingTree tree, string name)
    {
        string path = $"{tree.Files.Folder}/{name}";
        FileTime before = tree.FactsOf(name).Changed;
        while (tree.FactsOf(name).Changed == before)
        {
            File.SetUnixFileMode(path, File.GetUnixFileMode(path));
        }
    }
}
