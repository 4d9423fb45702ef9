using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Supports Windows: gets identity, kind and times by handle, and everything else through System.IO.</summary>
internal sealed partial class WindowsSystem : PortableSystem
{
    private const uint TagMountPoint = 0xA000_0003;
    private const uint TagSymbolicLink = 0xA000_000C;
    private const uint TagLinuxLink = 0xA000_001D;
    private const uint TagSocket = 0x8000_0023;
    private const uint TagBlockDevice = 0x8000_0026; // the FIFO and the character device are between it and the socket

    private const long TicksTo1970 = 116_444_736_000_000_000; // from 1601, in 100 ns

    public override bool ListsFacts => true;

    public override FileOptions? PastCache => (FileOptions)WindowsNative.FlagNoBuffering; // not in FileOptions

    /// <summary>Returns whether the attributes show that reading would fetch the content from elsewhere.</summary>
    public static bool IsOffline(uint attributes) => (attributes & (WindowsNative.AttributeOffline
        | WindowsNative.AttributeRecallOnOpen | WindowsNative.AttributeRecallOnDataAccess)) != 0;

    /// <summary>Returns the kind of an entry with the given attributes and reparse tag.</summary>
    /// <remarks>
    /// Only links are links: deduplicated, compressed and cloud files are reparse points but count as files.
    /// </remarks>
    public static EntryKind KindOf(uint attributes, uint tag) => tag switch
    {
        TagMountPoint or TagSymbolicLink or TagLinuxLink => EntryKind.Link,
        >= TagSocket and <= TagBlockDevice => EntryKind.Special,
        _ => (attributes & WindowsNative.AttributeDirectory) != 0 ? EntryKind.Folder : EntryKind.File,
    };

    /// <summary>Folds a 128-bit file id into 64 bits. It is unchanged if the upper half is zero, as on NTFS.</summary>
    public static ulong FoldId(ulong low, ulong high)
    {
        if (high == 0)
        {
            return low;
        }

        // On ReFS, the upper half is the number of the folder, and the lower half that of the file in it.
        // Multiplication by an odd number moves the small folder numbers away from the small file numbers.
        ulong mixed = high * 0x9E37_79B9_7F4A_7C15;
        return low ^ mixed ^ (mixed >> 32);
    }

    /// <summary>Converts a Windows time (100 ns since 1601).</summary>
    public static FileTime TimeOf(long ticks)
    {
        (long seconds, long rest) = Math.DivRem(ticks - TicksTo1970, TimeSpan.TicksPerSecond);
        return rest < 0
            ? new FileTime(seconds - 1, (int)((rest + TimeSpan.TicksPerSecond) * 100))
            : new FileTime(seconds, (int)(rest * 100));
    }

    public override VolumeError ToNative(string? folder, ReadOnlySpan<byte> path, out string native) =>
        WindowsPaths.ToNative(folder, path, out native);

    public override string Join(string folder, ReadOnlySpan<char> name) => WindowsPaths.Join(folder, name);

    public override VolumeError Stat(string path, LinkPolicy links, out FileFacts facts)
    {
        facts = default;
        uint flags = WindowsNative.FlagBackupSemantics | WindowsNative.FlagOpenNoRecall
            | (links == LinkPolicy.Stay ? WindowsNative.FlagOpenReparsePoint : 0);
        using SafeFileHandle handle = WindowsNative.CreateFile(
            path, WindowsNative.ReadAttributes, WindowsNative.ShareAll, 0, WindowsNative.OpenExisting, flags, 0);
        return handle.IsInvalid ? LastError() : Stat(handle, out facts);
    }

    public override unsafe VolumeError Stat(SafeFileHandle file, out FileFacts facts)
    {
        facts = default;
        BasicInfo basic;
        StandardInfo standard;
        if (!WindowsNative.GetInformation(file, WindowsNative.ClassBasicInfo, &basic, (uint)sizeof(BasicInfo))
            || !WindowsNative.GetInformation(
                file, WindowsNative.ClassStandardInfo, &standard, (uint)sizeof(StandardInfo)))
        {
            return LastError();
        }

        TagInfo tag = default;
        if ((basic.Attributes & WindowsNative.AttributeReparsePoint) != 0
            && !WindowsNative.GetInformation(file, WindowsNative.ClassAttributeTagInfo, &tag, (uint)sizeof(TagInfo)))
        {
            return LastError();
        }

        VolumeError error = Identify(file, ref facts);
        facts.Kind = WindowsNative.GetFileType(file) == WindowsNative.TypeDisk
            ? KindOf(basic.Attributes, tag.Tag) : EntryKind.Special;
        facts.Offline = IsOffline(basic.Attributes);
        facts.Size = standard.Size;
        facts.Allocated = standard.Allocated;
        facts.Links = standard.Links;
        facts.Modified = TimeOf(basic.Written);
        facts.Changed = basic.Changed == 0 ? facts.Modified : TimeOf(basic.Changed);
        facts.Born = basic.Created == 0 ? default : TimeOf(basic.Created);
        return error;
    }

    public override MountFacts MountOf(PortableFolder folder) =>
        WindowsMounts.FactsOf(folder.Path, folder.Facts.Device);

    public override string FromNative(string target) => WindowsPaths.FromNative(target);

    public override VolumeError ErrorOf(Exception exception) => WindowsErrors.Of(exception);

    private static VolumeError LastError()
    {
        int number = Marshal.GetLastPInvokeError();
        return number == 0 ? new VolumeError(VolumeErrorKind.Other) : WindowsErrors.Of(number);
    }

    private static unsafe VolumeError Identify(SafeFileHandle file, ref FileFacts facts)
    {
        IdInfo id;
        if (WindowsNative.GetInformation(file, WindowsNative.ClassIdInfo, &id, (uint)sizeof(IdInfo)))
        {
            facts.Device = id.VolumeSerial;
            facts.Inode = FoldId(id.Low, id.High);
            return VolumeError.None;
        }

        if (!WindowsNative.GetInformation(file, out WindowsFileInfo info))
        {
            return LastError();
        }

        facts.Device = info.VolumeSerial;
        facts.Inode = ((ulong)info.IdHigh << 32) | info.IdLow;
        return VolumeError.None;
    }

    // FILE_BASIC_INFO
    private struct BasicInfo
    {
        public long Created;
        public long Accessed;
        public long Written;
        public long Changed;
        public uint Attributes;
    }

    // FILE_STANDARD_INFO
    private struct StandardInfo
    {
        public long Allocated;
        public long Size;
        public uint Links;
        public byte DeletePending;
        public byte Directory;
    }

    // FILE_ATTRIBUTE_TAG_INFO
    private struct TagInfo
    {
        public uint Attributes;
        public uint Tag;
    }

    // FILE_ID_INFO
    private struct IdInfo
    {
        public ulong VolumeSerial;
        public ulong Low;
        public ulong High;
    }
}
