namespace Doppel.Finding;

/// <summary>Adds nodes to a <see cref="PathTree"/> for one thread.</summary>
internal sealed class TreeWriter(PathTree tree)
{
    private readonly NameArena.Writer _names = new(tree.Arena);
    private NodeChunk? _folders;
    private NodeChunk? _files;

    /// <summary>Adds the folder that a search starts from. Its name is its whole path.</summary>
    internal PathId AddRootFolder(int index, ReadOnlySpan<byte> path) =>
        Add(ref _folders, NodeChunk.ForFolders, -1 - index, path);

    /// <summary>Adds a folder; its device is set when it has been opened.</summary>
    internal PathId AddFolder(PathId parent, ReadOnlySpan<byte> name) =>
        Add(ref _folders, NodeChunk.ForFolders, parent.Value, name);

    /// <summary>Adds a file that a search starts from.</summary>
    internal PathId AddRootFile(int index, ReadOnlySpan<byte> path, in FileRow row) => AddFile(-1 - index, path, row);

    /// <summary>Adds a file.</summary>
    internal PathId AddFile(PathId parent, ReadOnlySpan<byte> name, in FileRow row) => AddFile(parent.Value, name, row);

    private PathId AddFile(int parent, ReadOnlySpan<byte> name, in FileRow row)
    {
        PathId path = Add(ref _files, NodeChunk.ForFiles, parent, name);
        int slot = path.Value - _files!.FirstId;
        _files.Sizes![slot] = row.Size;
        _files.Inodes![slot] = row.Inode;
        _files.Devices[slot] = row.Mark;
        return path;
    }

    private PathId Add(ref NodeChunk? chunk, Func<int, NodeChunk> make, int parent, ReadOnlySpan<byte> name)
    {
        if (chunk is null || chunk.Count == NodeChunk.Length)
        {
            chunk = tree.AddChunk(make);
        }

        int slot = chunk.Count++;
        chunk.Nodes[slot] = new PathNode(parent, _names.Add(name));
        chunk.Devices[slot] = default;
        return new PathId(chunk.FirstId + slot);
    }
}
