using System.Text;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Acting.Tests;

/// <summary>Every byte is compared and hashed before a file goes, whatever its size.</summary>
public sealed class ProofTests
{
    private const int Block = 128 * 1024;

    public static TheoryData<ActionKind> Actions =>
        [.. Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)];

    private static int[] Sizes { get; } =
        [1, Block - 1, Block, Block + 1, (2 * Block) - 1, 2 * Block, (2 * Block) + 1, 300_001];

    [Theory]
    [MemberData(nameof(Actions))]
    public void One_different_byte_anywhere_keeps_a_file_in_place(ActionKind action)
    {
        using var tree = new ActingTree();
        int files = 0;
        foreach (int size in Sizes)
        {
            foreach (int place in Places(size))
            {
                string drop = AddPair(tree, ++files, size);
                Flip(tree, drop, place);
            }
        }

        tree.Remember();
        tree.Act(action);
        Assert.Equal(files, tree.Results.Count);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Skipped, result.Status));
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    /// <summary>A damaged journal may claim any size; an undo must not search for data that many times.</summary>
    [Fact]
    public void A_source_that_is_shorter_than_it_should_be_is_refused_at_once()
    {
        using var tree = new TempTree();
        tree.AddFile("from", "apple");
        int searches = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            BeforeNextData = () => ++searches > 100 ? throw new CrashException() : null,
        };
        byte[] folder = Encoding.UTF8.GetBytes(tree.Folder);
        Assert.False(volume.OpenFolder(
            FolderHandle.None, folder, LinkPolicy.Stay, out FolderHandle at, out _).Failed);
        Assert.False(volume.OpenFile(at, "from"u8, out FileHandle from, out _).Failed);
        Assert.False(volume.MakeFile(at, "copy"u8, 0x180, out FileHandle copy).Failed);
        using (var proof = new FileProof(volume))
        {
            VolumeError error = proof.Copy(from, volume, copy, 1 << 30, out ContentDigests digests);
            Assert.Equal(VolumeErrorKind.Changed, error.Kind);
            Assert.Equal(ContentDigests.None, digests);
        }

        volume.Close(copy);
        volume.Close(from);
        volume.Close(at);
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void A_read_that_ends_early_is_never_taken_for_equal_content(ActionKind action)
    {
        // Every block holds the same bytes, so what an earlier read left in the buffer cannot give a short read away.
        const int Size = (2 * Block) + 7;
        for (int turn = 1; turn <= 6; turn++)
        {
            using var tree = new ActingTree();
            tree.AddGroup(new string('x', Size), ["keep"], ["drop"]);
            tree.Remember();
            int reads = 0;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                ReadBytes = (_, _, length) => ++reads == turn ? length - 1 : length,
            };
            tree.Act(action, volume);
            Assert.True(reads >= turn, $"{reads} reads");
            Assert.NotEqual(ActStatus.Done, Assert.Single(tree.Results).Status);
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    /// <summary>Its size and time are as before, only the time of the status change tells.</summary>
    [Theory]
    [MemberData(nameof(Actions))]
    public void A_keeper_that_is_written_to_before_any_read_keeps_its_duplicate(ActionKind action)
    {
        bool isWritten = true;
        for (int at = 1; isWritten; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup(new string('x', 2 * Block), ["keep"], ["drop"]);
            (int reads, int moment) = (0, at);
            isWritten = false;
            var volume = new HookedVolume(ActingTree.Volume) { Leases = static _ => true };
            volume.ReadBytes = (_, _, length) =>
            {
                if (++reads == moment)
                {
                    isWritten = true;
                    FileTime before = tree.FactsOf("keep").Changed;
                    do
                    {
                        Flip(tree, "keep", 0);
                    }
                    while (tree.FactsOf("keep").Changed == before);
                }

                return length;
            };
            tree.Act(action, volume);
            ActStatus status = Assert.Single(tree.Results).Status;
            Assert.True(status == (isWritten ? ActStatus.Skipped : ActStatus.Done), $"read {at}: {status}");
            Assert.True(at > 1 || isWritten);
        }
    }

    [Fact]
    public void Undo_rebuilds_from_a_keeper_with_new_times_and_proves_every_byte()
    {
        foreach (int size in Sizes)
        {
            using ActingTree tree = Deleted(size);
            File.SetLastWriteTimeUtc($"{tree.Files.Folder}/1/keep", DateTime.UnixEpoch);
            Assert.True(tree.Undo(), $"{size} bytes");
            tree.AssertNothingLost();
            Assert.True(File.Exists($"{tree.Files.Folder}/1/drop"));
        }
    }

    [Fact]
    public void Undo_rebuilds_nothing_from_a_keeper_that_differs_in_one_byte()
    {
        foreach (int size in Sizes)
        {
            foreach (int place in Places(size))
            {
                using ActingTree tree = Deleted(size);
                Flip(tree, "1/keep", place);
                File.SetLastWriteTimeUtc($"{tree.Files.Folder}/1/keep", DateTime.UnixEpoch);
                Assert.False(tree.Undo(), $"{size} bytes, byte {place}");
                Assert.False(File.Exists($"{tree.Files.Folder}/1/drop"));
            }
        }
    }

    [Fact]
    public void A_keeper_that_cannot_be_read_to_its_end_is_no_source_for_undo()
    {
        for (int turn = 1; turn <= 3; turn++)
        {
            using ActingTree tree = Deleted((2 * Block) + 7);
            File.SetLastWriteTimeUtc($"{tree.Files.Folder}/1/keep", DateTime.UnixEpoch);
            int reads = 0;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                ReadBytes = (_, _, length) => length is Block or 7 && ++reads == turn ? length - 1 : length,
            };
            Assert.False(tree.Undo(volume));
            Assert.True(reads >= turn, $"{reads} reads");
            Assert.False(File.Exists($"{tree.Files.Folder}/1/drop"));
            Assert.True(tree.Undo());
            tree.AssertNothingLost();
        }
    }

    [Fact]
    public void A_source_that_cannot_be_read_does_not_spoil_the_digest_of_the_next_one()
    {
        using var tree = new ActingTree();
        tree.AddGroup(new string('x', (2 * Block) + 7), ["keep", "keep too"], ["drop"]);
        tree.Remember();
        tree.Act(ActionKind.Delete);
        File.SetLastWriteTimeUtc($"{tree.Files.Folder}/keep", DateTime.UnixEpoch);
        int reads = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            ReadBytes = (_, _, length) => length is Block or 7 && ++reads == 2 ? length - 1 : length,
        };
        Assert.True(tree.Undo(volume));
        Assert.True(reads > 2, $"{reads} reads");
        tree.AssertNothingLost();
        Assert.True(File.Exists($"{tree.Files.Folder}/drop"));
    }

    [Fact]
    public void A_file_that_differs_does_not_spoil_the_digest_of_the_next_one()
    {
        // The first pair differs in its second block, when its first has been hashed already.
        using var tree = new ActingTree();
        string drop = AddPair(tree, 1, 2 * Block);
        Flip(tree, drop, (2 * Block) - 1);
        AddPair(tree, 2, 2 * Block);
        tree.Remember();
        tree.Act(ActionKind.Delete);
        Assert.Equal([ActStatus.Skipped, ActStatus.Done], tree.Results.Select(static result => result.Status));
        File.SetLastWriteTimeUtc($"{tree.Files.Folder}/2/keep", DateTime.UnixEpoch);
        Assert.True(tree.Undo());
        tree.AssertNothingLost();
    }

    private static ActingTree Deleted(int size)
    {
        var tree = new ActingTree();
        AddPair(tree, 1, size);
        tree.Remember();
        tree.Act(ActionKind.Delete);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        return tree;
    }

    private static string AddPair(ActingTree tree, int number, int size)
    {
        tree.AddGroup(new string('x', size), [$"{number}/keep"], [$"{number}/drop"]);
        return $"{number}/drop";
    }

    // The first and the last byte of the file, and of each block.
    private static IEnumerable<int> Places(int size) => Enumerable.Range(0, (size / Block) + 1)
        .SelectMany(static block => (int[])[block * Block, ((block + 1) * Block) - 1])
        .Where(place => place < size).Append(size - 1).Distinct();

    private static void Flip(ActingTree tree, string name, int place)
    {
        string path = $"{tree.Files.Folder}/{name}";
        DateTime modified = File.GetLastWriteTimeUtc(path);
        using (SafeFileHandle file = File.OpenHandle(path, FileMode.Open, FileAccess.Write))
        {
            RandomAccess.Write(file, "y"u8, place);
        }

        File.SetLastWriteTimeUtc(path, modified);
    }
}
