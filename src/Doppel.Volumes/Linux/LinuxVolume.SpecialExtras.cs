using System.Buffers.Binary;

namespace Doppel.Volumes;

/// <content>
/// Reads and sets metadata that Linux keeps neither as attributes nor as flags. Everybody else sees it as attributes.
/// </content>
public sealed unsafe partial class LinuxVolume
{
    // FS_XFLAG_EXTSIZE, FS_XFLAG_EXTSZINHERIT and FS_XFLAG_COWEXTSIZE from linux/fs.h.
    private const uint ExtentSizeFlags = 0x800 | 0x1000;
    private const uint CopyExtentSizeFlags = 0x10000;

    // FILE_ATTRIBUTE_READONLY, HIDDEN, SYSTEM, ARCHIVE, TEMPORARY, OFFLINE and NOT_CONTENT_INDEXED.
    private const uint DosAttributes = 0x1 | 0x2 | 0x4 | DosArchive | 0x100 | 0x1000 | 0x2000;
    private const uint DosArchive = 0x20;

    /// <inheritdoc/>
    public void Prepare(FileHandle file, FileExtras extras)
    {
        ArgumentNullException.ThrowIfNull(extras);
        uint value = 0;
        if (Libc.Control(file.Value, Libc.GetInodeFlags, &value) == 0
            && ((value ^ extras.Flags) & FileExtras.NoCopyOnWrite) != 0)
        {
            value ^= FileExtras.NoCopyOnWrite;
            _ = Libc.Control(file.Value, Libc.SetInodeFlags, &value);
        }

        WriteProject(file.Value, extras);
    }

    private static bool IsSpecial(ExtendedAttribute attribute) =>
        attribute.IsSetting || attribute.Name == ExtendedAttribute.AccessedName;

    private static void AddSpecial(int file, in StatxBuffer stat, bool mayBeDos, List<ExtendedAttribute> attributes)
    {
        if ((stat.Mask & StatxBuffer.MaskAccessed) != 0)
        {
            byte[] time = new byte[sizeof(long) + sizeof(uint)];
            BinaryPrimitives.WriteInt64LittleEndian(time, stat.AccessedSeconds);
            BinaryPrimitives.WriteUInt32LittleEndian(time.AsSpan(sizeof(long)), stat.AccessedNanoseconds);
            attributes.Add(new ExtendedAttribute(ExtendedAttribute.AccessedName, time));
        }

        var known = default(FileSystemAttributes);
        if (Libc.Control(file, Libc.GetFileSystemAttributes, &known) == 0)
        {
            Add(attributes, ExtendedAttribute.ProjectName, known.Project);
            Add(attributes, ExtendedAttribute.ExtentSizeName, known.Flags & ExtentSizeFlags, known.ExtentSize);
            Add(attributes, ExtendedAttribute.CopyExtentSizeName, known.Flags & CopyExtentSizeFlags, known.CopySize);
        }

        // Every new file has the archive attribute.
        if (mayBeDos && ReadDos(file, out uint dos) && (dos & DosAttributes & ~DosArchive) != 0)
        {
            Add(attributes, ExtendedAttribute.DosName, dos & DosAttributes);
        }
    }

    private static void WriteSpecial(int file, FileExtras extras)
    {
        WriteProject(file, extras);
        if (extras.KnowsSettings && ReadDos(file, out uint now))
        {
            uint wanted = (ValuesOf(extras, ExtendedAttribute.DosName) ?? [now & DosArchive])[0];
            if ((now & DosAttributes) != wanted)
            {
                WriteDos(file, (now & ~DosAttributes) | wanted);
            }
        }
    }

    // Each setting for itself, since a file system may refuse one and accept another. A new file may have inherited
    // some from its folder.
    private static void WriteProject(int file, FileExtras extras)
    {
        var known = default(FileSystemAttributes);
        if (!extras.KnowsSettings || Libc.Control(file, Libc.GetFileSystemAttributes, &known) != 0)
        {
            return;
        }

        FileSystemAttributes wanted = known;
        wanted.Project = (ValuesOf(extras, ExtendedAttribute.ProjectName) ?? [0])[0];
        Write(file, ref known, wanted);
        uint[] size = ValuesOf(extras, ExtendedAttribute.ExtentSizeName) ?? [0, 0];
        wanted = known;
        (wanted.Flags, wanted.ExtentSize) = ((known.Flags & ~ExtentSizeFlags) | size[0], size[1]);
        Write(file, ref known, wanted);
        size = ValuesOf(extras, ExtendedAttribute.CopyExtentSizeName) ?? [0, 0];
        wanted = known;
        (wanted.Flags, wanted.CopySize) = ((known.Flags & ~CopyExtentSizeFlags) | size[0], size[1]);
        Write(file, ref known, wanted);
    }

    private static void Write(int file, ref FileSystemAttributes known, FileSystemAttributes wanted)
    {
        bool isSame = known.Project == wanted.Project && known.Flags == wanted.Flags
            && known.ExtentSize == wanted.ExtentSize && known.CopySize == wanted.CopySize;
        if (!isSame && Libc.Control(file, Libc.SetFileSystemAttributes, &wanted) == 0)
        {
            known = wanted;
        }
    }

    private static bool ReadDos(int file, out uint attributes)
    {
        uint value = 0;
        bool isRead = Libc.Control(file, Libc.GetFatAttributes, &value) == 0;
        if (!isRead)
        {
            fixed (byte* name = "system.ntfs_attrib"u8)
            {
                isRead = Libc.GetAttribute(file, name, (byte*)&value, sizeof(uint)) == sizeof(uint);
            }
        }

        attributes = value;
        return isRead;
    }

    private static void WriteDos(int file, uint attributes)
    {
        if (Libc.Control(file, Libc.SetFatAttributes, &attributes) != 0)
        {
            fixed (byte* name = "system.ntfs_attrib"u8)
            {
                _ = Libc.SetAttribute(file, name, (byte*)&attributes, sizeof(uint), 0);
            }
        }
    }

    private static FileTime? AccessedOf(FileExtras extras)
    {
        ReadOnlySpan<byte> value = extras.Attributes
            .FirstOrDefault(static one => one.Name == ExtendedAttribute.AccessedName).Value.Span;
        return value.Length == sizeof(long) + sizeof(uint)
            ? new FileTime(
                BinaryPrimitives.ReadInt64LittleEndian(value),
                BinaryPrimitives.ReadInt32LittleEndian(value[sizeof(long)..]))
            : null;
    }

    // Adds nothing if the first number is 0.
    private static void Add(List<ExtendedAttribute> attributes, string name, params ReadOnlySpan<uint> values)
    {
        if (values[0] == 0)
        {
            return;
        }

        byte[] bytes = new byte[values.Length * sizeof(uint)];
        for (int i = 0; i < values.Length; i++)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(i * sizeof(uint)), values[i]);
        }

        attributes.Add(new ExtendedAttribute(name, bytes));
    }

    private static uint[]? ValuesOf(FileExtras extras, string name)
    {
        ReadOnlySpan<byte> bytes = extras.Attributes.FirstOrDefault(one => one.Name == name).Value.Span;
        if (bytes.IsEmpty)
        {
            return null;
        }

        uint[] values = new uint[Math.Max(2, bytes.Length / sizeof(uint))];
        for (int i = 0; i < bytes.Length / sizeof(uint); i++)
        {
            values[i] = BinaryPrimitives.ReadUInt32LittleEndian(bytes[(i * sizeof(uint))..]);
        }

        return values;
    }

    // struct fsxattr from linux/fs.h.
    private struct FileSystemAttributes
    {
        internal uint Flags;
        internal uint ExtentSize;
        internal uint Extents;
        internal uint Project;
        internal uint CopySize;
        internal uint Padding;
        internal uint MorePadding;
    }
}
