using System.Text;
using Doppel.Volumes;

namespace Doppel.Fleet.Tests;

/// <summary>The volume as a process of a simulation sees it: each call is a step of the process.</summary>
internal sealed class SteppedVolume(SimulatedProcess process, DurableFolder disk) : IChangeableVolume
{
    private static readonly LinuxVolume s_volume = new();

    private readonly HashSet<FileHandle> _files = [];
    private readonly HashSet<FolderHandle> _folders = [];

    /// <summary>Called after each read of content.</summary>
    internal Action AfterRead { get; set; } = static () => { };

    public uint User => s_volume.User;

    public bool CanExchange => s_volume.CanExchange;

    public bool HasRecycleBin => s_volume.HasRecycleBin;

    /// <summary>Closes what a killed process has open, which releases its locks.</summary>
    internal void CloseAll()
    {
        foreach (FileHandle file in _files)
        {
            s_volume.Unlock(file);
            s_volume.Close(file);
        }

        _folders.ToList().ForEach(s_volume.Close);
        _files.Clear();
        _folders.Clear();
    }

    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        process.Step();
        return Opened(s_volume.OpenFolder(at, path, links, out folder, out facts), folder);
    }

    public VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts)
    {
        process.Step();
        return Opened(s_volume.OpenFolderStrictly(path, out folder, out facts), folder);
    }

    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        process.Step();
        return Opened(s_volume.OpenFile(at, path, out file, out facts), file);
    }

    public VolumeError OpenForAppending(
        FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length)
    {
        process.Step();
        return Opened(s_volume.OpenForAppending(folder, name, out file, out length), file);
    }

    public VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file)
    {
        process.Step();
        return Opened(s_volume.MakeFile(folder, name, mode, out file), file);
    }

    public void Close(FileHandle file)
    {
        if (_files.Remove(file))
        {
            s_volume.Close(file);
        }
    }

    public void Close(FolderHandle folder)
    {
        if (_folders.Remove(folder))
        {
            s_volume.Close(folder);
        }
    }

    public VolumeError Sync(FileHandle file)
    {
        process.Step();
        VolumeError error = s_volume.Stat(file, out FileFacts facts);
        byte[] content = new byte[facts.Size];
        error = error || s_volume.Read(file, 0, content, out _);
        disk.Sync(facts.Inode, content);
        return error;
    }

    public VolumeError Sync(FolderHandle folder)
    {
        process.Step();
        var names = new Names();
        VolumeError error = s_volume.List(folder, FactFields.All, names);
        disk.Sync(names.Found);
        return error;
    }

    public VolumeError SyncFileSystem(FolderHandle folder) => Stepped(s_volume.SyncFileSystem(folder));

    // What is on this volume is taken for a disk of this machine alone.
    public MountFacts MountOf(FolderHandle folder) =>
        s_volume.MountOf(folder) with { FileSystem = "ext4", DeviceKind = DeviceKind.Solid };

    public VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes)
    {
        process.Step();
        return s_volume.Write(file, offset, bytes);
    }

    public VolumeError Lock(FileHandle file)
    {
        process.Step();
        return s_volume.Lock(file);
    }

    public VolumeError Unlock(FileHandle file)
    {
        process.Step();
        return s_volume.Unlock(file);
    }

    public VolumeError Move(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
    {
        process.Step();
        return s_volume.Move(from, name, target, newName);
    }

    public VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        process.Step();
        return s_volume.Remove(folder, name);
    }

    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        process.Step();
        return s_volume.List(folder, wanted, visitor);
    }

    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        process.Step();
        VolumeError error = s_volume.Read(file, offset, buffer, out read);
        AfterRead();
        return error;
    }

    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        process.Step();
        return s_volume.Stat(at, path, links, wanted, out facts);
    }

    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        process.Step();
        return s_volume.Stat(file, out facts);
    }

    public string Describe(VolumeError failure) => s_volume.Describe(failure);

    public VolumeError PathOf(FolderHandle folder, out byte[] path) => s_volume.PathOf(folder, out path);

    public VolumeError Protection(FolderHandle at, ReadOnlySpan<byte> name, out FileProtection protection) =>
        s_volume.Protection(at, name, out protection);

    public VolumeError TakeLease(FileHandle file) => s_volume.TakeLease(file);

    public bool HoldsLease(FileHandle file) => s_volume.HoldsLease(file);

    public VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name) =>
        s_volume.Link(file, folder, name);

    public VolumeError ShareBlocks(
        FileHandle source, FileHandle file, long offset, long length, out long sharedBytes) =>
        s_volume.ShareBlocks(source, file, offset, length, out sharedBytes);

    public VolumeError MakeSymbolicLink(ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name) =>
        s_volume.MakeSymbolicLink(target, folder, name);

    public VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        s_volume.Exchange(folder, first, second);

    public VolumeError Recycle(FolderHandle folder, ReadOnlySpan<byte> name) => s_volume.Recycle(folder, name);

    public VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name) =>
        s_volume.RemoveFolder(folder, name);

    public VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode) =>
        s_volume.MakeFolder(folder, name, mode);

    public VolumeError SetLength(FileHandle file, long length) => s_volume.SetLength(file, length);

    public VolumeError ReadExtras(FileHandle file, out FileExtras extras) => s_volume.ReadExtras(file, out extras);

    public VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras) =>
        s_volume.Restore(file, facts, extras);

    public VolumeError NextData(FileHandle file, long from, out long start, out long behind) =>
        s_volume.NextData(file, from, out start, out behind);

    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents) =>
        s_volume.Extents(file, query, extents);

    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target) =>
        s_volume.ReadLink(at, path, out target);

    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency) =>
        s_volume.Probe(at, path, out latency);

    private VolumeError Opened(VolumeError error, FileHandle file)
    {
        if (!error.Failed)
        {
            _files.Add(file);
        }

        return error;
    }

    private VolumeError Opened(VolumeError error, FolderHandle folder)
    {
        if (!error.Failed)
        {
            _folders.Add(folder);
        }

        return error;
    }

    private VolumeError Stepped(VolumeError error)
    {
        process.Step();
        return error;
    }

    private sealed class Names : IEntryVisitor
    {
        internal Dictionary<string, ulong> Found { get; } = [];

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => true;

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) =>
            Found[Encoding.ASCII.GetString(name)] = facts.Inode;

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) =>
            throw new InvalidOperationException(s_volume.Describe(failure));
    }
}
