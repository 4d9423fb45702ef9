using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Handles symbolic links and the recycle bin, for which Windows requires a path.</content>
internal sealed partial class WindowsSystem
{
    private const uint LinkToFolder = 1;
    private const uint LinkWithoutPrivilege = 2; // in developer mode, since Windows 10

    private const int ErrorInvalidParameter = 87;
    private const int PathCharsMax = 32_768;
    private const int PlainTargetMax = 247;

    public override VolumeError ReadLink(SafeFileHandle at, ReadOnlySpan<byte> name, out byte[] target)
    {
        target = [];
        VolumeError error = Pin(at, out SafeFileHandle? pin, out string path);
        using (pin)
        {
            if (error.Failed)
            {
                return error;
            }

            try
            {
                string? text = new FileInfo(Join(path, Encoding.UTF8.GetString(name))).LinkTarget;
                target = text is null ? [] : Encoding.UTF8.GetBytes(FromNative(text));
                return text is null ? new VolumeError(VolumeErrorKind.Unsupported) : VolumeError.None;
            }
            catch (Exception exception) when (IsEnvironmental(exception))
            {
                return ErrorOf(exception);
            }
        }
    }

    public override VolumeError MakeSymbolicLink(
        ReadOnlySpan<byte> target, SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        if (!Utf8.IsValid(target))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        VolumeError error = Pin(folder, out SafeFileHandle? pin, out string path);
        using (pin)
        {
            // The call would report success if the name already exists, or if it does nothing.
            error = error || Stat(folder, name, LinkPolicy.Stay, out _);
            if (error.Kind != VolumeErrorKind.Vanished)
            {
                return error || new VolumeError(VolumeErrorKind.Exists);
            }

            string native = Encoding.UTF8.GetString(target).Replace('/', '\\');
            error = MakeSymbolicLink(Join(path, Encoding.UTF8.GetString(name)), path, native);
            if (error.Failed)
            {
                return error;
            }
        }

        error = Stat(folder, name, LinkPolicy.Stay, out FileFacts made);
        return error.Failed || made.Kind != EntryKind.Link ? new VolumeError(VolumeErrorKind.Unsupported) : error;
    }

    public override bool HasRecycleBin => true;

    public override VolumeError PathOf(SafeFileHandle folder, out byte[] path)
    {
        VolumeError error = FinalPath(folder, out string native);
        path = error.Failed ? [] : Encoding.UTF8.GetBytes(FromNative(native));
        return error;
    }

    public override VolumeError FreeBytesForUser(SafeFileHandle folder, out long freeBytes)
    {
        freeBytes = 0;
        VolumeError error = FinalPath(folder, out string path);
        return error.Failed || WindowsNative.GetFreeBytes(path + "\\", out freeBytes, out _, out _)
            ? error : LastChangeError();
    }

    public override VolumeError Recycle(SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = Pin(folder, out SafeFileHandle? pin, out string path);
        using (pin)
        {
            return error || new WindowsRecycleBin(this).Take(folder, name, path);
        }
    }

    private VolumeError MakeSymbolicLink(string path, string folder, string target)
    {
        // The system must be told whether the link points to a folder, and does not check it.
        VolumeError error = WindowsPaths.ToNative(
            IsAbsolute(target) ? null : folder, Encoding.UTF8.GetBytes(target), out string whole);
        bool isFolder = !error.Failed && !Stat(whole, LinkPolicy.Follow, out FileFacts facts).Failed
            && facts.Kind == EntryKind.Folder;
        uint flags = isFolder ? LinkToFolder : 0;
        string text = IsAbsolute(target) && target.Length > PlainTargetMax ? whole : target;
        byte done = WindowsNative.CreateSymbolicLink(path, text, flags | LinkWithoutPrivilege);
        if (done == 0 && Marshal.GetLastPInvokeError() == ErrorInvalidParameter)
        {
            // Windows before version 10 does not know this flag.
            done = WindowsNative.CreateSymbolicLink(path, text, flags);
        }

        return done == 0 ? LastChangeError() : VolumeError.None;
    }

    private static bool IsAbsolute(string target) =>
        target.StartsWith('\\') || (target.Length > 1 && target[1] == ':');

    // While the second handle is open, neither the folder nor a parent folder can be moved or removed. Until it is
    // closed, the path therefore refers to this folder only.
    private static VolumeError Pin(SafeFileHandle folder, out SafeFileHandle? pin, out string path)
    {
        path = "";
        VolumeError error = WindowsFiles.Open(
            folder, default, WindowsNative.ReadData | WindowsNative.ReadAttributes,
            WindowsNative.ShareRead | WindowsNative.ShareWrite, WindowsNative.DispositionOpen,
            WindowsNative.OptionFolder | WindowsNative.OptionBackup | WindowsNative.OptionReparsePoint, out pin);
        return error || FinalPath(pin!, out path);
    }

    private static VolumeError FinalPath(SafeFileHandle folder, out string path)
    {
        path = "";
        var text = new char[PathCharsMax];
        uint length = WindowsNative.GetFinalPath(folder, text, PathCharsMax, 0);
        if (length is 0 or >= PathCharsMax)
        {
            return length == 0 ? LastChangeError() : new VolumeError(VolumeErrorKind.NameTooLong);
        }

        path = new string(text, 0, (int)length);
        return VolumeError.None;
    }
}
