using System.Runtime.InteropServices;
using System.Text;
using Doppel.Volumes.Portable;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Disks and mounts through System.IO, on Windows, macOS and Linux.</summary>
/// <remarks>
/// <para>
/// Files are listed, opened and read by System.IO with paths of text. What it does not tell (identity, kind, all times,
/// file systems) is asked of the system by path or by handle. Names that are no text (not UTF-8 on Linux, lone
/// surrogates on Windows) are told to the visitor as <see cref="VolumeErrorKind.BadName"/>, and so is the target of a
/// link that is no text.
/// </para>
/// <para>
/// A folder handle keeps a path, not a folder: <see cref="List"/> fails with <see
/// cref="VolumeErrorKind.Changed"/> when another folder stands there. Once something is changed in a folder, or
/// it was opened by <see cref="OpenFolderStrictly"/>, it keeps a handle of the system too, and names in it are
/// reached by that alone, wherever the folder is moved and whatever comes to its place. An opened file is
/// looked at before and after the opening, so nothing but the regular file that was seen is ever read; a FIFO
/// put there in between would block the opening, which System.IO cannot avoid. On Linux listing asks for the
/// targets of links, as System.IO does.
/// </para>
/// <para>
/// On Windows paths look like <c>C:/folder/x</c> and <c>//server/share/x</c>, of any length, and names may end in a dot
/// or a space. The id of a file is 64 bits; the 128 bits of ReFS are mixed down to them. Owner, group and mode are 0.
/// </para>
/// <para>
/// Thread-safe. At most 65,536 files and as many folders are open at a time, then
/// <see cref="VolumeErrorKind.TooManyOpen"/>. System.IO locks every file that it opens; an executable that only reads
/// should set the runtime switch <c>System.IO.DisableFileLocking</c>, which spares two calls per file and the failures
/// of file systems that cannot lock.
/// </para>
/// </remarks>
public sealed partial class PortableVolume
{
    private readonly PortableSystem _system;
    private readonly SlotTable<PortableFile> _files = new();
    private readonly SlotTable<PortableFolder> _folders = new();

    /// <summary>The disks and mounts of the system that this process runs on.</summary>
    /// <exception cref="PlatformNotSupportedException">Neither Linux nor Windows nor macOS.</exception>
    public PortableVolume()
        : this(PortableSystem.Create())
    {
    }

    /// <summary>A view of a system; tests choose it.</summary>
    internal PortableVolume(PortableSystem system) => _system = system;

    // What a call on a handle that was closed gets: EBADF.
    private static VolumeError NotOpen => new(VolumeErrorKind.Other, 9);

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        facts = default;
        VolumeError error = Locate(at, path, ref links, out string native);
        error = error.Failed ? error : Stat(at, path, links, native, out facts);
        error = error.Failed ? error : Refusal(facts, EntryKind.Folder);
        if (error.Failed)
        {
            facts = default;
            return error;
        }

        // Below a held folder the path may lead elsewhere by now, so the handle has to be had at once.
        SafeFileHandle? held = null;
        error = HeldFor(at, path) is { } above && links == LinkPolicy.Stay
            ? _system.OpenFolder(above, path, out held) : VolumeError.None;
        if (error.Failed)
        {
            facts = default;
            return error;
        }

        int number = _folders.Add(new PortableFolder(native, links, facts, held));
        folder = number < 0 ? FolderHandle.None : new FolderHandle(number);
        return number < 0 ? new VolumeError(VolumeErrorKind.TooManyOpen) : VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        ArgumentNullException.ThrowIfNull(visitor);
        if (_folders.Find(folder.Value) is not { } open)
        {
            return NotOpen;
        }

        VolumeError error = _system.Stat(open.Path, open.Links, out FileFacts now);
        if (error.Failed || now.Device != open.Facts.Device || now.Inode != open.Facts.Inode)
        {
            return error.Failed ? error : new VolumeError(VolumeErrorKind.Changed);
        }

        FolderNames? names = null;
        try
        {
            error = Start(open.Path, out names);
            if (!error.Failed)
            {
                var listing = new Listing(_system, open.Path, wanted, visitor);
                while (Next(names!, out error))
                {
                    listing.Take(names!);
                }
            }

            return error;
        }
        finally
        {
            names?.Dispose();
        }
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        facts = default;
        VolumeError error = Locate(at, path, ref links, out string native);
        return error.Failed ? error : Stat(at, path, links, native, out facts);
    }

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        file = FileHandle.None;
        facts = default;
        LinkPolicy links = LinkPolicy.Stay;
        VolumeError error = Locate(at, path, ref links, out string native);
        if (error.Failed)
        {
            return error;
        }

        error = HeldFor(at, path) is { } folder
            ? Open(folder, path, out SafeFileHandle? handle, out facts)
            : Open(native, FileOptions.None, out handle, out facts);
        if (error.Failed)
        {
            handle?.Dispose();
        }
        else
        {
            error = Add(handle!, out file);
        }

        facts = error.Failed ? default : facts;
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        read = 0;
        if (_files.Find(file.Value) is not { } open)
        {
            return NotOpen;
        }

        SafeFileHandle handle = open.Handle;
        try
        {
            while (read < buffer.Length)
            {
                int count = RandomAccess.Read(handle, buffer[read..], offset + read);
                if (count == 0)
                {
                    break;
                }

                read += count;
            }

            return VolumeError.None;
        }
        catch (ObjectDisposedException)
        {
            return NotOpen;
        }
        catch (Exception exception) when (PortableSystem.IsEnvironmental(exception))
        {
            return _system.ErrorOf(exception);
        }
    }

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        facts = default;
        return _files.Find(file.Value) is { } open ? StatOpen(open.Handle, out facts) : NotOpen;
    }

    /// <inheritdoc/>
    /// <remarks>System.IO does not tell: always <see cref="VolumeErrorKind.Unsupported"/>.</remarks>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        ArgumentNullException.ThrowIfNull(extents);
        extents.Clear();
        return _files.Find(file.Value) is null ? NotOpen : new VolumeError(VolumeErrorKind.Unsupported);
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        target = [];
        LinkPolicy links = LinkPolicy.Stay;
        FileFacts facts = default;
        VolumeError error = Locate(at, path, ref links, out string native);
        error = error.Failed ? error : Stat(at, path, links, native, out facts);
        if (error.Failed || facts.Kind != EntryKind.Link)
        {
            return error.Failed ? error : new VolumeError(VolumeErrorKind.Changed);
        }

        if (HeldFor(at, path) is { } folder)
        {
            return _system.ReadLink(folder, path, out target);
        }

        try
        {
            string? text = new FileInfo(native).LinkTarget;
            if (text is null)
            {
                return new VolumeError(VolumeErrorKind.Unsupported);
            }

            // Bytes that were no text came as U+FFFD and are lost. A real U+FFFD in a target is refused with them.
            // So is half a surrogate pair, which becomes one here.
            byte[] bytes = Encoding.UTF8.GetBytes(_system.FromNative(text));
            if (bytes.AsSpan().IndexOf("\uFFFD"u8) >= 0)
            {
                return new VolumeError(VolumeErrorKind.BadName);
            }

            target = bytes;
            return VolumeError.None;
        }
        catch (Exception exception) when (PortableSystem.IsEnvironmental(exception))
        {
            return _system.ErrorOf(exception);
        }
    }

    /// <inheritdoc/>
    public void Close(FileHandle file) => _files.Remove(file.Value)?.Close();

    /// <inheritdoc/>
    public void Close(FolderHandle folder) => _folders.Remove(folder.Value)?.Close();

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder) =>
        _folders.Find(folder.Value) is { } open ? _system.MountOf(open) : MountFacts.Unknown;

    /// <inheritdoc/>
    public string Describe(VolumeError failure) =>
        OperatingSystem.IsWindows() && WindowsErrors.TextOf(failure.Code) is { } text ? text
        : failure.Code != 0
        ? Marshal.GetPInvokeErrorMessage(failure.Code).TrimEnd()
        : VolumeErrorText.Of(failure.Kind);

    private static VolumeError Refusal(in FileFacts facts, EntryKind wanted) =>
        facts.Kind == EntryKind.Link ? new VolumeError(VolumeErrorKind.IsLink)
        : facts.Kind != wanted ? new VolumeError(VolumeErrorKind.Changed)
        : facts.Offline ? new VolumeError(VolumeErrorKind.Offline)
        : VolumeError.None;

    private VolumeError Locate(FolderHandle at, ReadOnlySpan<byte> path, ref LinkPolicy links, out string native)
    {
        native = "";
        PortableFolder? folder = null;
        if (at != FolderHandle.None)
        {
            folder = _folders.Find(at.Value);
            if (folder is null)
            {
                return NotOpen;
            }
        }

        // The folder itself, which may have been reached through a link as last component.
        if (path.IsEmpty && folder is not null)
        {
            native = folder.Path;
            links = folder.Links;
            return VolumeError.None;
        }

        return _system.ToNative(folder?.Path, path, out native);
    }

    private VolumeError Open(string path, FileOptions options, out SafeFileHandle? handle, out FileFacts facts)
    {
        handle = null;
        VolumeError error = _system.Stat(path, LinkPolicy.Stay, out facts);
        error = error.Failed ? error : Refusal(facts, EntryKind.File);
        if (error.Failed)
        {
            return error;
        }

        (ulong device, ulong inode) = (facts.Device, facts.Inode);
        try
        {
            handle = File.OpenHandle(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, options);
        }
        catch (Exception exception) when (PortableSystem.IsEnvironmental(exception))
        {
            return _system.ErrorOf(exception);
        }

        error = StatOpen(handle, out facts);
        bool same = facts.Kind == EntryKind.File && facts.Device == device && facts.Inode == inode;
        return error.Failed || same ? error : new VolumeError(VolumeErrorKind.Changed);
    }

    private VolumeError Open(
        SafeFileHandle folder, ReadOnlySpan<byte> name, out SafeFileHandle? handle, out FileFacts facts)
    {
        handle = null;
        VolumeError error = _system.Stat(folder, name, LinkPolicy.Stay, out FileFacts before);
        facts = before;
        error = error.Failed ? error : Refusal(before, EntryKind.File);
        error = error.Failed ? error : _system.OpenFile(folder, name, out handle);
        error = error.Failed ? error : StatOpen(handle!, out facts);
        bool same = facts.Kind == EntryKind.File && facts.Device == before.Device && facts.Inode == before.Inode;
        return error.Failed || same ? error : new VolumeError(VolumeErrorKind.Changed);
    }

    private VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, string native, out FileFacts facts) =>
        HeldFor(at, path) is { } folder ? _system.Stat(folder, path, links, out facts)
        : path.IsEmpty && at != FolderHandle.None && _folders.Find(at.Value)?.Held is { } itself
            ? StatOpen(itself, out facts)
        : _system.Stat(native, links, out facts);

    private VolumeError StatOpen(SafeFileHandle handle, out FileFacts facts)
    {
        try
        {
            return _system.Stat(handle, out facts);
        }
        catch (ObjectDisposedException)
        {
            facts = default;
            return NotOpen;
        }
    }

    private VolumeError Start(string path, out FolderNames? names)
    {
        names = null;
        try
        {
            names = new FolderNames(path, _system.ListsFacts);
            return VolumeError.None;
        }
        catch (Exception exception) when (PortableSystem.IsEnvironmental(exception))
        {
            return _system.ErrorOf(exception);
        }
    }

    private bool Next(FolderNames names, out VolumeError error)
    {
        error = VolumeError.None;
        try
        {
            return names.MoveNext();
        }
        catch (Exception exception) when (PortableSystem.IsEnvironmental(exception))
        {
            error = _system.ErrorOf(exception);
            return false;
        }
    }
}
