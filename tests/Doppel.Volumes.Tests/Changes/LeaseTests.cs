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
    public void Whoever_wants_to_write_waits_and_the_lease_tells()
    {
        FileHandle file = Open();
        AssertKind(VolumeErrorKind.None, s_volume.TakeLease(file));
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

    private FileHandle Open()
    {
        AssertKind(VolumeErrorKind.None, s_volume.OpenFile(
            FolderHandle.None, Encoding.UTF8.GetBytes(_path), out FileHandle file, out _));
        return file;
    }

    private static void AssertKind(VolumeErrorKind expected, VolumeError error) => Assert.Equal(expected, error.Kind);
}
