using System.IO.MemoryMappedFiles;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Tests;

/// <summary>Leases of Linux, on a file system that has them.</summary>
[SupportedOSPlatform("linux")]
public sealed class LeaseTests : IDisposable
{
    private static readonly LinuxVolume s_volume = new();

    private readonly string _path =
        $"/dev/shm/doppel-lease-{Environment.ProcessId}-{TestContext.Current.TestCase?.UniqueID}";

    public LeaseTests()
    {
        Assert.SkipUnless(Directory.Exists("/dev/shm"), "needs a tmpfs at /dev/shm");
        File.WriteAllText(_path, "content");
    }

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void A_writer_waits_and_the_lease_shows_it()
    {
        FileHandle file = Open();
        AssertKind(VolumeErrorKind.None, Patient.Try(() => s_volume.TakeLease(file)));
        Assert.True(s_volume.HoldsLease(file));
        using (File.OpenHandle(_path))
        {
            Assert.True(s_volume.HoldsLease(file));
        }

        bool isOpen = false;
        var writer = new Thread(() =>
        {
            using SafeFileHandle handle = File.OpenHandle(
                _path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            Volatile.Write(ref isOpen, true);
        });
        writer.Start();
        SpinWait.SpinUntil(() => !s_volume.HoldsLease(file));
        Assert.False(Volatile.Read(ref isOpen));
        s_volume.Close(file);
        writer.Join();
        Assert.True(isOpen);
    }

    [Fact]
    public void A_file_that_is_open_for_writing_is_busy()
    {
        using SafeFileHandle writer = File.OpenHandle(_path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        FileHandle file = Open();
        AssertKind(VolumeErrorKind.Busy, s_volume.TakeLease(file));
        Assert.False(s_volume.HoldsLease(file));
        s_volume.Close(file);
    }

    [Fact]
    public void A_check_finds_programs_that_have_a_file_open_or_mapped_for_writing_and_keeps_nobody_out()
    {
        FileHandle file = Open();
        using (File.OpenHandle(_path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            AssertKind(VolumeErrorKind.Busy, s_volume.CheckWriters(file));
        }

        using (var map = MemoryMappedFile.CreateFromFile(_path))
        using (map.CreateViewAccessor())
        {
            AssertKind(VolumeErrorKind.Busy, s_volume.CheckWriters(file));
        }

        AssertKind(VolumeErrorKind.None, Patient.Try(() => s_volume.CheckWriters(file)));
        Assert.False(s_volume.HoldsLease(file));
        File.OpenHandle(_path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite).Dispose();
        s_volume.Close(file);
    }

    // An opening counts as a writer before it breaks the lease, and a scanner may hold it up in between.
    [Fact]
    public void A_writer_that_a_scanner_holds_up_ends_the_lease_before_it_breaks_it()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs root to watch openings");
        FileHandle file = Open();
        AssertKind(VolumeErrorKind.None, Patient.Try(() => s_volume.TakeLease(file)));
        Thread writer;
        using (var gate = new OpeningGate(_path))
        {
            writer = new Thread(() => File.OpenHandle(
                _path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite).Dispose());
            writer.Start();
            gate.WaitForOpening();
            Assert.False(s_volume.HoldsLease(file));
            gate.LetThrough();
        }

        s_volume.Close(file);
        writer.Join();
    }

    [Theory]
    [InlineData("overlay")]
    [InlineData("fuse")]
    public void A_lease_is_unsupported_where_it_would_keep_nobody_out(string fileSystem)
    {
        MountTool.Require(fileSystem == "overlay" ? "mount" : "bindfs");
        string folder = Directory.CreateDirectory(_path + "-mounts").FullName;
        try
        {
            string[] parts = ["lower", "upper", "work", "point"];
            Array.ForEach(parts, part => Directory.CreateDirectory($"{folder}/{part}"));
            File.WriteAllText($"{folder}/lower/file", "content");
            string point = $"{folder}/point";
            if (fileSystem == "overlay")
            {
                string layers = $"lowerdir={folder}/lower,upperdir={folder}/upper,workdir={folder}/work";
                MountTool.Mounted(point, ["-t", "overlay", "-o", layers, "overlay", point], () => Check(point));
            }
            else
            {
                MountTool.Run("bindfs", $"{folder}/lower", point);
                MountTool.Unmounting(point, () => Check(point));
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        void Check(string point)
        {
            Assert.Equal(fileSystem, MountTool.MountOf(point).FileSystem);
            AssertKind(VolumeErrorKind.None, s_volume.OpenFile(
                FolderHandle.None, Encoding.UTF8.GetBytes(point + "/file"), out FileHandle file, out _));
            VolumeError leased = Patient.Try(() => s_volume.TakeLease(file));

            // Closed first: a file that is open would keep the mount after a failure.
            s_volume.Close(file);
            AssertKind(VolumeErrorKind.Unsupported, leased);
        }
    }

    private FileHandle Open()
    {
        AssertKind(VolumeErrorKind.None, s_volume.OpenFile(
            FolderHandle.None, Encoding.UTF8.GetBytes(_path), out FileHandle file, out _));
        return file;
    }

    private static void AssertKind(VolumeErrorKind expected, VolumeError error) => Assert.Equal(expected, error.Kind);
}
