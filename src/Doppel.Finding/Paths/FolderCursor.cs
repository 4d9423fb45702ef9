using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Determines how to access a path on a volume, and keeps the folder of neighbouring paths open. For one thread.
/// </summary>
/// <remarks>
/// If paths arrive in folder order, the system only has to look up one name for each instead of a whole path.
/// </remarks>
internal sealed class FolderCursor(PathTree tree) : IDisposable
{
    private readonly PathBuffer _path = new();
    private readonly FolderAnchors _anchors = new(tree);
    private IVolume? _volume;
    private FolderHandle _handle = FolderHandle.None;
    private PathId _folder = PathId.None;

    /// <summary>Closes all folders.</summary>
    public void Dispose()
    {
        Leave();
        _anchors.Dispose();
    }

    /// <summary>Returns the folder from which to access a path.</summary>
    /// <param name="volume">The volume that holds the path.</param>
    /// <param name="name">The path.</param>
    /// <param name="next">The path that will be accessed next, or none.</param>
    /// <param name="path">Receives the path relative to the returned folder. Valid until the next call.</param>
    internal FolderHandle Enter(IVolume volume, PathId name, PathId next, out ReadOnlySpan<byte> path)
    {
        if (tree.MarkOf(name).IsFollowedLink)
        {
            path = tree.FinalPath(name);
            return FolderHandle.None;
        }

        PathId folder = tree.Parent(name);
        if (folder != _folder || folder == PathId.None)
        {
            Leave();
            bool hasNeighbour = next != PathId.None && folder != PathId.None && tree.Parent(next) == folder;
            bool isWorthOpening = hasNeighbour || (folder != PathId.None && _anchors.IsFar(folder));
            if (!isWorthOpening || !TryEnter(volume, folder))
            {
                _path.TryRender(tree, name);
                path = _path.Bytes;
                return FolderHandle.None;
            }
        }

        path = tree.Name(name);
        return _handle;
    }

    /// <summary>Closes the folder that is kept open for neighbors.</summary>
    internal void Leave()
    {
        if (_handle != FolderHandle.None)
        {
            _volume!.Close(_handle);
            _handle = FolderHandle.None;
            _folder = PathId.None;
        }
    }

    private bool TryEnter(IVolume volume, PathId folder)
    {
        if (_anchors.Open(volume, folder, LinkPolicy.Follow, _path, out _handle, out _).Failed)
        {
            return false;
        }

        _volume = volume;
        _folder = folder;
        return true;
    }
}
