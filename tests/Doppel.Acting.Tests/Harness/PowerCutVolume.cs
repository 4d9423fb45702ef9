using System.Collections.Concurrent;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A volume whose power can be cut: what was not flushed is then lost, disk by disk.</summary>
/// <remarks>
/// Each disk loses its last changes of names, back to a flush of the file system or of a folder at most, as a file
/// system with a log does. Another disk does not lose what came later. Files lose what was written since their last
/// flush.
/// </remarks>
/// <param name="volume">The volume.</param>
/// <param name="disks">The folders with what is lost, each on a disk of its own.</param>
internal sealed class PowerCutVolume(IChangeableVolume volume, IReadOnlyList<string> disks) : HookedVolume(volume)
{
    private const string Removed = ".removed";

    private readonly IChangeableVolume _volume = volume;
    private readonly Dictionary<string, List<Action>> _changes = disks.ToDictionary(
        static disk => disk, static _ => new List<Action>());

    private readonly Dictionary<string, int> _flushed = disks.ToDictionary(static disk => disk, static _ => 0);
    private readonly ConcurrentDictionary<FileHandle, Written> _open = [];
    private readonly List<Written> _files = [];
    private int _removed;

    /// <summary>Cuts the power: each disk keeps a random part of what was not flushed.</summary>
    internal void Cut(Random random)
    {
        foreach (string disk in disks)
        {
            int kept = random.Next(_flushed[disk], _changes[disk].Count + 1);
            for (int i = _changes[disk].Count - 1; i >= kept; i--)
            {
                _changes[disk][i]();
            }

            _changes[disk].Clear();
            _flushed[disk] = 0;
        }

        foreach (Written file in _files.Where(static file => file.End > file.Flushed && File.Exists(file.Path)))
        {
            using FileStream stream = File.OpenWrite(file.Path);
            long end = stream.Length;
            long kept = random.NextInt64(Math.Min(file.Flushed, end), end + 1);
            stream.SetLength(kept);
            stream.SetLength(random.Next(2) == 0 ? end : kept);
        }

        _open.Clear();
        _files.Clear();
        foreach (string removed in disks.Select(static disk => $"{disk}/{Removed}").Where(Directory.Exists))
        {
            Directory.Delete(removed, recursive: true);
        }
    }

    public override void Close(FileHandle file)
    {
        _open.TryRemove(file, out _);
        base.Close(file);
    }

    public override VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = base.Link(file, folder, name);
        return Note(error, folder, name, Delete);
    }

    public override VolumeError MakeSymbolicLink(
        ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = base.MakeSymbolicLink(target, folder, name);
        return Note(error, folder, name, Delete);
    }

    public override VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        VolumeError error = base.Exchange(folder, first, second);
        (string one, string other) = (PathOf(folder, first), PathOf(folder, second));
        if (!error.Failed)
        {
            Renamed(one, one + ".x");
            Renamed(other, one);
            Renamed(one + ".x", other);
        }

        return Note(error, folder, first, path =>
        {
            Rename(path, path + ".x");
            Rename(other, path);
            Rename(path + ".x", other);
        });
    }

    public override VolumeError Move(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
    {
        (string old, string path) = (PathOf(from, name), PathOf(target, newName));
        VolumeError error = base.Move(from, name, target, newName);
        if (!error.Failed)
        {
            Renamed(old, path);
        }

        return Note(error, from, name, was => Rename(path, was));
    }

    public override VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name) =>
        DiskOf(PathOf(folder, name)) is null ? base.Remove(folder, name) : TakeAway(folder, name, "remove");

    public override VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        string path = PathOf(folder, name);
        bool isEmpty = Directory.Exists(path) && !Directory.EnumerateFileSystemEntries(path).Any();
        return DiskOf(path) is null || !isEmpty ? base.RemoveFolder(folder, name) : TakeAway(folder, name, "rmdir");
    }

    public override VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode)
    {
        VolumeError error = base.MakeFolder(folder, name, mode);
        return Note(error, folder, name, Directory.Delete);
    }

    public override VolumeError MakeFile(
        FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file)
    {
        VolumeError error = base.MakeFile(folder, name, mode, out file);
        if (!error.Failed)
        {
            string path = PathOf(folder, name);
            _files.RemoveAll(one => one.Path == path);
            Open(file, path, 0);
        }

        return Note(error, folder, name, Delete);
    }

    public override VolumeError OpenForAppending(
        FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length)
    {
        VolumeError error = base.OpenForAppending(folder, name, out file, out length);
        if (!error.Failed)
        {
            Open(file, PathOf(folder, name), length);
        }

        return error;
    }

    public override VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes)
    {
        if (_open.TryGetValue(file, out Written? written))
        {
            written.Flushed = Math.Min(written.Flushed, offset);
            written.End = Math.Max(written.End, offset + bytes.Length);
        }

        return base.Write(file, offset, bytes);
    }

    public override VolumeError Sync(FileHandle file)
    {
        VolumeError error = base.Sync(file);
        if (_open.TryGetValue(file, out Written? written))
        {
            written.Flushed = written.End;
        }

        return error;
    }

    public override VolumeError Sync(FolderHandle folder)
    {
        VolumeError error = base.Sync(folder);
        if (DiskOf(PathOf(folder, "x"u8)) is { } disk)
        {
            _flushed[disk] = _changes[disk].Count;
        }

        return error;
    }

    public override VolumeError SyncFileSystem(FolderHandle folder)
    {
        VolumeError error = base.SyncFileSystem(folder);
        ulong device = DeviceOf(folder);
        foreach (string disk in disks.Where(disk => DeviceOf(Encoding.UTF8.GetBytes(disk)) == device))
        {
            _flushed[disk] = _changes[disk].Count;
            foreach (Written file in _files.Where(file => DiskOf(file.Path) == disk))
            {
                file.Flushed = file.End;
            }
        }

        return error;
    }

    private ulong DeviceOf(FolderHandle folder)
    {
        Assert.False(_volume.PathOf(folder, out byte[] path).Failed);
        return DeviceOf(path);
    }

    private ulong DeviceOf(byte[] path)
    {
        Assert.False(
            _volume.Stat(FolderHandle.None, path, LinkPolicy.Follow, FactFields.All, out FileFacts facts).Failed);
        return facts.Device;
    }

    // The inode stays, so that the name can come back.
    private VolumeError TakeAway(FolderHandle folder, ReadOnlySpan<byte> name, string call)
    {
        string path = PathOf(folder, name);
        if (new FileInfo(path) is { Exists: false, LinkTarget: null } && !Directory.Exists(path))
        {
            return call == "remove" ? base.Remove(folder, name) : base.RemoveFolder(folder, name);
        }

        string aside = $"{DiskOf(path)}/{Removed}/{_removed++}";
        VolumeError error = Enter(call) ?? VolumeError.None;
        if (error.Failed)
        {
            return error;
        }

        Directory.CreateDirectory(Path.GetDirectoryName(aside)!);
        Rename(path, aside);
        Note(error, folder, name, was => Rename(aside, was));
        return Leave(call, VolumeError.None);
    }

    private VolumeError Note(VolumeError error, FolderHandle folder, ReadOnlySpan<byte> name, Action<string> back)
    {
        string path = PathOf(folder, name);
        if (!error.Failed && DiskOf(path) is { } disk)
        {
            _changes[disk].Add(() => back(path));
        }

        return error;
    }

    private string? DiskOf(string path) =>
        disks.FirstOrDefault(disk => path.StartsWith(disk + "/", StringComparison.Ordinal));

    private string PathOf(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        Assert.False(_volume.PathOf(folder, out byte[] path).Failed);
        return $"{Encoding.UTF8.GetString(path)}/{Encoding.UTF8.GetString(name)}";
    }

    // A file that is opened again may still have to be flushed.
    private void Open(FileHandle file, string path, long length)
    {
        Written? written = _files.Find(one => one.Path == path);
        if (written is null)
        {
            _files.Add(written = new Written { Path = path, Flushed = length, End = length });
        }

        _open[file] = written;
    }

    private void Rename(string from, string to)
    {
        if (new DirectoryInfo(from) is { Exists: true, LinkTarget: null })
        {
            Directory.Move(from, to);
        }
        else
        {
            File.Move(from, to, overwrite: true);
            Renamed(from, to);
        }
    }

    private void Delete(string path)
    {
        File.Delete(path);
        Renamed(path, "");
    }

    private void Renamed(string from, string to)
    {
        foreach (Written file in _files.Where(file => file.Path == from))
        {
            file.Path = to;
        }
    }

    private sealed class Written
    {
        internal required string Path { get; set; }

        internal long Flushed { get; set; }

        internal long End { get; set; }
    }
}
