using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Accesses disks and mounts through System.IO on Windows, macOS and Linux.</summary>
/// <remarks>
/// <para>
/// System.IO lists, opens and reads files, with text paths. What it does not provide (identity, kind, all times, file
/// systems) is queried from the system by path or by handle. Names that are not valid text (not UTF-8 on Linux, lone
/// surrogates on Windows) are passed to the visitor as <see cref="VolumeErrorKind.BadName"/>. A link target that is not
/// valid text fails in the same way.
/// </para>
/// <para>
/// A folder handle stores a path, not a folder: <see cref="List"/> fails with <see cref="VolumeErrorKind.Changed"/> if
/// another folder is at that path. Once something is changed in a folder, or if it was opened by
/// <see cref="OpenFolderStrictly"/>, it also holds a system handle. From then on, its names are accessed through that
/// handle only, wherever the folder is moved and whatever replaces it. A file is examined before and after it is
/// opened, so that only the regular file that was found is ever read; a FIFO created there in between would block the
/// open call, which System.IO cannot avoid. On Linux, a listing also reads the targets of links, as System.IO does.
/// </para>
/// <para>
/// On Windows, paths look like <c>C:/folder/x</c> and <c>//server/share/x</c>, can have any length, and names may end
/// in a dot or a space. File ids have 64 bits; the 128-bit ids of ReFS are folded into them. The owner, group and mode
/// are 0.
/// </para>
/// <para>
/// Thread-safe. At most 65,536 files and as many folders can be open at a time; beyond that, calls fail with
/// <see cref="VolumeErrorKind.TooManyOpen"/>. System.IO locks every file that it opens. An executable that only reads
/// should set the runtime switch <c>System.IO.DisableFileLocking</c>, which saves two calls per file and avoids
/// failures on file systems without locks.
/// </para>
/// </remarks>
public sealed partial class PortableVolume
{
    private readonly PortableSystem _system;
    private readonly SlotTable<PortableFile> _files = new();
    private readonly SlotTable<PortableFolder> _folders = new();

    /// <summary>Creates a volume for the disks and mounts of the system that this process runs on.</summary>
    /// <exception cref="PlatformNotSupportedException">The system is not Linux, Windows or macOS.</exception>
    public PortableVolume()
        : this(PortableSystem.Create())
    {
    }

    /// <summary>Creates a volume for a specific system, for tests.</summary>
    internal PortableVolume(PortableSystem system) => _system = system;

    // The error of a call on a closed handle: EBADF.
    private static VolumeError NotOpen => new(VolumeErrorKind.Other, 9);

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        facts = default;
        SafeFileHandle? held = null;
        VolumeError error = Locate(at, path, ref links, out string native)
            || Stat(at, path, links, native, out facts)
            || Refusal(facts, EntryKind.Folder)
            // Below a held folder, the path may lead elsewhere by now, so the handle must be opened immediately.
            || (HeldFor(at, path) is { } above && links == LinkPolicy.Stay
                ? _system.OpenFolder(above, path, out held)
                : VolumeError.None);
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
            return error || new VolumeError(VolumeErrorKind.Changed);
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
        return Locate(at, path, ref links, out string native) || Stat(at, path, links, native, out facts);
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
    /// <remarks>System.IO does not provide extents: always returns <see cref="VolumeErrorKind.Unsupported"/>.</remarks>
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
        VolumeError error = Locate(at, path, ref links, out string native)
            || Stat(at, path, links, native, out facts);
        if (error.Failed || facts.Kind != EntryKind.Link)
        {
            return error || new VolumeError(VolumeErrorKind.Changed);
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

            // Bytes that are not valid text were replaced with U+FFFD and are lost. Targets with a genuine U+FFFD are
            // rejected as well, and so are lone surrogates, which are converted to U+FFFD here.
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
    public string Describe(VolumeError failure)
    {
        if (OperatingSystem.IsWindows() && WindowsErrors.TextOf(failure.Code) is { } text)
        {
            return text;
        }

        return failure.Code != 0
            ? Marshal.GetPInvokeErrorMessage(failure.Code).TrimEnd()
            : VolumeErrorText.Of(failure.Kind);
    }

    private static VolumeError Refusal(in FileFacts facts, EntryKind wanted)
    {
        if (facts.Kind == EntryKind.Link)
        {
            return new VolumeError(VolumeErrorKind.IsLink);
        }

        if (facts.Kind != wanted)
        {
            return new VolumeError(VolumeErrorKind.Changed);
        }

        return facts.Offline ? new VolumeError(VolumeErrorKind.Offline) : VolumeError.None;
    }

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

        // This is the folder itself, which may have been reached through a link in the last component.
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
        VolumeError error = _system.Stat(path, LinkPolicy.Stay, out facts) || Refusal(facts, EntryKind.File);
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
        return error || (same ? VolumeError.None : new VolumeError(VolumeErrorKind.Changed));
    }

    private VolumeError Open(
        SafeFileHandle folder, ReadOnlySpan<byte> name, out SafeFileHandle? handle, out FileFacts facts)
    {
        handle = null;
        VolumeError error = _system.Stat(folder, name, LinkPolicy.Stay, out FileFacts before);
        facts = before;
        error = error
            || Refusal(before, EntryKind.File)
            || _system.OpenFile(folder, name, out handle)
            || StatOpen(handle!, out facts);
        bool same = facts.Kind == EntryKind.File && facts.Device == before.Device && facts.Inode == before.Inode;
        return error || (same ? VolumeError.None : new VolumeError(VolumeErrorKind.Changed));
    }

    private VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, string native, out FileFacts facts)
    {
        if (HeldFor(at, path) is { } folder)
        {
            return _system.Stat(folder, path, links, out facts);
        }

        return path.IsEmpty && at != FolderHandle.None && _folders.Find(at.Value)?.Held is { } itself
            ? StatOpen(itself, out facts)
            : _system.Stat(native, links, out facts);
    }

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
