using System.Runtime.InteropServices;
using System.Text;

namespace Doppel.Volumes;

/// <content>Reads and sets a file's metadata: attributes, flags, owner, times.</content>
public sealed unsafe partial class LinuxVolume
{
    // XATTR_LIST_MAX and XATTR_SIZE_MAX from linux/limits.h.
    private const int AttributeBytesMax = 64 * 1024;

    // Most files have no attributes or one.
    private const int FewAttributeBytes = 512;

    // FS_FL_USER_MODIFIABLE from linux/fs.h, FS_NOCOW_FL and FS_PROJINHERIT_FL. Other flags describe how a file is
    // stored on disk.
    private const uint SettableFlags = 0x000380FF | FileExtras.NoCopyOnWrite | 0x20000000;

    // UTIME_OMIT from sys/stat.h.
    private const long OmitTime = (1L << 30) - 2;

    /// <inheritdoc/>
    public VolumeError ReadExtras(FileHandle file, out FileExtras extras)
    {
        extras = FileExtras.None;
        const uint Mask = StatxBuffer.MaskType | StatxBuffer.MaskAccessed;
        return StatDescriptor(file.Value, AskFileSystem, Mask, out StatxBuffer stat)
            || ReadExtras(file.Value, stat, out extras);
    }

    private static VolumeError ReadExtras(int file, in StatxBuffer stat, out FileExtras extras)
    {
        extras = FileExtras.None;
        VolumeError error = ReadFlags(file, out uint? flags);
        if (error.Failed)
        {
            return error;
        }

        error = ReadAttributes(file, out List<ExtendedAttribute> attributes);
        AddSpecial(file, stat, flags is null, attributes);
        attributes.Sort(static (left, right) => string.CompareOrdinal(left.Name, right.Name));
        extras = new FileExtras(flags ?? 0, attributes);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras)
    {
        // The mode follows the owner, because changing the owner clears the set-user-ID bits. The times come near the
        // end, because everything else changes them. The flags come last, because they may forbid any other change.
        VolumeError first = Stat(file, out FileFacts now);
        if (!first.Failed)
        {
            first |= RestoreAccess(file, facts, now);
        }

        first |= WriteAttributes(file.Value, extras.Attributes);
        WriteSpecial(file.Value, extras);
        first |= SetTimes(file, facts.Modified, AccessedOf(extras));
        first |= WriteFlags(file.Value, extras.Flags);
        return first;
    }

    /// <inheritdoc/>
    public VolumeError RestoreLink(FolderHandle folder, ReadOnlySpan<byte> name, in FileFacts facts)
    {
        byte* terminated = stackalloc byte[NameBytesMax + 1];
        if (!TryName(name, terminated))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        const int OfLink = Libc.AtSymlinkNoFollow;
        long* times = stackalloc long[4] { 0, OmitTime, facts.Modified.Seconds, facts.Modified.Nanoseconds };
        VolumeError first = Result(Libc.ChangeOwnerAt(folder.Value, terminated, facts.Owner, facts.Group, OfLink));
        first |= Result(Libc.SetTimesAt(folder.Value, terminated, times, OfLink));
        return first;
    }

    /// <inheritdoc/>
    public VolumeError ReadExtras(FolderHandle folder, out FileExtras extras) =>
        ReadExtras(new FileHandle(folder.Value), out extras);

    /// <inheritdoc/>
    public VolumeError Restore(FolderHandle folder, in FileFacts facts, FileExtras extras) =>
        Restore(new FileHandle(folder.Value), facts, extras);

    // Sets only what differs: file systems without owners and modes refuse even to set the values that they report.
    private VolumeError RestoreAccess(FileHandle file, in FileFacts facts, FileFacts now)
    {
        VolumeError first = VolumeError.None;
        if (now.Owner != facts.Owner || now.Group != facts.Group)
        {
            first = Result(Libc.ChangeOwner(file.Value, facts.Owner, facts.Group));
            first |= Stat(file, out now);
        }

        if (now.Mode != facts.Mode)
        {
            first |= Result(Libc.ChangeMode(file.Value, facts.Mode));
        }

        return first;
    }

    private VolumeError SetTimes(FileHandle file, FileTime time, FileTime? accessed)
    {
        long* times = stackalloc long[4]
        {
            accessed?.Seconds ?? 0, accessed?.Nanoseconds ?? OmitTime, time.Seconds, time.Nanoseconds,
        };
        VolumeError error = Result(Libc.SetTimes(file.Value, times));
        if (error.Failed || (!Stat(file, out FileFacts now).Failed && now.Modified == time))
        {
            return error;
        }

        // Some FUSE programs cannot set one of the two times alone.
        times[0] = time.Seconds;
        times[1] = time.Nanoseconds;
        return Result(Libc.SetTimes(file.Value, times));
    }

    // Null if the file system has no flags.
    private static VolumeError ReadFlags(int file, out uint? flags)
    {
        // The kernel reads and writes an int, whatever size the number of the request encodes.
        uint value = 0;
        VolumeError error = Result(Libc.Control(file, Libc.GetInodeFlags, &value));
        flags = error.Failed ? null : value & SettableFlags;
        return IsWithout(error) ? VolumeError.None : error;
    }

    private static VolumeError WriteFlags(int file, uint flags)
    {
        uint value = 0;
        VolumeError error = Result(Libc.Control(file, Libc.GetInodeFlags, &value));
        if (error.Failed || (value & SettableFlags) == flags)
        {
            return flags == 0 && IsWithout(error) ? VolumeError.None : error;
        }

        value = (value & ~SettableFlags) | flags;
        return Result(Libc.Control(file, Libc.SetInodeFlags, &value));
    }

    private static VolumeError ReadAttributes(int file, out List<ExtendedAttribute> attributes)
    {
        attributes = [];
        byte* few = stackalloc byte[FewAttributeBytes];
        nint bytes = Libc.ListAttributes(file, few, FewAttributeBytes);
        byte[]? many = null;
        if (bytes < 0 && Marshal.GetLastPInvokeError() == Errno.OutOfRange)
        {
            many = new byte[AttributeBytesMax];
            fixed (byte* start = many)
            {
                bytes = Libc.ListAttributes(file, start, AttributeBytesMax);
            }
        }

        if (bytes <= 0)
        {
            VolumeError error = bytes < 0 ? LastError() : VolumeError.None;
            return IsWithout(error) ? VolumeError.None : error;
        }

        byte[] names = many?[..(int)bytes] ?? new ReadOnlySpan<byte>(few, (int)bytes).ToArray();
        return ReadAttributes(file, names, attributes);
    }

    private static VolumeError ReadAttributes(int file, byte[] names, List<ExtendedAttribute> attributes)
    {
        byte[] value = new byte[AttributeBytesMax];
        foreach (Range part in names.AsSpan().Split((byte)0))
        {
            byte[] name = [.. names.AsSpan()[part], 0];
            if (name.Length == 1)
            {
                continue;
            }

            fixed (byte* terminated = name)
            fixed (byte* start = value)
            {
                nint length = Libc.GetAttribute(file, terminated, start, AttributeBytesMax);
                if (length < 0)
                {
                    return LastError();
                }

                string text = Encoding.Latin1.GetString(name.AsSpan(0, name.Length - 1));
                attributes.Add(new ExtendedAttribute(text, value.AsSpan(0, (int)length).ToArray()));
            }
        }

        return VolumeError.None;
    }

    private static VolumeError WriteAttributes(int file, IReadOnlyList<ExtendedAttribute> wanted)
    {
        VolumeError first = ReadAttributes(file, out List<ExtendedAttribute> present);
        foreach (ExtendedAttribute attribute in wanted)
        {
            if (!IsSpecial(attribute) && !present.Contains(attribute))
            {
                fixed (byte* name = Terminated(attribute.Name))
                fixed (byte* value = attribute.Value.Span)
                {
                    first |= Result(Libc.SetAttribute(file, name, value, attribute.Value.Length, 0));
                }
            }
        }

        // These attributes are given to every new file by its folder or by a policy.
        foreach (ExtendedAttribute attribute in present)
        {
            if (!wanted.Any(other => other.Name == attribute.Name))
            {
                fixed (byte* name = Terminated(attribute.Name))
                {
                    first |= Result(Libc.RemoveAttribute(file, name));
                }
            }
        }

        return first;
    }

    private static byte[] Terminated(string name) => [.. Encoding.Latin1.GetBytes(name), 0];

    // A feature that the file system lacks is not a failure to read it.
    private static bool IsWithout(VolumeError error) =>
        error.Kind == VolumeErrorKind.Unsupported || error.Code == Errno.Invalid;
}
