namespace Doppel.Volumes;

/// <summary>Collects the files and folders of a listing, up to a maximum number of entries.</summary>
internal sealed class ProbeVisitor(
    byte[] folder, ulong device, int entriesMax, List<ProbeFile> files, Queue<byte[]> folders) : IEntryVisitor
{
    /// <summary>Gets the number of entries examined.</summary>
    public int Seen { get; private set; }

    public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => Seen < entriesMax
        && kind is EntryKind.File or EntryKind.Folder or EntryKind.Unknown;

    public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
    {
        Seen++;
        if (facts.Kind == EntryKind.Folder)
        {
            folders.Enqueue(PathOf(name));
        }
        else if (facts.Kind == EntryKind.File && facts.Device == device && facts.Size > 0 && !facts.Offline)
        {
            files.Add(new ProbeFile(PathOf(name), facts.Inode));
        }
    }

    public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => Seen++;

    private byte[] PathOf(ReadOnlySpan<byte> name) => folder.Length == 0
        ? name.ToArray()
        : [.. folder, (byte)'/', .. name];
}

/// <summary>A file that may be probed.</summary>
/// <param name="Path">The path relative to the folder at which the search started.</param>
/// <param name="Inode">
/// The inode number, which indicates the position on disk: file systems number inodes by location.
/// </param>
internal readonly record struct ProbeFile(byte[] Path, ulong Inode);
