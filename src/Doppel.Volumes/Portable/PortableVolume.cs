using System.Runtime.InteropServices;
using System.Text;
using Doppel.Volumes.Portable;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Disks and mounts through System.IO, on Windows and on Linux.</summary>
/// <remarks>
/// <para>
/// Files are listed, opened and read by System.IO with paths of text. What it does not tell (identity, kind, all times,
/// file systems) is asked of the system by path or by handle. Names that are no text (not UTF-8 on Linux, lone
/// surrogates on Windows) are told to the visitor as <see cref="VolumeErrorKind.BadName"/>, and so is the target of a
/// link that is no text.
/// </para>
/// <para>
/// A folder handle keeps a path, not a folder: <see cref="List"/> fails with <see cref="VolumeErrorKind.Changed"/> when
/// another folder stands there. An opened file is looked at before and after the opening, so nothing but the regular
/// file that was seen is ever read; a FIFO put there in between would block the opening, which System.IO cannot avoid.
/// On Linux listing asks for the targets of links, as System.IO does.
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
public sealed partial class PortableVolume : IVolume
{
    private readonly PortableSystem _system = PortableSystem.Create();
    private readonly SlotTable<SafeFileHandle> _files = new();
    private readonly SlotTable<PortableFolder> _folders = new();

    // What a call on a handle that was closed gets: EBADF.
    private static VolumeError NotOpen => new(VolumeErrorKind.Other, 9);

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        facts = default;
        VolumeError error = Locate(at, path, ref links, out string native);
        error = error.Failed ? error : _system.Stat(native, links, out facts);
        error = error.Failed ? error : Refusal(facts, EntryKind.Folder);
        if (error.Failed)
        {
            facts = default;
            return error;
        }

        int number = _folders.Add(new PortableFolder(native, links, facts));
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
        return error.Failed ? error : _system.Stat(native, links, out facts);
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

        error = Open(native, FileOptions.None, out SafeFileHandle? handle, out facts);
        if (!error.Failed)
        {
            int number = _files.Add(handle!);
            file = number < 0 ? FileHandle.None : new FileHandle(number);
            error = number < 0 ? new VolumeError(VolumeErrorKind.TooManyOpen) : VolumeError.None;
        }

        if (error.Failed)
        {
            handle?.Dispose();
            facts = default;
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        read = 0;
        if (_files.Find(file.Value) is not { } handle)
        {
            return NotOpen;
        }

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
        return _files.Find(file.Value) is { } handle ? StatOpen(handle, out facts) : NotOpen;
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
        error = error.Failed ? error : _system.Stat(native, links, out facts);
        if (error.Failed || facts.Kind != EntryKind.Link)
        {
            return error.Failed ? error : new VolumeError(VolumeErrorKind.Changed);
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
    public void Close(FileHandle file) => _files.Remove(file.Value)?.Dispose();

    /// <inheritdoc/>
    public void Close(FolderHandle folder) => _folders.Remove(folder.Value);

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder) =>
        _folders.Find(folder.Value) is { } open ? _system.MountOf(open) : MountFacts.Unknown;

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => failure.Code != 0
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
