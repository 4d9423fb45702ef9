using System.Globalization;
using System.IO.MemoryMappedFiles;
using System.Runtime.Versioning;
using System.Text;
using static Doppel.Volumes.Tests.MountTool;

namespace Doppel.Volumes.Tests;

/// <summary>What the times of a file prove: which file it is, and that nobody has written to it.</summary>
[SupportedOSPlatform("linux")]
public sealed class FileTimesTests
{
    [Theory]
    [InlineData("ext4 -q")]
    [InlineData("xfs -q")]
    [InlineData("btrfs -q")]
    [InlineData("tmpfs")]
    public void A_file_keeps_the_time_of_its_creation_whatever_happens_to_it(string fileSystem)
    {
        using var image = new MountedImage(fileSystem);
        string path = image.Point + "/file";
        File.WriteAllText(path, "content");
        FileFacts created = FactsOf(path);
        Assert.NotEqual(default, created.Born);
        Assert.Equal(Told(path, "%.9W"), created.Born);
        Assert.Equal(Told(path, "%.9Z"), created.Changed);
        Run("touch", "-d", "2001-02-03", path);
        File.AppendAllText(path, ", more content");
        Run("ln", path, path + " linked");
        Run("chmod", "600", path);
        Run("mv", path, path + " renamed");
        FileFacts later = FactsOf(path + " renamed");
        Assert.Equal((created.Inode, created.Born), (later.Inode, later.Born));
        Assert.False(created.SameContentAs(later));
        if (fileSystem != "tmpfs")
        {
            image.Remount();
            FileFacts again = FactsOf(path + " renamed");
            Assert.Equal(later.Born, again.Born);
            Assert.True(later.SameContentAs(again with { Device = later.Device }));
        }
    }

    [Theory]
    [InlineData("ext4 -q")]
    [InlineData("ext4 -q -I 128")]
    public void A_new_file_with_an_old_inode_number_has_other_times_once_the_clock_has_moved(string fileSystem)
    {
        using var image = new MountedImage(fileSystem);
        string path = image.Point + "/file";
        int reused = 0;
        for (int round = 0; round < 2; round++)
        {
            File.WriteAllText(path, "first");
            FileFacts first = FactsOf(path);
            AwaitLater(image.Point + "/clock", first.Changed);
            File.Delete(path);
            File.WriteAllText(path, "other");
            FileFacts other = FactsOf(path);
            reused += other.Inode == first.Inode ? 1 : 0;
            Assert.NotEqual((first.Inode, first.Born, first.Changed), (other.Inode, other.Born, other.Changed));
            File.Delete(path);
        }

        Assert.NotEqual(0, reused);
    }

    // There is no room for more than whole seconds. Within one second, a new file with an old inode number and the same
    // size cannot be told from the old one.
    [Fact]
    public void Small_inodes_of_ext4_have_whole_seconds_and_no_time_of_creation()
    {
        using var image = new MountedImage("ext4 -q -I 128");
        File.WriteAllText(image.Point + "/file", "content");
        FileFacts facts = FactsOf(image.Point + "/file");
        Assert.Equal(default, facts.Born);
        Assert.Equal((0, 0), (facts.Changed.Nanoseconds, facts.Modified.Nanoseconds));
        Assert.True(MountedImage.IdentityOf(image.Point).IsKnown);
    }

    [Theory]
    [InlineData("ext4 -q")]
    [InlineData("xfs -q")]
    [InlineData("btrfs -q")]
    public void The_first_write_through_a_map_after_a_sync_changes_the_times(string fileSystem)
    {
        (FileFacts before, FileFacts after) = WriteTwiceThroughMap(fileSystem, path => Run("sync", path));
        Assert.False(before.SameContentAs(after));
    }

    // A map of tmpfs is never write-protected again, because nothing is ever written to a disk. So this is not a law
    // that tmpfs must keep, but the reason why tmpfs has no identity.
    [Fact]
    public void A_write_through_a_map_of_memory_leaves_no_trace_even_after_a_sync()
    {
        (FileFacts before, FileFacts after) = WriteTwiceThroughMap("tmpfs", path => Run("sync", path));
        Assert.True(before.SameContentAs(after));
    }

    [Fact]
    public void Equality_does_not_depend_on_the_time_of_creation()
    {
        var facts = new FileFacts { Inode = 1, Born = new FileTime(2, 3) };
        Assert.Equal(facts, facts with { Born = default });
        Assert.True(facts.SameContentAs(facts with { Born = default }));
    }

    private static (FileFacts Before, FileFacts After) WriteTwiceThroughMap(string fileSystem, Action<string> between)
    {
        using var image = new MountedImage(fileSystem);
        string path = image.Point + "/file";
        File.WriteAllBytes(path, new byte[4096]);
        using MemoryMappedFile map = MemoryMappedFile.CreateFromFile(path, FileMode.Open);
        using MemoryMappedViewAccessor view = map.CreateViewAccessor();
        view.Write(0, (byte)1);
        between(path);
        FileFacts before = FactsOf(path);
        AwaitLater(image.Point + "/clock", before.Changed);
        view.Write(0, (byte)2);
        return (before, FactsOf(path));
    }

    // All ways to the facts of a file give the same.
    private static FileFacts FactsOf(string path)
    {
        IVolume[] volumes = [new LinuxVolume(), new PortableVolume()];
        var found = new List<FileFacts>();
        byte[] bytes = Encoding.UTF8.GetBytes(path);
        foreach (IVolume volume in volumes)
        {
            Assert.False(volume.Stat(
                FolderHandle.None, bytes, LinkPolicy.Stay, FactFields.All, out FileFacts byPath).Failed);
            Assert.False(volume.OpenFile(FolderHandle.None, bytes, out FileHandle file, out FileFacts opened).Failed);
            volume.Close(file);
            found.AddRange([byPath, opened, Listed(volume, path)]);
        }

        Assert.All(found, facts => Assert.Equal((found[0], found[0].Born), (facts, facts.Born)));
        return found[0];
    }

    private static FileFacts Listed(IVolume volume, string path)
    {
        byte[] folder = Encoding.UTF8.GetBytes(Path.GetDirectoryName(path)!);
        Assert.False(volume.OpenFolder(
            FolderHandle.None, folder, LinkPolicy.Stay, out FolderHandle handle, out _).Failed);
        var visitor = new Finder(Encoding.UTF8.GetBytes(Path.GetFileName(path)));
        Assert.False(volume.List(handle, FactFields.All, visitor).Failed);
        volume.Close(handle);
        return visitor.Found;
    }

    // What stat(1) says.
    private static FileTime Told(string path, string format)
    {
        string[] parts = Run("stat", "-c", format, path).Trim().Split('.');
        return new FileTime(
            long.Parse(parts[0], CultureInfo.InvariantCulture), int.Parse(parts[1], CultureInfo.InvariantCulture));
    }

    // Ends as soon as a file that is changed now gets a later time than this.
    private static void AwaitLater(string path, FileTime time)
    {
        do
        {
            File.WriteAllText(path, "tick");
        }
        while (FactsOf(path).Changed <= time);
    }

    private sealed class Finder(byte[] name) : IEntryVisitor
    {
        public FileFacts Found { get; private set; }

        public bool Wants(ReadOnlySpan<byte> other, EntryKind kind) => other.SequenceEqual(name);

        public void Visit(ReadOnlySpan<byte> other, in FileFacts facts) => Found = facts;

        public void Fail(ReadOnlySpan<byte> other, VolumeError failure) => Assert.Fail($"{failure}");
    }
}
