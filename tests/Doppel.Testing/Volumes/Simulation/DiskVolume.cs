using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>A volume on a simulated disk: content and inodes have addresses, and memory keeps what was read.</summary>
public abstract class DiskVolume : SimulatedVolume
{
    // A number that no inode has: in the cache, the inodes themselves are the content of this one.
    private const ulong InodeTable = ulong.MaxValue;

    // The system asks a disk for 1 MiB at a time.
    private const long RequestPagesMax = 256;

    private protected DiskVolume(IVolume inner, DiskLayout layout)
        : base(inner) => Layout = layout;

    /// <summary>Where everything lies.</summary>
    public DiskLayout Layout { get; }

    private protected override void Reach(VolumeCall call, ulong inode)
    {
        if (inode != 0)
        {
            Fetch(InodeTable, (long)(inode / DiskLayout.InodesInPage) * PageCache.PageBytes, 1);
        }
    }

    private protected override long Locate(ulong inode, long page, ref long count)
    {
        count = Math.Min(count, RequestPagesMax);
        return inode == InodeTable
            ? Layout.LocateInode((ulong)page * DiskLayout.InodesInPage)
            : Layout.Locate(inode, page, ref count);
    }

    private protected override VolumeError Lay(in FileFacts file, ExtentQuery query, List<FileExtent> extents)
    {
        Layout.Tell(file.Inode, file.Size, query, extents);
        return VolumeError.None;
    }
}
