using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Supports Linux: gets identity and kind with statx.</summary>
/// <param name="canRename">
/// Whether a rename can refuse to replace a file and can exchange two names, as on Linux and macOS. Tests set this to
/// false.
/// </param>
[SupportedOSPlatform("linux")]
internal sealed class LinuxSystem(bool canRename = true) : UnixSystem(UnixNumbers.Linux)
{
    private static readonly LinuxVolume s_linux = new();
    private readonly MountTable _mounts = new(new MountChanges().Any);

    public override VolumeError Stat(string path, LinkPolicy links, out FileFacts facts)
    {
        VolumeError error = UnixNative.Stat(path, FlagsOf(links), StatxBuffer.MaskAll, out StatxBuffer stat);
        return Facts(error, stat, out facts);
    }

    public override VolumeError Stat(SafeFileHandle file, out FileFacts facts)
    {
        VolumeError error = UnixNative.Stat(file, out StatxBuffer stat);
        return Facts(error, stat, out facts);
    }

    public override MountFacts MountOf(PortableFolder folder)
    {
        const uint Mask = StatxBuffer.MaskAll | StatxBuffer.MaskMountId;
        VolumeError error = UnixNative.Stat(folder.Path, FlagsOf(folder.Links), Mask, out StatxBuffer stat);
        bool known = !error.Failed && (stat.Mask & StatxBuffer.MaskMountId) != 0;
        MountFacts facts = _mounts.FactsOf(folder.Facts.Device, known ? stat.MountId : 0);
        facts = facts with { Identity = IdentityOf(folder, facts) };
        return facts.SectorBytes != 0 ? facts : facts with { SectorBytes = UnixNative.BlockBytes(folder.Path) };
    }

    public override VolumeError Stat(
        SafeFileHandle at, ReadOnlySpan<byte> name, LinkPolicy links, out FileFacts facts)
    {
        VolumeError error = UnixNative.StatAt(at, name, FlagsOf(links), StatxBuffer.MaskAll, out StatxBuffer stat);
        return Facts(error, stat, out facts);
    }

    public override VolumeError Protection(
        SafeFileHandle at, ReadOnlySpan<byte> name, out FileProtection protection)
    {
        int flags = FlagsOf(LinkPolicy.Stay) | (name.IsEmpty ? Libc.AtEmptyPath : 0);
        const uint Mask = StatxBuffer.MaskType | StatxBuffer.MaskMountId;
        VolumeError error = UnixNative.StatAt(at, name, flags, Mask, out StatxBuffer stat);
        protection = new FileProtection(
            (stat.Attributes & StatxBuffer.AttributeImmutable) != 0,
            (stat.Attributes & StatxBuffer.AttributeAppendOnly) != 0,
            (stat.Mask & StatxBuffer.MaskMountId) != 0 ? stat.MountId : 0);
        return error;
    }

    public override bool HasRecycleBin => false;

    public override VolumeError PathOf(SafeFileHandle folder, out byte[] path)
    {
        using var use = new HandleUse(folder);
        return s_linux.PathOf(new FolderHandle(use.Descriptor), out path);
    }

    public override VolumeError ShareBlocks(
        SafeFileHandle source, SafeFileHandle file, long offset, long length, out long sharedBytes)
    {
        using var from = new HandleUse(source);
        using var to = new HandleUse(file);
        return s_linux.ShareBlocks(
            new FileHandle(from.Descriptor), new FileHandle(to.Descriptor), offset, length, out sharedBytes);
    }

    public override VolumeError Link(SafeFileHandle file, SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        using var use = new HandleUse(file);
        byte[] source = Text($"/proc/self/fd/{use.Descriptor}");
        return UnixErrors.Of(UnixNative.LinkAt(
            Libc.AtFdCwd, source, folder, Terminated(name), Numbers.AtSymlinkFollow));
    }

    public override VolumeError Recycle(SafeFileHandle folder, ReadOnlySpan<byte> name) =>
        new(VolumeErrorKind.Unsupported);

    public override VolumeError SyncFileSystem(SafeFileHandle folder) =>
        UnixErrors.Of(UnixNative.SyncFileSystem(folder));

    public override VolumeError ReadExtras(SafeFileHandle file, out FileExtras extras)
    {
        using var use = new HandleUse(file);
        return s_linux.ReadExtras(new FileHandle(use.Descriptor), out extras);
    }

    public override VolumeError Restore(SafeFileHandle file, in FileFacts facts, FileExtras extras)
    {
        using var use = new HandleUse(file);
        return s_linux.Restore(new FileHandle(use.Descriptor), facts, extras);
    }

    public override VolumeError RestoreLink(SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts)
    {
        using var use = new HandleUse(folder);
        return s_linux.RestoreLink(new FolderHandle(use.Descriptor), name, facts);
    }

    public override VolumeError FreeBytesForUser(SafeFileHandle folder, out long freeBytes)
    {
        using var use = new HandleUse(folder);
        return s_linux.FreeBytesForUser(new FolderHandle(use.Descriptor), out freeBytes);
    }

    protected override VolumeError Rename(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName, uint flags)
    {
        if (!canRename)
        {
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        VolumeError error = UnixErrors.Of(
            UnixNative.RenameLinux(from, Terminated(name), target, Terminated(newName), flags));

        // EINVAL means that the file system does not know the flag.
        return error.Code == Errno.Invalid ? new VolumeError(VolumeErrorKind.Unsupported, error.Code) : error;
    }

    private FileSystemIdentity IdentityOf(PortableFolder folder, MountFacts mount)
    {
        VolumeError error = OpenFolder(folder.Path, folder.Links, out SafeFileHandle? handle);
        using (handle)
        {
            if (error.Failed || UnixNative.Stat(handle!, out StatxBuffer stat).Failed)
            {
                return default;
            }

            // The path may lead to another folder by now.
            stat.CopyTo(out FileFacts facts);
            bool isSame = facts.Device == folder.Facts.Device && facts.Inode == folder.Facts.Inode;
            using var use = new HandleUse(handle!);
            return isSame ? IdentityReader.Read(use.Descriptor, stat, mount, _mounts) : default;
        }
    }

    private static VolumeError Facts(VolumeError error, in StatxBuffer stat, out FileFacts facts)
    {
        facts = default;
        if (!error.Failed)
        {
            stat.CopyTo(out facts);
        }

        return error;
    }

    private static int FlagsOf(LinkPolicy links) =>
        Libc.AtNoAutomount | (links == LinkPolicy.Stay ? Libc.AtSymlinkNoFollow : 0);
}
