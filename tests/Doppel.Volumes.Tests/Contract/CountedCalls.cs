using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>Counts each calling thread as running in simulated time for as long as it is inside.</summary>
/// <remarks>For suites whose threads know nothing of simulated time. Not to be called from a visitor.</remarks>
public sealed class CountedCalls(SimulatedVolume inner) : IVolume
{
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        using var visit = new Visit(inner.Time);
        return inner.OpenFolder(at, path, links, out folder, out facts);
    }

    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        using var visit = new Visit(inner.Time);
        return inner.List(folder, wanted, visitor);
    }

    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        using var visit = new Visit(inner.Time);
        return inner.Stat(at, path, links, wanted, out facts);
    }

    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        using var visit = new Visit(inner.Time);
        return inner.OpenFile(at, path, out file, out facts);
    }

    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        using var visit = new Visit(inner.Time);
        return inner.Read(file, offset, buffer, out read);
    }

    public VolumeError Stat(FileHandle file, out FileFacts facts) => inner.Stat(file, out facts);

    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents) =>
        inner.Extents(file, query, extents);

    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        using var visit = new Visit(inner.Time);
        return inner.Probe(at, path, out latency);
    }

    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        using var visit = new Visit(inner.Time);
        return inner.ReadLink(at, path, out target);
    }

    public void Close(FileHandle file) => inner.Close(file);

    public void Close(FolderHandle folder) => inner.Close(folder);

    public MountFacts MountOf(FolderHandle folder) => inner.MountOf(folder);

    public string Describe(VolumeError failure) => inner.Describe(failure);

    private readonly ref struct Visit : IDisposable
    {
        private readonly SimulatedTime _time;

        internal Visit(SimulatedTime time)
        {
            _time = time;
            time.Resume(1);
        }

        public void Dispose() => _time.Suspend();
    }
}
