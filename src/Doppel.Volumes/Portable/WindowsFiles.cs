using System.Buffers.Binary;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Opens, renames, links and removes entries by an open folder and a bare name.</summary>
/// <remarks>
/// Uses ntdll: Win32 accepts only full paths, which lead elsewhere once a parent folder is moved or replaced with a
/// junction.
/// </remarks>
internal static unsafe class WindowsFiles
{
    private const uint CaseInsensitive = 0x40;
    private const uint AttributeNormal = 0x80;
    private const uint StatusDeletePending = 0xC000_0056;
    private const int ErrorDeletePending = 303;

    // FILE_RENAME_INFORMATION and FILE_LINK_INFORMATION: a flag, the folder, the length of the name, the name.
    private const int RootAt = 8;
    private const int NameLengthAt = 16;
    private const int NameAt = 20;
    private const int InformationBytesMin = 24;

    /// <summary>Converts an NTSTATUS.</summary>
    public static VolumeError ErrorOf(uint status)
    {
        if ((int)status >= 0)
        {
            return VolumeError.None;
        }

        return status == StatusDeletePending
            ? new VolumeError(VolumeErrorKind.Vanished, ErrorDeletePending)
            : WindowsErrors.OfChange(WindowsNative.ErrorOfStatus(status));
    }

    /// <summary>Opens or creates an entry. An empty name reopens the folder itself.</summary>
    public static VolumeError Open(
        SafeFileHandle at, ReadOnlySpan<byte> name, uint access, uint share, uint disposition, uint options,
        out SafeFileHandle? opened)
    {
        char[] text = Encoding.UTF8.GetString(name).ToCharArray();
        nint handle;
        uint status;
        using (var root = new HandleUse(at))
        {
            fixed (char* start = text)
            {
                var counted = new WindowsNative.CountedText
                {
                    Bytes = (ushort)(text.Length * sizeof(char)),
                    BytesMax = (ushort)(text.Length * sizeof(char)),
                    Start = start,
                };
                var attributes = new WindowsNative.ObjectAttributes
                {
                    Length = (uint)sizeof(WindowsNative.ObjectAttributes),
                    Root = root.Number,
                    Name = &counted,
                    Flags = CaseInsensitive,
                };
                WindowsNative.StatusBlock block;
                status = WindowsNative.NtCreateFile(
                    out handle, access | WindowsNative.Synchronize, &attributes, &block, null, AttributeNormal, share,
                    disposition, options | WindowsNative.OptionSynchronous, null, 0);
            }
        }

        VolumeError error = ErrorOf(status);
        opened = error.Failed ? null : new SafeFileHandle(handle, ownsHandle: true);
        return error;
    }

    /// <summary>Opens an existing entry. Opens a link itself rather than its target.</summary>
    public static VolumeError OpenEntry(
        SafeFileHandle at, ReadOnlySpan<byte> name, uint access, out SafeFileHandle? opened) => Open(
        at, name, access, WindowsNative.ShareAll, WindowsNative.DispositionOpen,
        WindowsNative.OptionBackup | WindowsNative.OptionReparsePoint | WindowsNative.OptionNoRecall, out opened);

    /// <summary>Gives an open file another or an additional name. Never replaces an existing entry.</summary>
    /// <param name="file">The file.</param>
    /// <param name="folder">The folder for the new name.</param>
    /// <param name="name">The new name.</param>
    /// <param name="kind">Whether to rename or to link.</param>
    public static VolumeError SetName(SafeFileHandle file, SafeFileHandle folder, ReadOnlySpan<byte> name, int kind)
    {
        byte[] text = Encoding.Unicode.GetBytes(Encoding.UTF8.GetString(name));
        byte[] information = new byte[Math.Max(NameAt + text.Length, InformationBytesMin)];
        BinaryPrimitives.WriteInt32LittleEndian(information.AsSpan(NameLengthAt), text.Length);
        text.CopyTo(information, NameAt);
        using var root = new HandleUse(folder);
        BinaryPrimitives.WriteInt64LittleEndian(information.AsSpan(RootAt), root.Number);
        fixed (byte* start = information)
        {
            WindowsNative.StatusBlock block;
            return ErrorOf(WindowsNative.NtSetInformation(
                file, &block, start, (uint)information.Length, kind));
        }
    }

    /// <summary>Removes the name under which an entry was opened.</summary>
    public static VolumeError Remove(SafeFileHandle entry)
    {
        // Removes the name immediately, even if others have the file open or if it is read-only. Available since
        // Windows 10.
        const uint DeleteNow = 1 | 2 | 0x10;
        uint now = DeleteNow;
        WindowsNative.StatusBlock block;
        uint status = WindowsNative.NtSetInformation(entry, &block, &now, sizeof(uint), WindowsNative.NtDeleteNow);
        if (!IsUnknown(status))
        {
            return ErrorOf(status);
        }

        byte delete = 1;
        return ErrorOf(WindowsNative.NtSetInformation(entry, &block, &delete, 1, WindowsNative.NtDelete));
    }

    // STATUS_NOT_IMPLEMENTED, _INVALID_INFO_CLASS, _INVALID_PARAMETER, _INVALID_DEVICE_REQUEST, _NOT_SUPPORTED.
    private static bool IsUnknown(uint status) =>
        status is 0xC000_0002 or 0xC000_0003 or 0xC000_000D or 0xC000_0010 or 0xC000_00BB;
}
