using Microsoft.Win32.SafeHandles;

namespace Doppel.EndToEnd.Harness;

/// <summary>
/// A disk whose power can be cut: an image on a file system that shares blocks, so that it is cloned in one step as it
/// is at a moment, and put back later.
/// </summary>
/// <remarks>
/// What programs wrote and nobody has brought to the disk is not in the image, as after a real cut. One device carries
/// it all the time, so that files have the device number that they had before. All of it lies in memory.
/// </remarks>
internal sealed class CutDisk : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private readonly TempTree _tree = new();
    private readonly Mount _memory;
    private readonly Mount _host;
    private readonly string _device;
    private bool _isOn;
    private int _cuts;

    /// <summary>Makes it and mounts it. Skips where that is not allowed.</summary>
    /// <param name="fileSystem">That of the disk: ext4 or xfs.</param>
    /// <param name="host">That of its image: xfs or btrfs.</param>
    public CutDisk(string fileSystem, string host)
    {
        Needs.Root();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        Needs.Program("mkfs.xfs", "xfsprogs");
        Needs.Program("mkfs.btrfs", "btrfs-progs");
        _memory = Mount.Make(_tree, "memory", "-t", "tmpfs", "none");
        _tree.AddSparseFile("memory/image", 4L << 30);
        Tool.Run("mkfs." + host, "-q", _tree["memory/image"]).MustSucceed();
        _host = Mount.Make(_tree, "host", "-o", "loop", _tree["memory/image"]);
        _tree.AddSparseFile("host/disk", 320L << 20);
        Tool.Run("mkfs." + fileSystem, "-q", _tree["host/disk"]).MustSucceed();
        _device = Tool.Run("losetup", "--find", "--show", _tree["host/disk"]).MustSucceed().OutputText.Trim();
        Start();
    }

    /// <summary>Where it is mounted.</summary>
    public ByteName Folder => _tree["m"];

    /// <summary>Below where it is mounted.</summary>
    public ByteName this[ByteName path] => _tree["m"] / path;

    /// <summary>Cuts the power, as a later <see cref="StartFrom"/> sees it; everything here goes on.</summary>
    /// <returns>The number of the cut.</returns>
    public int Cut()
    {
        CloneFile("host/disk", $"host/cut {_cuts}");
        return _cuts++;
    }

    /// <summary>Starts anew with the disk as it was at a cut. What happened since is gone.</summary>
    public void StartFrom(int cut)
    {
        Stop();
        CloneFile($"host/cut {cut}", "host/disk");
        Tool.Run("blockdev", "--flushbufs", _device).MustSucceed();
        Start();
    }

    /// <summary>Lets the image of a cut go.</summary>
    public void Forget(int cut) => _tree.Remove($"host/cut {cut}");

    public void Dispose()
    {
        Stop();
        Tool.Run("losetup", "--detach", _device);
        _host.Dispose();
        _memory.Dispose();
        _tree.Dispose();
    }

    private void Start()
    {
        Mount.Make(_tree, "m", _device);
        _isOn = true;
    }

    // Not before the file system has let go of the device, or the next mount would show the old one once more: another
    // process may have a file of it open for a moment, or a mount of its own.
    private void Stop()
    {
        if (_isOn)
        {
            _isOn = false;
            Tool.Unmount(_tree["m"]);
            bool isFree = SpinWait.SpinUntil(() => FileLook.IsFree(_device), s_patience);
            Assert.True(isFree, $"{_device} is still in use.");
        }
    }

    private void CloneFile(ByteName from, ByteName to)
    {
        using SafeFileHandle source = File.OpenHandle($"{_tree[from]}", share: FileShare.ReadWrite);
        using SafeFileHandle target = File.OpenHandle(
            $"{_tree[to]}", FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);
        LibC.CloneRange(source, 0, 0, target, 0);
    }
}
