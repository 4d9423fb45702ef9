namespace Doppel.Finding;

/// <summary>Adds nodes to a <see cref="PathTree"/> on one thread.</summary>
internal sealed class TreeWriter(PathTree tree)
{
    // The names of files must be contiguous, so the names of folders are written elsewhere.
    private readonly NameArena.Writer _folderNames = new(tree.Arena);
    private readonly NameArena.Writer _fileNames = new(tree.Arena);
    private FolderChunk? _folders;
    private FileChunk? _files;

    /// <summary>Adds a root folder. Its name is its full path.</summary>
    internal PathId AddRootFolder(int index, ReadOnlySpan<byte> path) => AddFolder(-1 - index, path);

    /// <summary>Adds a folder. Its device is set when the folder has been opened.</summary>
    internal PathId AddFolder(PathId parent, ReadOnlySpan<byte> name) => AddFolder(parent.Value, name);

    internal PathId AddRootFile(int index, ReadOnlySpan<byte> path, in FileRow row) => AddFile(-1 - index, path, row);

    internal PathId AddFile(PathId parent, ReadOnlySpan<byte> name, in FileRow row) => AddFile(parent.Value, name, row);

    private PathId AddFolder(int parent, ReadOnlySpan<byte> name)
    {
        if (_folders is null || _folders.Count == NodeChunk.Length)
        {
            _folders = tree.AddFolderChunk();
        }

        return new PathId(_folders.FirstId + _folders.Add(new PathNode(parent, _folderNames.Add(name))));
    }

    private PathId AddFile(int parent, ReadOnlySpan<byte> name, in FileRow row)
    {
        int slot = 0;
        if (_files is null || !_files.TryAdd(parent, name, row, _fileNames, out slot))
        {
            _files = tree.AddFileChunk();
            _files.TryAdd(parent, name, row, _fileNames, out slot);
        }

        return new PathId(_files.FirstId + slot);
    }
}
