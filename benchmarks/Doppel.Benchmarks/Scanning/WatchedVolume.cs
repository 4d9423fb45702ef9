using Doppel.Volumes;

namespace Doppel.Benchmarks.Scanning;

/// <summary>Another volume, whose listings are watched.</summary>
internal sealed class WatchedVolume(IVolume volume, ScanWatch watch) : IVolume
{
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        watch.BeginList();
        VolumeError error = volume.List(folder, wanted, visitor);
        watch.EndList();
        return error;
    }

    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts) =>
        volume.OpenFolder(at, path, links, out folder, out facts);

    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts) =>
        volume.Stat(at, path, links, wanted, out facts);

    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts) =>
        volume.OpenFile(at, path, out file, out facts);

    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read) =>
        volume.Read(file, offset, buffer, out read);

    public VolumeError CheckWriters(FileHandle file) => volume.CheckWriters(file);

    public VolumeError Stat(FileHandle file, out FileFacts facts) => volume.Stat(file, out facts);

    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents) =>
        volume.Extents(file, query, extents);

    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target) =>
        volume.ReadLink(at, path, out target);

    public void Close(FileHandle file) => volume.Close(file);

    public void Close(FolderHandle folder) => volume.Close(folder);

    public MountFacts MountOf(FolderHandle folder) => volume.MountOf(folder);

    public string Describe(VolumeError failure) => volume.Describe(failure);

    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency) =>
        volume.Probe(at, path, out latency);
}
