using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Supports macOS: no leases, no links by descriptor; uses the trash of the user or of the volume.</summary>
/// <remarks>Access control lists are not copied to recreated files, because libc has no plain calls for them.</remarks>
[SupportedOSPlatform("macos")]
internal sealed unsafe class MacSystem() : UnixSystem(UnixNumbers.Mac)
{
    private const int AttributeBytesMax = 64 * 1024;

    public override VolumeError Stat(string path, LinkPolicy links, out FileFacts facts)
    {
        VolumeError error = UnixErrors.Of(
            MacNative.StatAt(Numbers.AtFolderItself, Text(path), out MacStat stat, FlagsOf(links)));
        facts = error.Failed ? default : stat.ToFacts();
        return error;
    }

    public override VolumeError Stat(SafeFileHandle file, out FileFacts facts)
    {
        VolumeError error = UnixErrors.Of(MacNative.Stat(file, out MacStat stat));
        facts = error.Failed ? default : stat.ToFacts();
        return error;
    }

    public override VolumeError Stat(
        SafeFileHandle at, ReadOnlySpan<byte> name, LinkPolicy links, out FileFacts facts)
    {
        VolumeError error = UnixErrors.Of(
            MacNative.StatAt(at, Terminated(name), out MacStat stat, FlagsOf(links)));
        facts = error.Failed ? default : stat.ToFacts();
        return error;
    }

    public override MountFacts MountOf(PortableFolder folder)
    {
        VolumeError error = OpenFolder(folder.Path, folder.Links, out SafeFileHandle? handle);
        using (handle)
        {
            return error.Failed || MacNative.StatFs(handle!, out MacStatFs result) != 0
                ? MountFacts.Unknown with { Device = folder.Facts.Device }
                : result.ToFacts(folder.Facts.Device);
        }
    }

    public override VolumeError Protection(
        SafeFileHandle at, ReadOnlySpan<byte> name, out FileProtection protection)
    {
        int result = name.IsEmpty
            ? MacNative.Stat(at, out MacStat stat)
            : MacNative.StatAt(at, Terminated(name), out stat, Numbers.AtSymlinkNoFollow);
        protection = result < 0 ? default : new FileProtection(stat.IsImmutable, stat.IsAppendOnly, stat.Device);
        return UnixErrors.Of(result);
    }

    public override bool HasRecycleBin => true;

    public override VolumeError PathOf(SafeFileHandle folder, out byte[] path)
    {
        byte[] whole = new byte[MacNative.PathBytesMax];
        fixed (byte* answer = whole)
        {
            VolumeError error = UnixErrors.Of(MacNative.Control(folder, MacNative.ControlGetPath, answer));
            path = error.Failed ? [] : whole[..Math.Max(0, whole.AsSpan().IndexOf((byte)0))];
            return error;
        }
    }

    /// <remarks>Unsupported: clonefile does not compare the content.</remarks>
    public override VolumeError ShareBlocks(
        SafeFileHandle source, SafeFileHandle file, long offset, long length, out long sharedBytes)
    {
        sharedBytes = 0;
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    /// <remarks>
    /// Links the current path of the open file, as reported by the system. If another file has taken that path in the
    /// meantime, it gets the new name for a moment and loses it again.
    /// </remarks>
    public override VolumeError Link(SafeFileHandle file, SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = PathOf(file, out byte[] path)
            || UnixErrors.Of(
                UnixNative.LinkAt(Numbers.AtFolderItself, Terminated(path), folder, Terminated(name), 0));
        if (error.Failed)
        {
            return error;
        }

        bool isSame = !Stat(file, out FileFacts meant).Failed
            && !Stat(folder, name, LinkPolicy.Stay, out FileFacts made).Failed
            && meant.Device == made.Device && meant.Inode == made.Inode;
        if (!isSame)
        {
            Remove(folder, name);
        }

        return isSame ? VolumeError.None : new VolumeError(VolumeErrorKind.Changed);
    }

    public override VolumeError Recycle(SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        if (MacNative.StatFs(folder, out MacStatFs mount) != 0)
        {
            return UnixErrors.Of(-1);
        }

        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        return new MacTrash(this).Take(folder, name, home, mount.ToFacts(0).MountPoint);
    }

    /// <remarks>Unsupported: no call waits until everything is written.</remarks>
    public override VolumeError SyncFileSystem(SafeFileHandle folder) => new(VolumeErrorKind.Unsupported);

    public override VolumeError ReadExtras(SafeFileHandle file, out FileExtras extras)
    {
        extras = FileExtras.None;
        VolumeError error = UnixErrors.Of(MacNative.Stat(file, out MacStat stat));
        if (error.Failed)
        {
            return error;
        }

        error = ReadAttributes(file, out List<ExtendedAttribute> attributes);
        extras = new FileExtras(stat.Flags & MacStat.SettableFlags, attributes);
        return error;
    }

    public override VolumeError Restore(SafeFileHandle file, in FileFacts facts, FileExtras extras)
    {
        VolumeError first = UnixErrors.Of(MacNative.ChangeOwner(file, facts.Owner, facts.Group));
        first |= UnixErrors.Of(MacNative.ChangeMode(file, facts.Mode));
        first |= WriteAttributes(file, extras.Attributes);
        long* times = stackalloc long[4]
        {
            0, MacNative.OmitTime, facts.Modified.Seconds, facts.Modified.Nanoseconds,
        };
        first |= UnixErrors.Of(MacNative.SetTimes(file, times));
        VolumeError looked = UnixErrors.Of(MacNative.Stat(file, out MacStat now));
        first |= looked;
        if (!looked.Failed && (now.Flags & MacStat.SettableFlags) != extras.Flags)
        {
            first |= UnixErrors.Of(MacNative.ChangeFlags(file, (now.Flags & ~MacStat.SettableFlags) | extras.Flags));
        }

        return first;
    }

    public override VolumeError RestoreLink(SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts)
    {
        byte[] path = Terminated(name);
        VolumeError first = UnixErrors.Of(
            MacNative.ChangeOwnerAt(folder, path, facts.Owner, facts.Group, Numbers.AtSymlinkNoFollow));
        long* times = stackalloc long[4]
        {
            0, MacNative.OmitTime, facts.Modified.Seconds, facts.Modified.Nanoseconds,
        };
        first |= UnixErrors.Of(MacNative.SetTimesAt(folder, path, times, Numbers.AtSymlinkNoFollow));
        return first;
    }

    public override VolumeError FreeBytesForUser(SafeFileHandle folder, out long freeBytes)
    {
        VolumeError error = UnixErrors.Of(MacNative.StatFs(folder, out MacStatFs result));
        freeBytes = error.Failed ? 0 : result.FreeBytes;
        return error;
    }

    protected override VolumeError Rename(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName, uint flags) =>
        UnixErrors.Of(MacNative.Rename(from, Terminated(name), target, Terminated(newName), flags));

    private int FlagsOf(LinkPolicy links) => links == LinkPolicy.Stay ? Numbers.AtSymlinkNoFollow : 0;

    private static VolumeError ReadAttributes(SafeFileHandle file, out List<ExtendedAttribute> attributes)
    {
        attributes = [];
        byte[] names = new byte[AttributeBytesMax];
        nint bytes = MacNative.ListAttributes(file, names, names.Length, 0);
        if (bytes < 0)
        {
            VolumeError error = UnixErrors.Of(-1);
            return error.Kind == VolumeErrorKind.Unsupported ? VolumeError.None : error;
        }

        byte[] value = new byte[AttributeBytesMax];
        foreach (Range part in names.AsSpan(0, (int)bytes).Split((byte)0))
        {
            byte[] name = names.AsSpan(0, (int)bytes)[part].ToArray();
            if (name.Length == 0)
            {
                continue;
            }

            nint length = MacNative.GetAttribute(file, Terminated(name), value, value.Length, 0, 0);
            if (length < 0)
            {
                return UnixErrors.Of(-1);
            }

            byte[] content = value.AsSpan(0, (int)length).ToArray();
            attributes.Add(new ExtendedAttribute(Encoding.UTF8.GetString(name), content));
        }

        attributes.Sort(static (left, right) => string.CompareOrdinal(left.Name, right.Name));
        return VolumeError.None;
    }

    private static VolumeError WriteAttributes(SafeFileHandle file, IReadOnlyList<ExtendedAttribute> wanted)
    {
        VolumeError first = ReadAttributes(file, out List<ExtendedAttribute> present);
        foreach (ExtendedAttribute one in wanted.Except(present))
        {
            first |= UnixErrors.Of(
                MacNative.SetAttribute(file, Text(one.Name), one.Value.Span, one.Value.Length, 0, 0));
        }

        IEnumerable<string> names = wanted.Select(static one => one.Name);
        foreach (ExtendedAttribute one in present.ExceptBy(names, static one => one.Name))
        {
            first |= UnixErrors.Of(MacNative.RemoveAttribute(file, Text(one.Name), 0));
        }

        return first;
    }
}
