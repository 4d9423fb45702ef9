using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// The files of a disk, and mounts that show folders of it once more: under other paths and inode numbers, and with
/// what they have kept.
/// </summary>
/// <param name="disk">The disk.</param>
/// <param name="life">The process that uses it.</param>
internal sealed partial class MirrorVolume(IChangeableVolume disk, Life life) : IChangeableVolume
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

    private static VolumeError Vanished => new(VolumeErrorKind.Vanished);

    /// <summary>Shows a folder under another path.</summary>
    public MirrorMount Mount(string at, string real, string staging, MountKind kind)
    {
        var mount = new MirrorMount(at, real, staging, kind, (ulong)(1_000 + _mounts.Count));
        _mounts.Add(mount);
        return mount;
    }

    public VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts)
    {
        string text = Encoding.UTF8.GetString(path);
        MirrorMount? mount = _mounts.Find(
            one => text == one.At || text.StartsWith(one.At + "/", StringComparison.Ordinal));
        string real = mount is null ? text : mount.Real + text[mount.At.Length..];
        VolumeError error = disk.OpenFolderStrictly(Encoding.UTF8.GetBytes(real), out folder, out facts);
        return Enter(error, mount, real, folder, ref facts);
    }

    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        if (Find(at) is not { } mounted)
        {
            return disk.OpenFolder(at, path, links, out folder, out facts);
        }

        string full = mounted.Path + "/" + Encoding.UTF8.GetString(path);
        if (mounted.Mount.IsKnown(full, out FileFacts? known) && known is null)
        {
            (folder, facts) = (FolderHandle.None, default);
            return Vanished;
        }

        VolumeError error = disk.OpenFolder(at, path, links, out folder, out facts);
        return Enter(error, mounted.Mount, full, folder, ref facts);
    }

    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        facts = default;
        string name = Encoding.UTF8.GetString(path);
        if (links == LinkPolicy.Follow && !disk.ReadLink(at, path, out byte[] target).Failed)
        {
            return StatTarget(at, Encoding.UTF8.GetString(target), wanted, out facts);
        }

        if (Find(at) is not { } mounted)
        {
            return disk.Stat(at, path, links, wanted, out facts);
        }

        string full = mounted.Path + "/" + name;
        VolumeError error;
        if (mounted.Mount.StagedOf(full) is { } staged)
        {
            error = OpenParent(staged, out FolderHandle folder, out byte[] bare)
                || disk.Stat(folder, bare, links, FactFields.All, out facts);
            disk.Close(folder);
            facts = mounted.Mount.Shift(facts);
            return error;
        }

        if (mounted.Mount.IsKnown(full, out FileFacts? known))
        {
            facts = known ?? default;
            return known is null ? Vanished : VolumeError.None;
        }

        error = disk.Stat(at, path, links, FactFields.All, out facts);
        facts = mounted.Mount.Shift(facts);
        mounted.Mount.Note(full, error.Failed ? null : facts);
        return error;
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
        life.Step();
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

        string old = mounted.Path + "/" + Encoding.UTF8.GetString(name);
        string full = to!.Value.Path + "/" + Encoding.UTF8.GetString(newName);
        if (mounted.Mount.Kind.IsReadOnly)
        {
            return new VolumeError(VolumeErrorKind.ReadOnly);
        }

        if (mounted.Mount.StagedOf(full) is not null
            || (mounted.Mount.StagedOf(old) is not null && File.Exists(full)))
        {
            return new VolumeError(VolumeErrorKind.Exists);
        }

        if (mounted.Mount.Restage(old, full))
        {
            return VolumeError.None;
        }

        VolumeError error = disk.Move(from, name, target, newName);
        if (!error.Failed)
        {
            mounted.Mount.Moved(old, full);
        }

        return error;
    }

    public VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        life.Step();
        if (Find(folder) is { } mounted && !mounted.Mount.Kind.IsReadOnly
            && mounted.Mount.Restage(mounted.Path + "/" + Encoding.UTF8.GetString(name), name: null))
        {
            return VolumeError.None;
        }

        return WhyNot(folder)
            ?? Note(folder, name, disk.Remove(folder, name), static (at, path) => at.Removed(path));
    }

    public VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        life.Step();
        return WhyNot(folder)
            ?? Note(folder, name, disk.RemoveFolder(folder, name), static (at, path) => at.Removed(path));
    }

    public VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode)
    {
        life.Step();
        if (WhyNot(folder) is { } refused)
        {
            return refused;
        }

        VolumeError error = disk.MakeFolder(folder, name, mode);

        // A bucket has no folders that could exist, and a mount of it knows only those of its listing.
        bool isHidden = error.Kind == VolumeErrorKind.Exists && Find(folder) is { } mounted
            && mounted.Mount.Kind.KeepsListing
            && mounted.Mount.IsKnown(mounted.Path + "/" + Encoding.UTF8.GetString(name), out FileFacts? known)
            && known is null;
        return Note(folder, name, isHidden ? VolumeError.None : error, static (at, path) => at.Made(path));
    }

    public VolumeError MakeSymbolicLink(ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name)
    {
        life.Step();
        return WhyNot(folder) ?? Note(
            folder, name, disk.MakeSymbolicLink(target, folder, name), static (at, path) => at.Made(path));
    }

    public void Close(FolderHandle folder)
    {
        lock (_gate)
        {
            _folders.Remove(folder.Value);
        }

        disk.Close(folder);
    }

    // A target leads where the mounts say.
    private VolumeError StatTarget(FolderHandle at, string target, FactFields wanted, out FileFacts facts)
    {
        facts = default;
        VolumeError error = PathOf(at, out byte[] path);
        if (error.Failed)
        {
            return error;
        }

        string full = Path.GetFullPath(Path.Combine(Encoding.UTF8.GetString(path), target));
        error = OpenFolderStrictly(
            Encoding.UTF8.GetBytes(Path.GetDirectoryName(full)!), out FolderHandle folder, out _);
        if (error.Failed)
        {
            return error;
        }

        error = Stat(folder, Encoding.UTF8.GetBytes(Path.GetFileName(full)), LinkPolicy.Stay, wanted, out facts);
        Close(folder);
        return error;
    }

    private VolumeError OpenParent(string path, out FolderHandle folder, out byte[] name)
    {
        name = Encoding.UTF8.GetBytes(Path.GetFileName(path));
        return disk.OpenFolderStrictly(Encoding.UTF8.GetBytes(Path.GetDirectoryName(path)!), out folder, out _);
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

    private VolumeError? WhyNot(FolderHandle folder) =>
        Find(folder) is { } mounted && mounted.Mount.Kind.IsReadOnly ? new VolumeError(VolumeErrorKind.ReadOnly) : null;

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
}
