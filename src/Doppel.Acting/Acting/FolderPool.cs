using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Open folders by their paths, no component of which is a symbolic link.</summary>
/// <remarks>
/// A folder stays the one that was opened first for as long as it is held here, whatever happens to its path. Not
/// thread-safe.
/// </remarks>
/// <param name="volume">Where they lie.</param>
/// <param name="foldersMax">How many it holds; by default far below the usual limit of 1,024 open files.</param>
internal sealed class FolderPool(IChangeableVolume volume, int foldersMax = 256) : IDisposable
{
    private readonly Dictionary<ReportName, OpenFolder> _folders = [];

    public void Dispose() => Clear();

    /// <summary>Closes all, which no <see cref="Place"/> may be used after.</summary>
    internal void Clear()
    {
        foreach (OpenFolder folder in _folders.Values)
        {
            volume.Close(folder.Handle);
        }

        _folders.Clear();
    }

    /// <summary>Whether there is room for so many more; otherwise <see cref="Clear"/> makes it.</summary>
    internal bool HasRoomFor(int folders) => _folders.Count + folders <= foldersMax;

    /// <summary>Finds the folder of an absolute path and opens it if it is not open.</summary>
    internal VolumeError Find(ReportName path, out Place place)
    {
        place = default;
        int cut = path.Bytes.LastIndexOf((byte)'/');
        if (cut < 0 || cut == path.Bytes.Length - 1)
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        byte[] all = path.Bytes.ToArray();
        VolumeError error = Open(new ReportName(all.AsMemory(0, Math.Max(1, cut))), out OpenFolder folder);
        place = new Place(folder, all.AsMemory(cut + 1));
        return error;
    }

    private VolumeError Open(ReportName path, out OpenFolder folder)
    {
        if (_folders.TryGetValue(path, out folder))
        {
            return VolumeError.None;
        }

        VolumeError error = volume.OpenFolderStrictly(path.Bytes, out FolderHandle handle, out FileFacts facts);
        if (error.Failed)
        {
            return error;
        }

        error = volume.Protection(handle, default, out FileProtection protection);
        if (error.Failed)
        {
            volume.Close(handle);
            return error;
        }

        folder = new OpenFolder(handle, facts, protection);
        _folders.Add(path, folder);
        return VolumeError.None;
    }
}
