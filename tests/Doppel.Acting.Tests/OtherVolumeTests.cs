using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Acting.Tests;

/// <summary>A move to another file system: the copy is whole and on the disk before its source goes.</summary>
public sealed class OtherVolumeTests
{
    private const int Block = 128 * 1024;

    [Fact]
    public void A_copy_and_its_folder_are_synced_before_the_source_is_removed()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        List<string> calls = [];
        HookedVolume volume = Elsewhere(calls.Add);
        tree.Act(ActionKind.Move, volume);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);

        // The first move is refused, the second gives the copy its name, the third takes the source aside.
        int[] moves = [.. calls.Index().Where(static call => call.Item == "move").Select(static call => call.Index)];
        int removed = calls.LastIndexOf("remove");
        Assert.Equal(3, moves.Length);
        string[] copied = [.. calls.Skip(moves[0]).Take(moves[1] - moves[0])];
        int changed = copied.Index().Last(static call => call.Item is "write" or "restore" or "truncate").Index;
        Assert.Contains("write", copied);
        Assert.Contains("restore", copied);
        Assert.Contains("sync", copied.Skip(changed));
        Assert.Contains("sync folder", calls.Skip(moves[1]).Take(moves[2] - moves[1]));
        Assert.True(removed > moves[2], string.Join(' ', calls));
    }

    [Theory]
    [InlineData("sync", 1)]
    [InlineData("sync", 2)]
    [InlineData("sync folder", 1)]
    [InlineData("restore", 1)]
    [InlineData("write", 1)]
    public void The_source_stays_if_the_copy_cannot_be_completed(string call, int turn)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        tree.Remember();
        bool isCopying = false;
        int seen = 0;
        HookedVolume volume = Elsewhere(name => isCopying |= name == "move");
        Func<int, string, VolumeError?> elsewhere = volume.Before;
        volume.Before = (number, name) =>
        {
            VolumeError? answer = elsewhere(number, name);
            return isCopying && name == call && ++seen == turn
                ? new VolumeError(VolumeErrorKind.InputOutput, 5)
                : answer;
        };
        tree.Act(ActionKind.Move, volume);
        Assert.True(seen >= turn, $"{seen} of {call}");
        Assert.Equal(ActStatus.Failed, Assert.Single(tree.Results).Status);
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/a/drop"));
        tree.AssertNothingLost();
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(false, true)]
    public void A_copy_has_every_byte_and_its_holes(bool knowsHoles, bool refusesLength)
    {
        const long Size = (8 << 20) + 7;
        long[][] datas =
        [
            [], [0], [Size - 1], [0, Size - 1], [1 << 20, (1 << 20) + Block, 5 << 20], [(3 << 20) - 1, (3 << 20) + 1],
        ];
        foreach (long[] data in datas)
        {
            using var tree = new ActingTree();
            foreach (string name in (string[])["keep", "drop"])
            {
                tree.Files.AddSparseFile(name, Size);
                using SafeFileHandle file = File.OpenHandle(
                    $"{tree.Files.Folder}/{name}", FileMode.Open, FileAccess.Write);
                foreach (long place in data)
                {
                    RandomAccess.Write(file, "data"u8[..(int)Math.Min(4, Size - place)], place);
                }
            }

            tree.AddKnown(["keep"], ["drop"]);
            byte[] content = File.ReadAllBytes($"{tree.Files.Folder}/drop");
            long allocated = tree.FactsOf("drop").Allocated;
            HookedVolume volume = Elsewhere(static _ => { });
            volume.BeforeNextData = () => knowsHoles ? null : new VolumeError(VolumeErrorKind.Unsupported);
            Func<int, string, VolumeError?> elsewhere = volume.Before;
            volume.Before = (number, name) => refusesLength && name == "truncate"
                ? new VolumeError(VolumeErrorKind.AccessDenied)
                : elsewhere(number, name);
            tree.Act(ActionKind.Move, volume);
            Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
            Assert.False(File.Exists($"{tree.Files.Folder}/drop"));
            string moved = $"moved{tree.Files.Folder}/drop";
            Assert.Equal(content, File.ReadAllBytes($"{tree.Files.Folder}/{moved}"));
            if (knowsHoles)
            {
                Assert.InRange(tree.FactsOf(moved).Allocated, 0, allocated);
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_source_that_shrinks_while_it_is_copied_stays_and_leaves_no_copy(int turn)
    {
        using var tree = new ActingTree();
        tree.AddGroup(new string('x', (2 * Block) + 7), ["a/keep"], ["a/drop"]);
        tree.Remember();
        bool isCopying = false;
        int reads = 0;
        HookedVolume volume = Elsewhere(name => isCopying |= name == "move");
        volume.ReadBytes = (_, _, length) => isCopying && ++reads == turn ? length - 1 : length;
        tree.Act(ActionKind.Move, volume);
        Assert.Equal(turn, reads);
        Assert.Equal(ActStatus.Failed, Assert.Single(tree.Results).Status);
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_file_that_took_the_copys_name_meanwhile_is_not_removed_with_it()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        int moves = 0;
        string copy = $"moved{tree.Files.Folder}/a/drop";
        HookedVolume volume = Elsewhere(static _ => { });
        volume.Before = (_, name) =>
        {
            if (name == "move" && ++moves == 1)
            {
                return new VolumeError(VolumeErrorKind.OtherVolume);
            }

            if (name == "move" && moves == 3)
            {
                tree.Files.AddFile("new", "grape");
                tree.Files.Rename("new", copy);
                return new VolumeError(VolumeErrorKind.AccessDenied);
            }

            return null;
        };
        tree.Act(ActionKind.Move, volume);
        Assert.NotEqual(ActStatus.Done, Assert.Single(tree.Results).Status);
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/a/drop"));
        Assert.Equal("grape", File.ReadAllText($"{tree.Files.Folder}/{copy}"));
    }

    /// <summary>Also of one that ended before it noted anything.</summary>
    [Theory]
    [InlineData(true, false, true)]
    [InlineData(false, false, true)]
    [InlineData(true, true, true)]
    [InlineData(false, true, true)]
    [InlineData(true, false, false)]
    [InlineData(false, false, false)]
    public void Wherever_the_undo_of_such_a_move_ends_the_next_one_finishes_it(
        bool after, bool reusesNumber, bool hasNoted)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            tree.Remember();
            ulong moved = tree.InodeOf("a/drop");
            HookedVolume elsewhere = Elsewhere(static _ => { });
            elsewhere.After = (_, name) =>
            {
                if (!hasNoted && name == "remove" && !File.Exists($"{tree.Files.Folder}/a/drop"))
                {
                    throw new CrashException();
                }
            };
            Exception? end = Record.Exception(() => tree.Act(ActionKind.Move, elsewhere));
            elsewhere.CloseLeased();
            Assert.Equal(hasNoted, end is null);
            ended = Crash.At(volume => tree.Undo(volume), at, after);
            tree.AssertNothingLost();

            // The file system may give the number of the file that was moved to the file that is made anew.
            bool isBack = File.Exists($"{tree.Files.Folder}/a/drop");
            tree.Undo(new HookedVolume(ActingTree.Volume)
            {
                Reused = isBack && reusesNumber ? (tree.InodeOf("a/drop"), moved) : null,
            });
            Assert.DoesNotContain(tree.Results, static one => one.Status is ActStatus.Skipped or ActStatus.Failed);
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    // The first move finds that the target lies on another file system.
    private static HookedVolume Elsewhere(Action<string> seen)
    {
        int moves = 0;
        return new HookedVolume(ActingTree.Volume)
        {
            Before = (_, name) =>
            {
                seen(name);
                return name == "move" && ++moves == 1 ? new VolumeError(VolumeErrorKind.OtherVolume) : null;
            },
        };
    }
}
