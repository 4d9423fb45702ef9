using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <content>Locks, flushes, holes, attributes and access lists.</content>
internal sealed unsafe partial class WindowsSystem
{
    private const int ErrorAccessDenied = 5;
    private const int ErrorMoreData = 234;
    private const uint LockNowExclusive = 1 | 2;
    private const uint LockedByteHigh = 0x4000_0000; // far behind the content, which other programs may still read

    private const uint AttributeReadOnly = 0x1;
    private const uint AttributeNormal = 0x80;
    private const uint AttributeSparse = 0x200;

    // What decides about access and sight; the other attributes tell how a file lies on its disk or was backed up.
    private const uint FlagAttributes = AttributeReadOnly | 0x2 | 0x4;
    private const uint SettableAttributes = FlagAttributes | 0x20 | 0x100 | 0x2000;

    private const string SecurityName = "system.security-descriptor";
    private const string BasicName = ExtendedAttribute.WindowsBasicName;
    private const int SecurityBytesMax = 64 * 1024;

    /// <inheritdoc/>
    public override VolumeError Lock(SafeFileHandle file)
    {
        var place = new WindowsNative.Overlapped { OffsetHigh = LockedByteHigh };
        return WindowsNative.Lock(file, LockNowExclusive, 0, 1, 0, &place) ? VolumeError.None : LastChangeError();
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A file that was opened for reading is opened for writing for that; one that is read-only cannot be.
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

    /// <inheritdoc/>
    /// <remarks>
    /// Where the system does not let it: NTFS and ReFS keep a journal of names, which is written before what comes
    /// after.
    /// </remarks>
    public override VolumeError SyncFolder(SafeFileHandle folder)
    {
        VolumeError error = WindowsFiles.Open(
            folder, default, WindowsNative.GenericWrite, WindowsNative.ShareAll, WindowsNative.DispositionOpen,
            WindowsNative.OptionFolder | WindowsNative.OptionBackup, out SafeFileHandle? writable);
        using (writable)
        {
            error = error.Failed || WindowsNative.Flush(writable!) ? error : LastChangeError();
            return error.Kind == VolumeErrorKind.InputOutput ? error : VolumeError.None;
        }
    }

    /// <inheritdoc/>
    /// <remarks>Only administrators may.</remarks>
    public override VolumeError SyncFileSystem(SafeFileHandle folder) => new(VolumeErrorKind.Unsupported);

    /// <inheritdoc/>
    public override VolumeError SetLength(SafeFileHandle file, long length)
    {
        try
        {
            // Otherwise what is skipped is written as zeros. A file system without holes refuses, and does just that.
            _ = WindowsNative.DeviceControl(file, WindowsNative.ControlSetSparse, null, 0, null, 0, out _, 0);
            RandomAccess.SetLength(file, length);
            return VolumeError.None;
        }
        catch (Exception exception) when (IsEnvironmental(exception))
        {
            return ErrorOf(exception);
        }
    }

    /// <inheritdoc/>
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

    /// <inheritdoc/>
    /// <remarks>
    /// Further streams of a file are not among them, nor are extended attributes of OS/2.
    /// </remarks>
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

    /// <inheritdoc/>
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
            // Refused where there are holes, which then stay.
            byte isSparse = 0;
            _ = WindowsNative.DeviceControl(file, WindowsNative.ControlSetSparse, &isSparse, 1, null, 0, out _, 0);
        }

        basic.Written = TicksOf(facts.Modified);
        basic.Attributes = (basic.Attributes & SettableAttributes) is var set and not 0 ? set : AttributeNormal;
        bool done = WindowsNative.SetInformation(
            file, WindowsNative.ClassBasicInfo, &basic, (uint)sizeof(BasicInfo));
        return first.Failed || done ? first : LastChangeError();
    }

    /// <inheritdoc/>
    public override VolumeError ReadFolderExtras(SafeFileHandle folder, out FileExtras extras)
    {
        extras = FileExtras.None;
        VolumeError error = WindowsFiles.OpenEntry(
            folder, default, WindowsNative.ReadAttributes | WindowsNative.ReadControl, out SafeFileHandle? readable);
        using (readable)
        {
            return error.Failed ? error : ReadExtras(readable!, out extras);
        }
    }

    /// <inheritdoc/>
    public override VolumeError RestoreFolder(SafeFileHandle folder, in FileFacts facts, FileExtras extras)
    {
        const uint Access = WindowsNative.ReadAttributes | WindowsNative.WriteAttributes | WindowsNative.ReadControl
            | WindowsNative.WriteAccessList;
        VolumeError error = WindowsFiles.OpenEntry(folder, default, Access, out SafeFileHandle? writable);
        using (writable)
        {
            return error.Failed ? error : Restore(writable!, facts, extras);
        }
    }

    /// <inheritdoc/>
    public override VolumeError RestoreLink(SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts)
    {
        VolumeError error = WindowsFiles.OpenEntry(
            folder, name, WindowsNative.WriteAttributes, out SafeFileHandle? link);
        using (link)
        {
            // What is 0 stays as it is.
            var basic = new BasicInfo { Written = TicksOf(facts.Modified) };
            return error.Failed || WindowsNative.SetInformation(
                link!, WindowsNative.ClassBasicInfo, &basic, (uint)sizeof(BasicInfo)) ? error : LastChangeError();
        }
    }

    /// <inheritdoc/>
    /// <remarks>What ReFS has for it does not compare.</remarks>
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

        // FAT has none.
        return error.Kind == VolumeErrorKind.Unsupported ? VolumeError.None : error;
    }

    // The owner is whoever makes the file; to give it to somebody else asks for a privilege.
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
