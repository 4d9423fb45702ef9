using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>Passes every call on to another volume, counts it and keeps book of what is open.</summary>
/// <remarks>Thread-safe. A handle that is used or closed after its end throws: that is a bug of the caller.</remarks>
public sealed class WatchedVolume(IVolume inner) : IVolume
{
    /// <summary>What was asked and what is open.</summary>
    public VolumeCounters Counters { get; } = new();

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        Counters.Count(VolumeCall.OpenFolder);
        string text = Counters.Join(at, path);
        VolumeError error = inner.OpenFolder(at, path, links, out folder, out facts);
        if (!error.Failed)
        {
            Counters.Opened(folder, text);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        Counters.Count(VolumeCall.List);
        _ = Counters.PathOf(folder);
        return inner.List(folder, wanted, visitor);
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        Counters.Count(VolumeCall.Stat);
        _ = Counters.Join(at, path);
        return inner.Stat(at, path, links, wanted, out facts);
    }

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        Counters.Count(VolumeCall.OpenFile);
        string text = Counters.Join(at, path);
        VolumeError error = inner.OpenFile(at, path, out file, out facts);
        if (!error.Failed)
        {
            Counters.Opened(file, text);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        Counters.Count(VolumeCall.Read);
        _ = Counters.PathOf(file);
        VolumeError error = inner.Read(file, offset, buffer, out read);
        Counters.CountBytes(read);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError CheckWriters(FileHandle file)
    {
        Counters.Count(VolumeCall.CheckWriters);
        return inner.CheckWriters(file);
    }

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        Counters.Count(VolumeCall.StatFile);
        _ = Counters.PathOf(file);
        return inner.Stat(file, out facts);
    }

    /// <inheritdoc/>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        Counters.Count(VolumeCall.Extents);
        _ = Counters.PathOf(file);
        return inner.Extents(file, query, extents);
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        Counters.Count(VolumeCall.ReadLink);
        _ = Counters.Join(at, path);
        return inner.ReadLink(at, path, out target);
    }

    /// <inheritdoc/>
    public void Close(FileHandle file)
    {
        Counters.Closing(file);
        inner.Close(file);
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder)
    {
        Counters.Closing(folder);
        inner.Close(folder);
    }

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder)
    {
        Counters.Count(VolumeCall.MountOf);
        _ = Counters.PathOf(folder);
        return inner.MountOf(folder);
    }

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => inner.Describe(failure);

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        Counters.Count(VolumeCall.Probe);
        _ = Counters.Join(at, path);
        return inner.Probe(at, path, out latency);
    }
}
