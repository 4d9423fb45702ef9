using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Handles locks, flushes, holes, attributes and access control lists.</content>
internal sealed unsafe partial class WindowsSystem
{
    private const int ErrorAccessDenied = 5;
    private const int ErrorMoreData = 234;
    private const uint LockNowExclusive = 1 | 2;
    private const uint LockedByteHigh = 0x4000_0000; // far beyond the content, which stays readable

    private const uint AttributeReadOnly = 0x1;
    private const uint AttributeNormal = 0x80;
    private const uint AttributeSparse = 0x200;

    // FlagAttributes control access and visibility. The other attributes describe how a file is stored or was backed
    // up.
    private const uint FlagAttributes = AttributeReadOnly | 0x2 | 0x4;
    private const uint SettableAttributes = FlagAttributes | 0x20 | 0x100 | 0x2000;

    private const string SecurityName = "system.security-descriptor";
    private const string BasicName = ExtendedAttribute.WindowsBasicName;
    private const int SecurityBytesMax = 64 * 1024;

    public override VolumeError Lock(SafeFileHandle file)
    {
        var place = new WindowsNative.Overlapped { OffsetHigh = LockedByteHigh };
        return WindowsNative.Lock(file, LockNowExclusive, 0, 1, 0, &place) ? VolumeError.None : LastChangeError();
    }

    public override VolumeError Unlock(SafeFileHandle file)
    {
        var place = new WindowsNative.Overlapped { OffsetHigh = LockedByteHigh };
        return WindowsNative.Unlock(file, 0, 1, 0, &place) ? VolumeError.None : LastChangeError();
    }

    /// <remarks>
    /// A file that was opened for reading is reopened for writing. This is not possible for a read-only file.
    /// </remarks>
    public override VolumeError SyncFile(SafeFileHandle file)
    {
        if (WindowsNative.Flush(file))
        {
            return VolumeError.None;
        }

        VolumeError error = LastChangeError();
        if (error.Code != ErrorAccessDenied)
        {
            return error;
        }

        using SafeFileHandle writable = WindowsNative.ReOpen(
            file, WindowsNative.GenericWrite, WindowsNative.ShareAll, 0);
        return writable.IsInvalid || !WindowsNative.Flush(writable) ? LastChangeError() : VolumeError.None;
    }

    /// <remarks>
    /// Also succeeds if the system does not permit the flush: NTFS and ReFS journal changes to names, and write that
    /// journal before whatever follows.
    /// </remarks>
    public override VolumeError SyncFolder(SafeFileHandle folder)
    {
        VolumeError error = WindowsFiles.Open(
            folder, default, WindowsNative.GenericWrite, WindowsNative.ShareAll, WindowsNative.DispositionOpen,
            WindowsNative.OptionFolder | WindowsNative.OptionBackup, out SafeFileHandle? writable);
        using (writable)
        {
            error = error || (WindowsNative.Flush(writable!) ? VolumeError.None : LastChangeError());
            return error.Kind == VolumeErrorKind.InputOutput ? error : VolumeError.None;
        }
    }

    /// <remarks>Unsupported: only administrators may do this.</remarks>
    public override VolumeError SyncFileSystem(SafeFileHandle folder) => new(VolumeErrorKind.Unsupported);

    public override VolumeError SetLength(SafeFileHandle file, long length)
    {
        try
        {
            // Without this, skipped ranges would be written as zeros. A file system without holes refuses the call and
            // writes zeros.
            _ = WindowsNative.DeviceControl(file, WindowsNative.ControlSetSparse, null, 0, null, 0, out _, 0);
            RandomAccess.SetLength(file, length);
            return VolumeError.None;
        }
        catch (Exception exception) when (IsEnvironmental(exception))
        {
            return ErrorOf(exception);
        }
    }

    public override VolumeError NextData(
        SafeFileHandle file, long from, long size, out long start, out long behind)
    {
        start = behind = size;
        long* asked = stackalloc long[2] { from, size - from };
        long* told = stackalloc long[2];
        bool done = WindowsNative.DeviceControl(
            file, WindowsNative.ControlAllocatedRanges, asked, 2 * sizeof(long), told, 2 * sizeof(long),
            out uint written, 0);
        if (!done && Marshal.GetLastPInvokeError() != ErrorMoreData)
        {
            return new VolumeError(VolumeErrorKind.Unsupported, Marshal.GetLastPInvokeError());
        }

        if (written >= 2 * sizeof(long))
        {
            start = Math.Max(told[0], from);
            behind = Math.Min(told[0] + told[1], size);
        }

        return VolumeError.None;
    }

    /// <remarks>Does not include the other streams of a file or OS/2 extended attributes.</remarks>
    public override VolumeError ReadExtras(SafeFileHandle file, out FileExtras extras)
    {
        extras = FileExtras.None;
        BasicInfo basic;
        if (!WindowsNative.GetInformation(file, WindowsNative.ClassBasicInfo, &basic, (uint)sizeof(BasicInfo)))
        {
            return LastChangeError();
        }

        VolumeError error = ReadSecurity(file, out byte[] security);
        byte[] created = new byte[sizeof(long) + sizeof(uint)];
        BinaryPrimitives.WriteInt64LittleEndian(created, basic.Created);
        BinaryPrimitives.WriteUInt32LittleEndian(created.AsSpan(sizeof(long)), basic.Attributes);
        List<ExtendedAttribute> attributes = [];
        if (security.Length > 0)
        {
            attributes.Add(new ExtendedAttribute(SecurityName, security));
        }

        attributes.Add(new ExtendedAttribute(BasicName, created));
        extras = new FileExtras(basic.Attributes & FlagAttributes, attributes);
        return error;
    }

    public override VolumeError Restore(SafeFileHandle file, in FileFacts facts, FileExtras extras)
    {
        VolumeError first = VolumeError.None;
        var basic = new BasicInfo { Attributes = extras.Flags };
        foreach (ExtendedAttribute attribute in extras.Attributes)
        {
            ReadOnlySpan<byte> value = attribute.Value.Span;
            if (attribute.Name == SecurityName)
            {
                first = WriteSecurity(file, value);
            }
            else if (attribute.Name == BasicName && value.Length == sizeof(long) + sizeof(uint))
            {
                basic.Created = BinaryPrimitives.ReadInt64LittleEndian(value);
                basic.Attributes = BinaryPrimitives.ReadUInt32LittleEndian(value[sizeof(long)..]);
            }
        }

        if ((basic.Attributes & AttributeSparse) == 0)
        {
            // Refused if the file has holes, which then remain.
            byte isSparse = 0;
            _ = WindowsNative.DeviceControl(file, WindowsNative.ControlSetSparse, &isSparse, 1, null, 0, out _, 0);
        }

        basic.Written = TicksOf(facts.Modified);
        basic.Attributes = (basic.Attributes & SettableAttributes) is var set and not 0 ? set : AttributeNormal;
        bool done = WindowsNative.SetInformation(
            file, WindowsNative.ClassBasicInfo, &basic, (uint)sizeof(BasicInfo));
        return first.Failed || done ? first : LastChangeError();
    }

    public override VolumeError ReadFolderExtras(SafeFileHandle folder, out FileExtras extras)
    {
        extras = FileExtras.None;
        VolumeError error = WindowsFiles.OpenEntry(
            folder, default, WindowsNative.ReadAttributes | WindowsNative.ReadControl, out SafeFileHandle? readable);
        using (readable)
        {
            return error || ReadExtras(readable!, out extras);
        }
    }

    public override VolumeError RestoreFolder(SafeFileHandle folder, in FileFacts facts, FileExtras extras)
    {
        const uint Access = WindowsNative.ReadAttributes | WindowsNative.WriteAttributes | WindowsNative.ReadControl
            | WindowsNative.WriteAccessList;
        VolumeError error = WindowsFiles.OpenEntry(folder, default, Access, out SafeFileHandle? writable);
        using (writable)
        {
            return error || Restore(writable!, facts, extras);
        }
    }

    public override VolumeError RestoreLink(SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts)
    {
        VolumeError error = WindowsFiles.OpenEntry(
            folder, name, WindowsNative.WriteAttributes, out SafeFileHandle? link);
        using (link)
        {
            // Fields that are 0 are left unchanged.
            var basic = new BasicInfo { Written = TicksOf(facts.Modified) };
            return error.Failed || WindowsNative.SetInformation(
                link!, WindowsNative.ClassBasicInfo, &basic, (uint)sizeof(BasicInfo)) ? error : LastChangeError();
        }
    }

    /// <remarks>Unsupported: the call that ReFS has for this does not compare.</remarks>
    public override VolumeError ShareBlocks(
        SafeFileHandle source, SafeFileHandle file, long offset, long length, out long sharedBytes)
    {
        sharedBytes = 0;
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    private static VolumeError LastChangeError() => WindowsErrors.OfChange(Marshal.GetLastPInvokeError());

    private static VolumeError ReadSecurity(SafeFileHandle file, out byte[] descriptor)
    {
        byte[] buffer = new byte[SecurityBytesMax];
        bool done = WindowsNative.GetSecurity(
            file, WindowsNative.SecurityOwnerGroupAccess, buffer, SecurityBytesMax, out uint needed);
        VolumeError error = done ? VolumeError.None : LastChangeError();
        descriptor = done ? buffer[..(int)Math.Min(needed, SecurityBytesMax)] : [];

        // FAT has no security descriptors.
        return error.Kind == VolumeErrorKind.Unsupported ? VolumeError.None : error;
    }

    // The owner is the user who creates the file. Giving it to somebody else requires a privilege.
    private static VolumeError WriteSecurity(SafeFileHandle file, ReadOnlySpan<byte> descriptor)
    {
        VolumeError error = ReadSecurity(file, out byte[] present);
        return error.Failed || present.AsSpan().SequenceEqual(descriptor)
            || WindowsNative.SetSecurity(file, WindowsNative.SecurityAccess, descriptor)
            ? error : LastChangeError();
    }

    private static long TicksOf(FileTime time) =>
        TicksTo1970 + (time.Seconds * TimeSpan.TicksPerSecond) + (time.Nanoseconds / 100);
}
