using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// A volume that lets a test do something before and after each call that changes or locks something.
/// </summary>
/// <remarks>
/// Looks and reads pass through unseen. Nothing is synced: only a power cut would tell, and that is another test.
/// </remarks>
public class HookedVolume(IChangeableVolume volume) : IChangeableVolume
{
    private readonly HashSet<FileHandle> _leased = [];

    private bool _isDead;

    /// <summary>Called with the number and name of the call, before it; may throw, or answer in its place.</summary>
    public Func<int, string, VolumeError?> Before { get; set; } = static (_, _) => null;

    /// <summary>Called before a file gets a further name; may answer in the call's place.</summary>
    public Func<FileHandle, VolumeError?> BeforeLink { get; set; } = static _ => null;

    /// <summary>Called before a file is opened to be read, on the thread that does so; may throw.</summary>
    public Action BeforeOpen { get; set; } = static () => { };

    /// <summary>Called before a folder is listed.</summary>
    public Action OnList { get; set; } = static () => { };

    /// <summary>Called with the bare name after it was looked at, on the thread that did so.</summary>
    public Action<string> AfterLook { get; set; } = static _ => { };

    /// <summary>Says whether a lease is still held, on any file system; null: leases are those of the volume.</summary>
    public Func<FileHandle, bool>? Leases { get; set; }

    /// <summary>Receives each file of which a lease is taken.</summary>
    public Action<FileHandle> OnLease { get; set; } = static _ => { };

    /// <summary>Receives offset and length of a read; returns how many bytes of it to read.</summary>
    public Func<FileHandle, long, int, int> ReadBytes { get; set; } = static (_, _, length) => length;

    /// <summary>Called before the next data of a file is looked up; may answer in the call's place.</summary>
    public Func<VolumeError?> BeforeNextData { get; set; } = static () => null;

    /// <summary>Receives a bare name and what was seen of it; returns what to tell instead.</summary>
    public Func<string, FileLook, FileLook> LookAs { get; set; } = static (_, look) => look;

    /// <summary>Answers for sharing blocks, by offset and length; null: the volume does.</summary>
    public Func<long, long, (VolumeError Error, long Shared)>? Sharing { get; set; }

    /// <summary>Words for an error; null: those of the volume.</summary>
    public Func<VolumeError, string?> Words { get; set; } = static _ => null;

    /// <summary>Called after it has succeeded; may throw.</summary>
    public Action<int, string> After { get; set; } = static (_, _) => { };

    /// <summary>Bytes that are free as it tells; null for what is true.</summary>
    public long? Free { get; set; }

    /// <summary>Returns what to tell for a device number, as if all had been mounted anew.</summary>
    public Func<ulong, ulong> DeviceAs { get; set; } = static device => device;

    /// <summary>Returns what to tell of the mount of a folder.</summary>
    public Func<MountFacts, MountFacts> MountAs { get; set; } = static facts => facts;

    /// <summary>An inode that bears the number of another, as if that number had been used again.</summary>
    public (ulong Real, ulong Shown)? Reused { get; set; }

    /// <summary>Calls so far.</summary>
    public int Calls { get; private set; }

    /// <summary>How often open files were looked at, and mounts.</summary>
    public int OpenLooks => _openLooks;

    private int _openLooks;

    /// <inheritdoc/>
    public uint User => UserId ?? volume.User;

    /// <summary>The user that the volume names; null: the real one.</summary>
    public uint? UserId { get; set; }

    /// <inheritdoc/>
    public bool CanExchange { get; set; } = volume.CanExchange;

    /// <inheritdoc/>
    public bool HasRecycleBin => volume.HasRecycleBin;

    /// <inheritdoc/>
    public VolumeError MayChange(FolderHandle folder) => volume.MayChange(folder);

    public VolumeError PathOf(FolderHandle folder, out byte[] path) => volume.PathOf(folder, out path);

    public VolumeError PathOf(FolderHandle folder, ReadOnlySpan<byte> name, out byte[] path) =>
        volume.PathOf(folder, name, out path);

    /// <inheritdoc/>
    public VolumeError ShareBlocks(FileHandle source, FileHandle file, long offset, long length, out long sharedBytes)
    {
        sharedBytes = 0;
        if (Sharing is { } sharing)
        {
            (VolumeError error, sharedBytes) = sharing(offset, length);
            return error;
        }

        return Enter("share") ?? Leave("share", volume.ShareBlocks(source, file, offset, length, out sharedBytes));
    }

    /// <inheritdoc/>
    public VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts) =>
        Shift(volume.OpenFolderStrictly(path, out folder, out facts), ref facts);

    /// <inheritdoc/>
    public VolumeError Protection(FolderHandle at, ReadOnlySpan<byte> name, out FileProtection protection) =>
        volume.Protection(at, name, out protection);

    /// <inheritdoc/>
    public VolumeError Look(FolderHandle at, ReadOnlySpan<byte> name, out FileLook look)
    {
        VolumeError error = volume.Look(at, name, out look);
        FileFacts facts = look.Facts;
        error = Shift(error, ref facts);
        look = error.Failed ? look : LookAs(System.Text.Encoding.UTF8.GetString(name), look with { Facts = facts });
        AfterLook(System.Text.Encoding.UTF8.GetString(name));
        return error;
    }

    /// <inheritdoc/>
    public VolumeError TakeLease(FileHandle file)
    {
        OnLease(file);
        if (Leases is not null)
        {
            return VolumeError.None;
        }

        VolumeError error = volume.TakeLease(file);
        if (!error.Failed)
        {
            lock (_leased)
            {
                _leased.Add(file);
            }
        }

        return error;
    }

    /// <summary>Closes the files with a lease that a crash left open, as the end of a process does.</summary>
    internal void CloseLeased()
    {
        foreach (FileHandle file in _leased)
        {
            volume.Close(file);
        }

        _leased.Clear();
    }

    /// <inheritdoc/>
    public bool HoldsLease(FileHandle file)
    {
        Enter("lease?");
        return Leases?.Invoke(file) ?? volume.HoldsLease(file);
    }

    /// <inheritdoc/>
    public virtual VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name) =>
        Enter("link") ?? BeforeLink(file) ?? Leave("link", volume.Link(file, folder, name));

    /// <inheritdoc/>
    public virtual VolumeError MakeSymbolicLink(
        ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name) =>
        Enter("symlink") ?? Leave("symlink", volume.MakeSymbolicLink(target, folder, name));

    /// <inheritdoc/>
    public virtual VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        Enter("exchange") ?? Leave("exchange", volume.Exchange(folder, first, second));

    /// <inheritdoc/>
    public virtual VolumeError Move(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName) =>
name.IndexOf(".plan"u8) > 0 ? volume.Move(from, name, target, newName)
        : Enter("move") ?? Leave("move", volume.Move(from, name, target, newName));

    /// <inheritdoc/>
    public virtual VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name) =>
        // The plan beside the journal goes when all is done.
        name.IndexOf(".plan"u8) > 0 ? volume.Remove(folder, name)
        : Enter("remove") ?? Leave("remove", volume.Remove(folder, name));

    /// <inheritdoc/>
    public VolumeError Recycle(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Enter("recycle") ?? Leave("recycle", volume.Recycle(folder, name));

    /// <inheritdoc/>
    public virtual VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Enter("rmdir") ?? Leave("rmdir", volume.RemoveFolder(folder, name));

    /// <inheritdoc/>
    public virtual VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode) =>
        Enter("mkdir") ?? Leave("mkdir", volume.MakeFolder(folder, name, mode));

    /// <inheritdoc/>
    public virtual VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file)
    {
        file = FileHandle.None;
        return Enter("create") ?? Leave("create", volume.MakeFile(folder, name, mode, out file));
    }

    /// <inheritdoc/>
    public virtual VolumeError OpenForAppending(
        FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length) =>
        volume.OpenForAppending(folder, name, out file, out length);

    /// <inheritdoc/>
    public virtual VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes) =>
        Enter("write") ?? Leave("write", volume.Write(file, offset, bytes));

    /// <inheritdoc/>
    public VolumeError SetLength(FileHandle file, long length) =>
        Enter("truncate") ?? Leave("truncate", volume.SetLength(file, length));

    /// <inheritdoc/>
    public VolumeError Lock(FileHandle file) => volume.Lock(file);

    public VolumeError Unlock(FileHandle file) => volume.Unlock(file);

    /// <inheritdoc/>
    public void Prepare(FileHandle file, FileExtras extras) => volume.Prepare(file, extras);

    /// <inheritdoc/>
    public virtual VolumeError Sync(FileHandle file) => Enter("sync") ?? Leave("sync", VolumeError.None);

    /// <inheritdoc/>
    public virtual VolumeError Sync(FolderHandle folder) =>
        Enter("sync folder") ?? Leave("sync folder", VolumeError.None);

    /// <inheritdoc/>
    public virtual VolumeError SyncFileSystem(FolderHandle folder) =>
        Enter("syncfs") ?? Leave("syncfs", VolumeError.None);

    /// <inheritdoc/>
    public VolumeError FreeBytesForUser(FolderHandle folder, out long freeBytes)
    {
        VolumeError error = volume.FreeBytesForUser(folder, out freeBytes);
        freeBytes = Free ?? freeBytes;
        return error;
    }

    /// <inheritdoc/>
    public VolumeError ReadExtras(FileHandle file, out FileExtras extras) => volume.ReadExtras(file, out extras);

    /// <inheritdoc/>
    public VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras) =>
        Enter("restore") ?? Leave("restore", volume.Restore(file, facts, extras));

    /// <inheritdoc/>
    public VolumeError RestoreLink(FolderHandle folder, ReadOnlySpan<byte> name, in FileFacts facts) =>
        Enter("restore link") ?? Leave("restore link", volume.RestoreLink(folder, name, facts));

    /// <inheritdoc/>
    public VolumeError ReadExtras(FolderHandle folder, out FileExtras extras) =>
        volume.ReadExtras(folder, out extras);

    /// <inheritdoc/>
    public VolumeError Restore(FolderHandle folder, in FileFacts facts, FileExtras extras) =>
        Enter("restore folder") ?? Leave("restore folder", volume.Restore(folder, facts, extras));

    /// <inheritdoc/>
    public VolumeError NextData(FileHandle file, long from, out long start, out long behind)
    {
        start = behind = 0;
        return BeforeNextData() ?? volume.NextData(file, from, out start, out behind);
    }

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts) =>
        Shift(volume.OpenFolder(at, path, links, out folder, out facts), ref facts);

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        OnList();
        return volume.List(folder, wanted, visitor);
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts) =>
        Shift(volume.Stat(at, path, links, wanted, out facts), ref facts);

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        BeforeOpen();
        return Shift(volume.OpenFile(at, path, out file, out facts), ref facts);
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read) =>
        volume.Read(file, offset, buffer[..ReadBytes(file, offset, buffer.Length)], out read);

    /// <inheritdoc/>
    public VolumeError CheckWriters(FileHandle file) => volume.CheckWriters(file);

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        Interlocked.Increment(ref _openLooks);
        return Shift(volume.Stat(file, out facts), ref facts);
    }

    /// <inheritdoc/>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents) =>
        volume.Extents(file, query, extents);

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target) =>
        volume.ReadLink(at, path, out target);

    /// <inheritdoc/>
    public virtual void Close(FileHandle file)
    {
        lock (_leased)
        {
            _leased.Remove(file);
        }

        volume.Close(file);
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder) => volume.Close(folder);

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder)
    {
        Interlocked.Increment(ref _openLooks);
        return MountAs(volume.MountOf(folder));
    }

    /// <inheritdoc/>
    public IReadOnlyList<byte[]> MountPointsOf(FileSystemIdentity fileSystem) => MountPoints(fileSystem);

    /// <summary>Says where a file system is mounted.</summary>
    public Func<FileSystemIdentity, IReadOnlyList<byte[]>> MountPoints { get; set; } = static _ => [];

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => Words(failure) ?? volume.Describe(failure);

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency) =>
        volume.Probe(at, path, out latency);

    private VolumeError Shift(VolumeError error, ref FileFacts facts)
    {
        facts.Device = DeviceAs(facts.Device);
        facts.Inode = Reused is { } reused && facts.Inode == reused.Real ? reused.Shown : facts.Inode;
        return error;
    }

    /// <summary>Counts a call, which the test may refuse.</summary>
    protected VolumeError? Enter(string call)
    {
        Assert.False(_isDead, $"{call} after the end of the process");
        try
        {
            return Before(++Calls, call);
        }
        catch (CrashException)
        {
            _isDead = true;
            throw;
        }
    }

    /// <summary>Ends a call.</summary>
    protected VolumeError Leave(string call, VolumeError error)
    {
        if (!error.Failed)
        {
            try
            {
                After(Calls, call);
            }
            catch (CrashException)
            {
                _isDead = true;
                throw;
            }
        }

        return error;
    }
}
