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

    [Fact]
    public void A_replacement_for_a_lost_keeper_is_flushed_to_disk_before_it_gets_its_name()
    {
        using ActingTree tree = Pair();
        List<string> calls = [];
        var volume = new HookedVolume(ActingTree.Volume)
        {
            Before = (_, call) =>
            {
                calls.Add(call);
                if (call == "remove")
                {
                    File.Delete($"{tree.Files.Folder}/a/keep");
                }

                return null;
            },
        };
        tree.Act(ActionKind.Delete, volume);
        tree.AssertNothingLost();
        string[] made = [.. calls.Skip(calls.LastIndexOf("remove"))];
        int named = Array.IndexOf(made, "move");
        int changed = made.Take(named).Index().Last(static call => call.Item is "write" or "restore").Index;
        Assert.Contains("write", made.Take(named));
        Assert.Contains("sync", made.Take(named).Skip(changed));
    }

    [Fact]
    public void A_file_that_is_the_beginning_of_another_is_no_duplicate_of_it()
    {
        // A plan that is wrong, or that somebody has edited.
        foreach (ActionKind action in Enum.GetValues<ActionKind>())
        {
            foreach ((string keep, string drop) in ((string, string)[])[("appletree", "apple"), ("apple", "appletree")])
            {
                using var tree = new ActingTree();
                tree.Files.AddFile("keep", keep);
                tree.Files.AddFile("drop", drop);
                tree.AddKnown(["keep"], ["drop"]);
                tree.Remember();
                var volume = new HookedVolume(ActingTree.Volume)
                {
                    Sharing = static (_, length) => (VolumeError.None, length),
                };
                tree.Act(action, volume);
                Assert.NotEqual(ActStatus.Done, Assert.Single(tree.Results).Status);
                tree.RemoveMoved();
                tree.AssertAsBefore();
            }
        }
    }

    [Fact]
    public void A_file_whose_time_changes_while_it_is_compared_stays()
    {
        foreach (ActionKind action in (ActionKind[])[ActionKind.HardLink, ActionKind.Delete, ActionKind.Move])
        {
            foreach (string name in (string[])["a/keep", "a/drop"])
            {
                using ActingTree tree = Pair();
                bool isCompared = false;
                var volume = new HookedVolume(ActingTree.Volume);
                volume.ReadBytes = (_, _, length) =>
                {
                    if (!isCompared)
                    {
                        isCompared = true;
                        File.SetLastWriteTimeUtc($"{tree.Files.Folder}/{name}", DateTime.UnixEpoch);
                    }

                    return length;
                };
                tree.Act(action, volume);
                Assert.True(isCompared);
                Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
                Assert.True(File.Exists($"{tree.Files.Folder}/a/drop"));
                Assert.NotEqual(tree.InodeOf("a/keep"), tree.InodeOf("a/drop"));
            }
        }
    }

    [Fact]
    public void Files_that_were_replaced_between_the_look_and_the_proof_stay()
    {
        foreach (string name in (string[])["a/keep", "a/drop"])
        {
            using ActingTree tree = Pair();
            string path = $"{tree.Files.Folder}/{name}";
            DateTime modified = File.GetLastWriteTimeUtc(path);
            var volume = new HookedVolume(ActingTree.Volume);
            volume.Before = (_, call) =>
            {
                if (call == "syncfs")
                {
                    tree.Files.AddFile("new", "apple");
                    File.SetLastWriteTimeUtc($"{tree.Files.Folder}/new", modified);
                    tree.Files.Rename("new", name);
                }

                return null;
            };
            tree.Act(ActionKind.Delete, volume);
            Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
            Assert.True(File.Exists($"{tree.Files.Folder}/a/drop"));
        }
    }

    [Fact]
    public void A_duplicate_that_became_a_name_of_its_keeper_is_left_as_it_is()
    {
        foreach (ActionKind action in Enum.GetValues<ActionKind>())
        {
            using ActingTree tree = Pair();
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            tree.Files.AddHardLink("new", "a/keep");
            tree.Files.Rename("new", "a/drop");
            tree.Remember();
            tree.Act(action, plan: plan);
            Assert.NotEqual(ActStatus.Done, Assert.Single(tree.Results).Status);
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
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
