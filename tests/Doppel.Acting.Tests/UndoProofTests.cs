using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Nothing comes back that is not proved to be what was there.</summary>
public sealed class UndoProofTests
{
    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void A_keeper_of_equal_inode_size_and_time_is_proved_by_its_digest(ActionKind action)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["b/drop"]);
        tree.Act(action);
        Damage(tree, "a/k1");
        Assert.False(tree.Undo());
        Assert.Contains("it has different content", Assert.Single(tree.Results).Reason);
    }

    [Fact]
    public void Among_several_sources_the_intact_one_is_found_and_the_damaged_one_is_named()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["a/k2"], ["b/drop"]);
        PlanGroup group = tree.Plan()[0];
        tree.Act(
            ActionKind.Delete,
            plan: [group with { Keep = [group.Keep[0], group.Drop[0]], Drop = [group.Drop[1]] }]);
        Damage(tree, "a/k1");
        Assert.True(tree.Undo());
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/b/drop"));
        Assert.Contains($"{tree.Files.Folder}/a/k1 (it has different content)", Assert.Single(tree.Results).Reason);
    }

    // With a digest the hash of what was written tells; without one the source is compared and looked at again.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_source_that_is_written_to_while_it_is_copied_is_refused(bool isNoted)
    {
        using var tree = new ActingTree();
        tree.AddGroup(new string('x', 300_000), ["a/k1"], ["b/drop"]);
        var dying = new HookedVolume(ActingTree.Volume)
        {
            After = (_, call) => _ = call == "remove" && !isNoted ? throw new CrashException() : 0,
        };
        try
        {
            tree.Act(ActionKind.Delete, dying);
        }
        catch (CrashException)
        {
            Assert.False(isNoted);
        }

        bool hasMade = false;
        bool hasWritten = false;
        int writes = 0;
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            hasMade |= call == "truncate";
            writes += hasMade && call == "write" ? 1 : 0;
            if (writes == 2 && !hasWritten)
            {
                hasWritten = true;
                Damage(tree, "a/k1");
            }

            return null;
        };
        Assert.False(tree.Undo(volume));
        Assert.True(hasWritten);
        Assert.Contains("it cannot be rebuilt", Assert.Single(tree.Results).Reason);
        Assert.False(File.Exists($"{tree.Files.Folder}/b/drop"));
        Assert.Empty(Directory.EnumerateFiles($"{tree.Files.Folder}/b"));
    }

    [Fact]
    public void Without_a_digest_a_keeper_whose_time_of_status_change_moved_is_not_believed()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["b/drop"]);
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = static (_, call) => _ = call == "remove" ? throw new CrashException() : 0,
        };
        Assert.Throws<CrashException>(() => tree.Act(ActionKind.Delete, volume));
        Damage(tree, "a/k1");
        Assert.False(tree.Undo());
        Assert.Contains("before it recorded", Assert.Single(tree.Results).Reason);
    }

    [Theory]
    [InlineData(1234u, true, 0x1EDu)]
    [InlineData(0u, true, 0x9EDu)]
    [InlineData(0u, false, 0x1EDu)]
    public void Setuid_is_restored_only_on_proved_content_of_the_same_owner(uint keeper, bool isNoted, uint mode)
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can give a file away");
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["b/drop"]);
        Tool.Run("chown", $"{keeper}", $"{tree.Files.Folder}/a/k1");
        File.SetUnixFileMode($"{tree.Files.Folder}/b/drop", (UnixFileMode)0x9ED);
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = (_, call) => _ = call == "remove" && !isNoted ? throw new CrashException() : 0,
        };
        try
        {
            tree.Act(ActionKind.Delete, volume, static options => options with { AcrossOwners = true });
        }
        catch (CrashException)
        {
            Assert.False(isNoted);
        }

        Assert.False(File.Exists($"{tree.Files.Folder}/b/drop"));
        tree.Undo();
        FileFacts back = tree.FactsOf("b/drop");
        Assert.Equal((0u, mode), (back.Owner, back.Mode));
        Assert.Equal(
            mode == 0x1ED, Assert.Single(tree.Results).Reason.Contains("setuid", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Content_of_another_owner_is_given_to_the_owner_of_the_file_only_if_it_is_proved(bool isNoted)
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can give a file away");
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["b/drop"]);
        Tool.Run("chown", "1234:1234", $"{tree.Files.Folder}/a/k1");
        Tool.Run("chown", "1111:1111", $"{tree.Files.Folder}/b/drop");
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = (_, call) => _ = call == "remove" && !isNoted ? throw new CrashException() : 0,
        };
        try
        {
            tree.Act(ActionKind.Delete, volume, static options => options with { AcrossOwners = true });
        }
        catch (CrashException)
        {
            Assert.False(isNoted);
        }

        tree.Undo();
        FileFacts back = tree.FactsOf("b/drop");
        Assert.Equal(isNoted ? (1111u, 1111u) : (0u, 0u), (back.Owner, back.Group));
        Assert.Equal(
            !isNoted, Assert.Single(tree.Results).Reason.Contains("owner was not", StringComparison.Ordinal));
    }

    // The run ends anywhere, then its keeper gets another content, and another time with it.
    [Theory]
    [InlineData(ActionKind.Delete, "grapes")]
    [InlineData(ActionKind.Delete, "grape")]
    [InlineData(ActionKind.HardLink, "grapes")]
    [InlineData(ActionKind.HardLink, "grape")]
    [InlineData(ActionKind.SymbolicLink, "grapes")]
    [InlineData(ActionKind.SymbolicLink, "grape")]
    public void A_keeper_that_changed_before_the_run_was_resumed_is_no_source(ActionKind action, string content)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/k1"], ["b/drop"]);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after: true);
            string keeper = $"{tree.Files.Folder}/a/k1";
            string dropped = $"{tree.Files.Folder}/b/drop";
            File.WriteAllText(keeper, content);
            tree.Resume(action, plan);
            tree.UndoIfBegun(ActingTree.Volume);
            bool isOwnFile = File.Exists(dropped) && new FileInfo(dropped).LinkTarget is null
                && tree.FactsOf("b/drop").Inode != tree.FactsOf("a/k1").Inode;
            Assert.True(!isOwnFile || File.ReadAllText(dropped) == "apple", $"{at}: {File.ReadAllText(keeper)}");
        }
    }

    // Other content of the same size under the same inode and time.
    private static void Damage(ActingTree tree, string name)
    {
        string path = $"{tree.Files.Folder}/{name}";
        DateTime time = File.GetLastWriteTimeUtc(path);
        using (FileStream file = File.Open(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            file.Seek(-1, SeekOrigin.End);
            file.WriteByte((byte)'!');
        }

        File.SetLastWriteTimeUtc(path, time);
    }
}
