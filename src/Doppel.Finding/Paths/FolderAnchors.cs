using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Keeps a few folders of deep trees open, so that the folders below them are reached from there instead of from the
/// root. For one thread.
/// </summary>
/// <remarks>
/// The system looks up every component of a path. If each folder of a chain were reached from the root, the time would
/// grow with the square of the depth. A path of up to <see cref="NearBytes"/> has no anchor and costs no further call.
/// </remarks>
internal sealed class FolderAnchors(PathTree tree) : IDisposable
{
    /// <summary>The number of bytes of a path that are looked up at a time.</summary>
    internal const int NearBytes = 1024;

    // Trees rarely have more than one chain that is this deep. Without an anchor, a folder is reached from the root.
    private const int AnchorsMax = 8;

    private readonly int[] _folders = new int[AnchorsMax];
    private readonly (IVolume Volume, FolderHandle Handle)[] _open = new (IVolume, FolderHandle)[AnchorsMax];
    private int _count;
    private int _next;

    /// <summary>Closes all folders.</summary>
    public void Dispose()
    {
        foreach ((IVolume volume, FolderHandle handle) in _open.AsSpan(0, _count))
        {
            volume.Close(handle);
        }

        (_count, _next) = (0, 0);
    }

    /// <summary>Returns whether a path is long enough to be reached from an anchor.</summary>
    internal bool IsFar(PathId path)
    {
        int bytes = 0;
        for (; path != PathId.None && bytes <= NearBytes; path = tree.Parent(path))
        {
            bytes += tree.Name(path).Length + 1;
        }

        return bytes > NearBytes;
    }

    /// <summary>Opens a folder from the nearest anchor above it, and makes it an anchor if that is far away.</summary>
    /// <param name="volume">The volume that holds the folder.</param>
    /// <param name="folder">The folder.</param>
    /// <param name="links">Whether to follow a symbolic link in the last component.</param>
    /// <param name="path">Scratch space.</param>
    /// <param name="handle">The open folder, which the caller must close.</param>
    /// <param name="facts">The facts of the folder.</param>
    internal VolumeError Open(
        IVolume volume, PathId folder, LinkPolicy links, PathBuffer path, out FolderHandle handle, out FileFacts facts)
    {
        PathId above = folder;
        int bytes = 0;
        int anchor;
        while ((anchor = IndexOf(above)) < 0 && above != PathId.None)
        {
            bytes += tree.Name(above).Length + 1;
            above = tree.Parent(above);
        }

        FolderHandle at = anchor < 0 ? FolderHandle.None : _open[anchor].Handle;
        path.RenderBelow(tree, folder, above);
        VolumeError error = volume.OpenFolder(at, path.Bytes, links, out handle, out facts);
        if (!error.Failed && bytes > NearBytes
            && !volume.OpenFolder(handle, default, LinkPolicy.Stay, out FolderHandle kept, out _).Failed)
        {
            Keep(volume, folder, kept);
        }

        return error;
    }

    private int IndexOf(PathId folder) => _folders.AsSpan(0, _count).IndexOf(folder.Value);

    private void Keep(IVolume volume, PathId folder, FolderHandle handle)
    {
        if (_count == AnchorsMax)
        {
            _open[_next].Volume.Close(_open[_next].Handle);
        }
        else
        {
            _count++;
        }

        (_folders[_next], _open[_next]) = (folder.Value, (volume, handle));
        _next = (_next + 1) % AnchorsMax;
    }
}
