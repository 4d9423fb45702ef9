using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// The files of a disk, and mounts that show folders of it once more: under other paths and inode numbers, and with
/// what they have kept.
/// </summary>
internal sealed partial class MirrorVolume(IChangeableVolume disk) : IChangeableVolume
{
    private const int FirstFile = 1 << 29;

    private readonly Lock _gate = new();
    private readonly List<MirrorMount> _mounts = [];
    private readonly Dictionary<int, (MirrorMount Mount, string Path)> _folders = [];
    private readonly Dictionary<int, MirrorFile> _files = [];
    private int _nextFile = FirstFile;

    public uint User => disk.User;

    public bool CanExchange => disk.CanExchange;

    public bool HasRecycleBin => false;

    /// <summary>Shows a folder under another path.</summary>
    public MirrorMount Mount(string at, string real, MountKind kind)
    {
        var mount = new MirrorMount(at, real, kind, (ulong)(1_000 + _mounts.Count));
        _mounts.Add(mount);
        return mount;
    }

    public void Clear() => _mounts.Clear();

    public VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts)
    {
        string text = Encoding.UTF8.GetString(path);
        MirrorMount? mount = _mounts.Find(one => text.StartsWith(one.At, StringComparison.Ordinal));
        string real = mount is null ? text : mount.Real + text[mount.At.Length..];
        VolumeError error = disk.OpenFolderStrictly(Encoding.UTF8.GetBytes(real), out folder, out facts);
        return Enter(error, mount, real, folder, ref facts);
    }

    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        VolumeError error = disk.OpenFolder(at, path, links, out folder, out facts);
        return Find(at) is { } mounted
            ? Enter(error, mounted.Mount, mounted.Path + "/" + Encoding.UTF8.GetString(path), folder, ref facts)
            : error;
    }

    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        string name = Encoding.UTF8.GetString(path);
        if (Find(at) is not { } mounted)
        {
            return disk.Stat(at, path, links, wanted, out facts);
        }

        string full = mounted.Path + "/" + name;
        if (mounted.Mount.IsKnown(full, out FileFacts? known))
        {
            facts = known ?? default;
            return known is null ? new VolumeError(VolumeErrorKind.Vanished) : VolumeError.None;
        }

        VolumeError error = disk.Stat(at, path, links, FactFields.All, out facts);
        facts = mounted.Mount.Shift(facts);
        mounted.Mount.Note(full, error.Failed ? null : facts);
        return error;
    }

    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        if (Find(at) is not { } mounted)
        {
            return disk.OpenFile(at, path, out file, out facts);
        }

        file = FileHandle.None;
        string full = mounted.Path + "/" + Encoding.UTF8.GetString(path);
        VolumeError error = Stat(at, path, LinkPolicy.Stay, FactFields.All, out facts);
        byte[]? content = mounted.Mount.Kind.KeepsContents ? mounted.Mount.KeptContent(full) : null;
        bool isThere = File.Exists(full) || content is not null || mounted.Mount.IsPending(full);

        // Which is asked first: the name, which may be gone, or the content, once it is read.
        if (error.Failed || (!isThere && !mounted.Mount.Kind.KeepsListing))
        {
            return new VolumeError(VolumeErrorKind.Vanished);
        }

        lock (_gate)
        {
            file = new FileHandle(_nextFile++);
            _files.Add(file.Value, new MirrorFile(full, facts, content));
        }

        return VolumeError.None;
    }

    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        if (Find(file) is not { } mirrored)
        {
            return disk.Read(file, offset, buffer, out read);
        }

        read = 0;
        byte[]? content = mirrored.Content ?? (File.Exists(mirrored.Path) ? File.ReadAllBytes(mirrored.Path) : null);
        if (content is null)
        {
            return new VolumeError(VolumeErrorKind.Other);
        }

        ReadOnlySpan<byte> rest = content.AsSpan((int)Math.Min(offset, content.Length));
        read = Math.Min(rest.Length, buffer.Length);
        rest[..read].CopyTo(buffer);
        return VolumeError.None;
    }

    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        if (Find(file) is not { } mirrored)
        {
            return disk.Stat(file, out facts);
        }

        facts = mirrored.Facts;
        return VolumeError.None;
    }

    public void Close(FileHandle file)
    {
        lock (_gate)
        {
            if (_files.Remove(file.Value))
            {
                return;
            }
        }

        disk.Close(file);
    }

    public void Close(FolderHandle folder)
    {
        lock (_gate)
        {
            _folders.Remove(folder.Value);
        }

        disk.Close(folder);
    }

    public MountFacts MountOf(FolderHandle folder) => Find(folder) is { } mounted
        ? new MountFacts { Device = mounted.Mount.Device, FileSystem = mounted.Mount.Kind.FileSystem }
        : disk.MountOf(folder) with
        {
            FileSystem = "ext4",
            Traits = FileSystemTraits.TrustedIds | FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks,
        };

    public VolumeError Move(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
    {
        (MirrorMount Mount, string Path)? source = Find(from);
        (MirrorMount Mount, string Path)? to = Find(target);
        if (source?.Mount != to?.Mount)
        {
            return new VolumeError(VolumeErrorKind.OtherVolume);
        }

        if (source is not { } mounted)
        {
            return disk.Move(from, name, target, newName);
        }

        VolumeError error = mounted.Mount.Kind.IsReadOnly
            ? new VolumeError(VolumeErrorKind.ReadOnly)
            : disk.Move(from, name, target, newName);
        if (!error.Failed)
        {
            mounted.Mount.Moved(
                mounted.Path + "/" + Encoding.UTF8.GetString(name), to!.Value.Path + "/" + Encoding.UTF8.GetString(newName));
        }

        return error;
    }

    public VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Change(folder, name) ?? Note(folder, name, disk.Remove(folder, name), static (at, path) => at.Removed(path));

    public VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Change(folder, name)
            ?? Note(folder, name, disk.RemoveFolder(folder, name), static (at, path) => at.Removed(path));

    public VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode) =>
        Change(folder, name)
            ?? Note(folder, name, disk.MakeFolder(folder, name, mode), static (at, path) => at.Made(path));

    public VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file)
    {
        file = FileHandle.None;
        if (Find(folder) is not { } mounted)
        {
            return disk.MakeFile(folder, name, mode, out file);
        }

        string path = mounted.Path + "/" + Encoding.UTF8.GetString(name);
        if (Change(folder, name) is { } refused)
        {
            return refused;
        }

        if (mounted.Mount.Kind.StoresLater)
        {
            mounted.Mount.Pend(path);
            lock (_gate)
            {
                file = new FileHandle(_nextFile++);
                _files.Add(file.Value, new MirrorFile(path, default, []));
            }

            return VolumeError.None;
        }

        return Note(
            folder, name, disk.MakeFile(folder, name, mode, out file), static (at, made) => at.Made(made));
    }

    private VolumeError Note(
        FolderHandle folder, ReadOnlySpan<byte> name, VolumeError error, Action<MirrorMount, string> note)
    {
        if (!error.Failed && Find(folder) is { } mounted)
        {
            note(mounted.Mount, mounted.Path + "/" + Encoding.UTF8.GetString(name));
        }

        return error;
    }

    // Returns why the disk is not changed, or null.
    private VolumeError? Change(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        if (Find(folder) is not { } mounted)
        {
            return null;
        }

        string path = mounted.Path + "/" + Encoding.UTF8.GetString(name);
        if (mounted.Mount.Kind.IsReadOnly)
        {
            return new VolumeError(VolumeErrorKind.ReadOnly);
        }

        return mounted.Mount.Unpend(path) ? VolumeError.None : null;
    }

    private VolumeError Enter(
        VolumeError error, MirrorMount? mount, string path, FolderHandle folder, ref FileFacts facts)
    {
        if (!error.Failed && mount is not null)
        {
            facts = mount.Shift(facts);
            lock (_gate)
            {
                _folders[folder.Value] = (mount, path);
            }
        }

        return error;
    }

    private (MirrorMount Mount, string Path)? Find(FolderHandle folder)
    {
        lock (_gate)
        {
            return _folders.TryGetValue(folder.Value, out (MirrorMount, string) found) ? found : null;
        }
    }

    private MirrorFile? Find(FileHandle file)
    {
        lock (_gate)
        {
            return _files.GetValueOrDefault(file.Value);
        }
    }
}

/// <summary>An open file of a mount.</summary>
internal sealed record MirrorFile(string Path, FileFacts Facts, byte[]? Content);
