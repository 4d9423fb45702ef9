using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <content>Handles leases, and writes to files.</content>
public sealed unsafe partial class LinuxVolume
{
    /// <inheritdoc/>
    public VolumeError TakeLease(FileHandle file)
    {
        if (!CanLease(file))
        {
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        VolumeError error = Result(Libc.Control(file.Value, Libc.ControlSetSignal, Libc.SignalUrgent));
        if (!error.Failed)
        {
            error = Result(Libc.Control(file.Value, Libc.ControlSetLease, Libc.LeaseForReading));
        }

        return error.Code == Errno.Invalid ? new VolumeError(VolumeErrorKind.Unsupported, error.Code) : error;
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Takes the lease once more: an open call counts as a writer before it reaches and breaks the lease, and in
    /// between a scanner may delay it for any length of time. Only a call that has found the file but does not count as
    /// a writer yet goes undetected.
    /// </remarks>
    public bool HoldsLease(FileHandle file) =>
        Libc.Control(file.Value, Libc.ControlGetLease, 0) == Libc.LeaseForReading
        && Libc.Control(file.Value, Libc.ControlSetLease, Libc.LeaseForReading) == 0;

    /// <inheritdoc/>
    /// <remarks>Takes a lease, which is refused while the file is open for writing, and releases it at once.</remarks>
    public VolumeError CheckWriters(FileHandle file)
    {
        VolumeError error = TakeLease(file);
        if (!error.Failed)
        {
            _ = Libc.Control(file.Value, Libc.ControlSetLease, Libc.LeaseReleased);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes)
    {
        fixed (byte* start = bytes)
        {
            for (int written = 0; written < bytes.Length;)
            {
                nint count = Libc.WriteAt(file.Value, start + written, bytes.Length - written, offset + written);
                if (count > 0)
                {
                    written += (int)count;
                }
                else if (count == 0)
                {
                    return Errno.ToError(Errno.NoSpace);
                }
                else if (Marshal.GetLastPInvokeError() != Errno.Interrupted)
                {
                    return LastError();
                }
            }
        }

        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError SetLength(FileHandle file, long length) => Result(Libc.SetLength(file.Value, length));

    /// <inheritdoc/>
    public VolumeError Lock(FileHandle file) =>
        Result(Libc.Lock(file.Value, Libc.LockExclusive | Libc.LockWithoutWaiting));

    /// <inheritdoc/>
    public VolumeError Unlock(FileHandle file) => Result(Libc.Lock(file.Value, Libc.LockRelease));

    /// <inheritdoc/>
    public VolumeError Sync(FileHandle file) => Result(Libc.Sync(file.Value));

    /// <inheritdoc/>
    public VolumeError Sync(FolderHandle folder) => Result(Libc.Sync(folder.Value));

    /// <inheritdoc/>
    public VolumeError SyncFileSystem(FolderHandle folder) => Result(Libc.SyncFileSystem(folder.Value));

    /// <inheritdoc/>
    public VolumeError NextData(FileHandle file, long from, out long start, out long behind)
    {
        start = behind = 0;
        VolumeError error = Stat(file, out FileFacts facts);
        if (error.Failed)
        {
            return error;
        }

        start = behind = facts.Size;
        long data = Libc.Seek(file.Value, from, Libc.SeekData);
        if (data < 0)
        {
            // ENXIO means that only a hole is left.
            error = LastError();
            return error.Code == Errno.NoDeviceOrAddress ? VolumeError.None : error;
        }

        long hole = Libc.Seek(file.Value, data, Libc.SeekHole);
        if (hole < 0)
        {
            return LastError();
        }

        (start, behind) = (data, hole);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError FreeBytesForUser(FolderHandle folder, out long freeBytes)
    {
        StatFsBuffer result = default;
        VolumeError error = Result(Libc.StatFs(folder.Value, &result));
        if (!error.Failed && result.Blocks == 0)
        {
            // FUSE programs need not report it.
            error = new VolumeError(VolumeErrorKind.Unsupported);
        }

        long blocks = User == 0 ? result.FreeBlocks : result.FreeBlocksForUsers;
        long unit = Math.Max(1, result.FragmentBytes > 0 ? result.FragmentBytes : result.BlockBytes);

        // Some servers report unlimited space.
        freeBytes = blocks > long.MaxValue / unit ? long.MaxValue : blocks * unit;
        return error;
    }

    // Types from statfs(2): ext2 to ext4, xfs, btrfs, tmpfs. Other file systems grant a lease that keeps nobody out:
    // neither another machine, nor the layer below, nor the FUSE program.
    private static bool CanLease(FileHandle file)
    {
        StatFsBuffer result = default;
        return Libc.StatFs(file.Value, &result) == 0
            && (uint)result.Type is 0xEF53 or 0x58465342 or 0x9123683E or 0x01021994;
    }
}
