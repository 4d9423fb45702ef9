using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A disk that comes back with another device number is recognized.</summary>
public sealed class DeviceNumberTests
{
    [Fact]
    public void Undo_names_the_new_mount_point_of_a_disk_and_changes_nothing()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Delete, Disk(7));
        string after = tree.Shown();
        HookedVolume elsewhere = Disk(8);
        elsewhere.MountPoints = static id => id == new FileSystemIdentity(7, 0) ? ["/media/new"u8.ToArray()] : [];
        JournalException refused = Assert.Throws<JournalException>(() => tree.Undo(elsewhere));
        Assert.Matches(@"^(/\S*) is mounted at /media/new now: add --map \1=/media/new$", refused.Message);
        Assert.Equal(after, tree.Shown());
        Assert.True(tree.Undo(Disk(7)));
        tree.AssertAsBefore();
    }

    // Without its keepers, nothing shows that this is the disk.
    [Fact]
    public void Undo_restores_nothing_into_the_empty_mount_point_of_a_disk()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Trash, Disk(7));
        Directory.Move(tree.Files.Folder + "/a", tree.Files.Folder + "/unmounted a");
        Directory.Move(tree.Files.Folder + "/c", tree.Files.Folder + "/unmounted c");
        Directory.Move(tree.Files.Folder + "/moved", tree.Files.Folder + "/unmounted moved");
        Directory.CreateDirectory(tree.Files.Folder + "/a");
        string after = tree.Shown();
        Assert.False(tree.Undo(Disk(8)));
        Assert.All(tree.Results, static result => Assert.Contains("is not mounted there; mount it", result.Reason));
        Assert.Equal(after, tree.Shown());
        Directory.Delete(tree.Files.Folder + "/a");
        foreach (string name in (string[])["a", "c", "moved"])
        {
            Directory.Move($"{tree.Files.Folder}/unmounted {name}", $"{tree.Files.Folder}/{name}");
        }

        Assert.True(tree.Undo(Disk(7)));
        tree.AssertAsBefore();
    }

    private static HookedVolume Disk(uint id) => new(ActingTree.Volume)
    {
        MountAs = facts => facts with { Identity = new FileSystemIdentity(id, 0) },
    };

    /// <summary>
    /// A run ends by a kill in two of three cases. Its resuming may end, too, and the numbers change each time.
    /// </summary>
    /// <remarks>
    /// Of a file system without an identity, a part of the run may have left nothing by which it could be recognized.
    /// Names of one file that went in different parts then come back as files of their own.
    /// </remarks>
    [Fact]
    public void Undo_and_resume_recognize_disks_whose_numbers_changed()
    {
        Assert.SkipUnless(TwoDisks.ArePossible, "needs two file systems");
        for (int i = 0; i < TestRun.Count(30, 10_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            try
            {
                Check(new Random(seed));
            }
            catch (Exception failure)
            {
                throw new InvalidOperationException($"seed {seed}: {failure.Message}", failure);
            }
        }
    }

    private static void Check(Random random)
    {
        using var disks = new TwoDisks(random);
        bool isKilled = random.Next(3) > 0;
        disks.Act(isKilled ? random.Next(1, 60) : null);
        bool hasPlan = !isKilled;
        bool staysJoined = disks.HaveIdentities || !isKilled;
        for (int left = random.Next(3); isKilled && left >= 0; left--)
        {
            disks.Remount(random);
            disks.Move(random);
            hasPlan |= disks.Resume(left > 0 ? random.Next(1, 60) : null);
        }

        disks.MoveBack();
        if (hasPlan)
        {
            disks.AssertDone();
        }

        disks.Remount(random);
        disks.Move(random);
        disks.Undo();
        disks.MoveBack();
        disks.AssertAsBefore(staysJoined);
    }
}
