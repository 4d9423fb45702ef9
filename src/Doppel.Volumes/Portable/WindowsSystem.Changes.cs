using System.Text;
using System.Text.Unicode;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>
/// Makes changes by open folders and bare names. The handle of a folder shares all access: the folder may be moved, and
/// its names are still accessed through the handle.
/// </content>
internal sealed partial class WindowsSystem
{
    private const int NameCharsMax = 255;

    public override uint User => 0;

    public override bool CanExchange => false;

    /// <remarks>A backslash would lead to another folder, a colon to another stream.</remarks>
    public override bool IsName(ReadOnlySpan<byte> name) =>
        name.Length > 0 && !name.ContainsAny("/\\:\0"u8) && !name.SequenceEqual("."u8) && !name.SequenceEqual(".."u8)
        && Utf8.IsValid(name) && Encoding.UTF8.GetCharCount(name) <= NameCharsMax;

    public override VolumeError OpenRoot(ReadOnlySpan<byte> path, out SafeFileHandle? root, out int length)
    {
        root = null;
        return WindowsPaths.TryRoot(path, out string native, out length)
            ? OpenFolder(native + "\\", LinkPolicy.Follow, out root)
            : new VolumeError(VolumeErrorKind.BadName);
    }

    public override VolumeError OpenFolder(string path, LinkPolicy links, out SafeFileHandle? folder)
    {
        uint flags = WindowsNative.FlagBackupSemantics
            | (links == LinkPolicy.Stay ? WindowsNative.FlagOpenReparsePoint : 0);
        folder = WindowsNative.CreateFile(
            path, WindowsNative.ReadAttributes | WindowsNative.Synchronize, WindowsNative.ShareAll, 0,
            WindowsNative.OpenExisting, flags, 0);
        VolumeError error = folder.IsInvalid ? LastError() : VolumeError.None;
        folder = error.Failed ? null : folder;
        return error;
    }

    public override VolumeError OpenFolder(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? folder)
    {
        FileFacts facts = default;
        VolumeError error = WindowsFiles.OpenEntry(at, name, WindowsNative.ReadAttributes, out folder)
            || Stat(folder!, out facts);
        if (!error.Failed && facts.Kind != EntryKind.Folder)
        {
            error = new VolumeError(
                facts.Kind == EntryKind.Link ? VolumeErrorKind.IsLink : VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            folder?.Dispose();
            folder = null;
        }

        return error;
    }

    /// <remarks>
    /// Does not open the reparse point itself: for a file that the system compresses or deduplicates, that would return
    /// raw data. Callers check before and after that the entry is not a link.
    /// </remarks>
    public override VolumeError OpenFile(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file) =>
        WindowsFiles.Open(
            at, name, WindowsNative.GenericRead, WindowsNative.ShareAll, WindowsNative.DispositionOpen,
            WindowsNative.OptionNoFolder, out file);

    public override VolumeError OpenToWrite(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file) =>
        WindowsFiles.Open(
            at, name, WindowsNative.GenericRead | WindowsNative.GenericWrite, WindowsNative.ShareAll,
            WindowsNative.DispositionOpen, WindowsNative.OptionNoFolder | WindowsNative.OptionReparsePoint, out file);

    public override VolumeError MakeFile(
        SafeFileHandle at, ReadOnlySpan<byte> name, uint mode, out SafeFileHandle? file) => WindowsFiles.Open(
        at, name, WindowsNative.GenericRead | WindowsNative.GenericWrite | WindowsNative.WriteAccessList,
        WindowsNative.ShareAll, WindowsNative.DispositionCreate, WindowsNative.OptionNoFolder, out file);

    public override VolumeError Stat(
        SafeFileHandle at, ReadOnlySpan<byte> name, LinkPolicy links, out FileFacts facts)
    {
        facts = default;
        uint options = WindowsNative.OptionBackup | WindowsNative.OptionNoRecall
            | (links == LinkPolicy.Stay ? WindowsNative.OptionReparsePoint : 0);
        VolumeError error = WindowsFiles.Open(
            at, name, WindowsNative.ReadAttributes, WindowsNative.ShareAll, WindowsNative.DispositionOpen, options,
            out SafeFileHandle? entry);
        using (entry)
        {
            return error || Stat(entry!, out facts);
        }
    }

    public override VolumeError Protection(
        SafeFileHandle at, ReadOnlySpan<byte> name, out FileProtection protection)
    {
        FileFacts facts = default;
        VolumeError error = name.IsEmpty ? Stat(at, out facts) : Stat(at, name, LinkPolicy.Stay, out facts);
        protection = new FileProtection(false, false, facts.Device);
        return error;
    }

    public override VolumeError TakeLease(SafeFileHandle file, out SafeFileHandle? lease)
    {
        lease = WindowsNative.ReOpen(
            file, WindowsNative.GenericRead, WindowsNative.ShareRead | WindowsNative.ShareDelete, 0);
        VolumeError error = lease.IsInvalid ? LastChangeError() : VolumeError.None;
        lease = error.Failed ? null : lease;
        return error;
    }

    public override VolumeError Link(SafeFileHandle file, SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        // Opened like CreateHardLink does, because a handle for reading only may not be sufficient.
        using SafeFileHandle own = WindowsNative.ReOpen(
            file, WindowsNative.WriteAttributes | WindowsNative.Synchronize, WindowsNative.ShareAll, 0);
        return WindowsFiles.SetName(own.IsInvalid ? file : own, folder, name, WindowsNative.NtLink);
    }

    /// <remarks>Windows has no such call.</remarks>
    public override VolumeError Exchange(
        SafeFileHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        new(VolumeErrorKind.Unsupported);

    public override VolumeError Move(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName)
    {
        VolumeError error = WindowsFiles.OpenEntry(from, name, WindowsNative.Delete, out SafeFileHandle? entry);
        using (entry)
        {
            return error || WindowsFiles.SetName(entry!, target, newName, WindowsNative.NtRename);
        }
    }

    public override VolumeError Remove(SafeFileHandle folder, ReadOnlySpan<byte> name) =>
        Remove(folder, name, static kind => kind != EntryKind.Folder);

    public override VolumeError RemoveFolder(SafeFileHandle folder, ReadOnlySpan<byte> name) =>
        Remove(folder, name, static kind => kind == EntryKind.Folder);

    public override VolumeError MakeFolder(SafeFileHandle folder, ReadOnlySpan<byte> name, uint mode)
    {
        VolumeError error = WindowsFiles.Open(
            folder, name, WindowsNative.ReadAttributes, WindowsNative.ShareAll, WindowsNative.DispositionCreate,
            WindowsNative.OptionFolder, out SafeFileHandle? made);
        made?.Dispose();
        return error;
    }

    private VolumeError Remove(SafeFileHandle folder, ReadOnlySpan<byte> name, Func<EntryKind, bool> isMeant)
    {
        VolumeError error = WindowsFiles.OpenEntry(
            folder, name, WindowsNative.Delete | WindowsNative.ReadAttributes, out SafeFileHandle? entry);
        using (entry)
        {
            FileFacts facts = default;
            error = error || Stat(entry!, out facts);
            return error || (isMeant(facts.Kind)
                ? WindowsFiles.Remove(entry!)
                : new VolumeError(VolumeErrorKind.Changed));
        }
    }
}
