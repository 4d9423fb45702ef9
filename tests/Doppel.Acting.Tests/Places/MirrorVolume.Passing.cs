using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <content>Calls that mean the same on the disk and on a mount, or that mounts do not support.</content>
internal sealed partial class MirrorVolume
{
    private static VolumeError Unsupported => new(VolumeErrorKind.Unsupported);

    public VolumeError PathOf(FolderHandle folder, out byte[] path)
    {
        if (Find(folder) is not { } mounted)
        {
            return disk.PathOf(folder, out path);
        }

        path = Encoding.UTF8.GetBytes(mounted.Mount.At + mounted.Path[mounted.Mount.Real.Length..]);
        return VolumeError.None;
    }

    public VolumeError Protection(FolderHandle at, ReadOnlySpan<byte> name, out FileProtection protection)
    {
        protection = default;
        return Find(at) is null ? disk.Protection(at, name, out protection) : VolumeError.None;
    }

    public bool HoldsLease(FileHandle file) => disk.HoldsLease(file);

    public VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name)
    {
        life.Step();
        return Find(folder) is null && Find(file) is null ? disk.Link(file, folder, name) : Unsupported;
    }

    public VolumeError ShareBlocks(FileHandle source, FileHandle file, long offset, long length, out long sharedBytes)
    {
        sharedBytes = 0;
        return Unsupported;
    }

    public VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        life.Step();
        return Find(folder) is null ? disk.Exchange(folder, first, second) : Unsupported;
    }

    public VolumeError Recycle(FolderHandle folder, ReadOnlySpan<byte> name) => Unsupported;

    public VolumeError OpenForAppending(
        FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length) =>
        disk.OpenForAppending(folder, name, out file, out length);

    public VolumeError Lock(FileHandle file) => disk.Lock(file);

    public VolumeError Unlock(FileHandle file) => disk.Unlock(file);

    public VolumeError Sync(FileHandle file) => VolumeError.None;

    public VolumeError Sync(FolderHandle folder) => VolumeError.None;

    public VolumeError SyncFileSystem(FolderHandle folder) => VolumeError.None;

    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor) =>
        disk.List(folder, wanted, visitor);

    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents) => Unsupported;

    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target) =>
        disk.ReadLink(at, path, out target);

    public string Describe(VolumeError failure) => disk.Describe(failure);

    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency) =>
        disk.Probe(at, path, out latency);
}
