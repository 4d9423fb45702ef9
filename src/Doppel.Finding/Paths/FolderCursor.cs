using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Says for one thread how a volume is asked for a path, and keeps the folder of neighbours open meanwhile.
/// </summary>
/// <remarks>
/// Where paths come in the order of their folders, the system then looks up one name instead of a whole path for each.
/// </remarks>
internal sealed class FolderCursor(PathTree tree) : IDisposable
{
    private readonly PathBuffer _path = new();
    private IVolume? _volume;
    private FolderHandle _handle = FolderHandle.None;
    private PathId _folder = PathId.None;

    public void Dispose() => Leave();

    /// <summary>Where to start from and what to ask for.</summary>
    /// <param name="volume">The volume of the path.</param>
    /// <param name="name">The path.</param>
    /// <param name="next">The path that will be asked for next, or none.</param>
    /// <param name="path">Relative to what is returned; valid until the next call.</param>
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
            if (!hasNeighbour || !TryEnter(volume, folder))
            {
                _path.TryRender(tree, name);
                path = _path.Bytes;
                return FolderHandle.None;
            }
        }

        path = tree.Name(name);
        return _handle;
    }

    /// <summary>Closes the folder that is kept open.</summary>
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
        _path.TryRender(tree, folder);
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, _path.Bytes, LinkPolicy.Follow, out _handle, out _);
        if (error.Failed)
        {
            return false;
        }

        _volume = volume;
        _folder = folder;
        return true;
    }
}
