using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Keeps folders open by their paths, in which no component is a symbolic link.</summary>
/// <remarks>
/// While a folder is in the pool, its path always refers to the folder that was opened first, whatever happens to the
/// path in the meantime. Not thread-safe.
/// </remarks>
/// <param name="volume">The volume that holds the folders.</param>
/// <param name="foldersMax">
/// The maximum number of open folders. The default is far below the usual limit of 1,024 open files.
/// </param>
internal sealed class FolderPool(IChangeableVolume volume, int foldersMax = 256) : IDisposable
{
    private readonly Dictionary<ReportName, OpenFolder> _folders = [];

    public void Dispose() => Clear();

    /// <summary>Closes all folders. No <see cref="Place"/> may be used afterwards.</summary>
    internal void Clear()
    {
        foreach (OpenFolder folder in _folders.Values)
        {
            volume.Close(folder.Handle);
        }

        _folders.Clear();
    }

    /// <summary>
    /// Returns whether there is room for this many more folders. If not, <see cref="Clear"/> makes room.
    /// </summary>
    internal bool HasRoomFor(int folders) => _folders.Count + folders <= foldersMax;

    /// <summary>Finds the folder of an absolute path, opening it if it is not open yet.</summary>
    internal VolumeError Find(ReportName path, out Place place)
    {
        place = default;
        int cut = path.Bytes.LastIndexOf((byte)'/');
        if (cut < 0 || cut == path.Bytes.Length - 1 || ObjectName.Is(path) || HostName.Is(path))
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

/// <summary>An open folder, with what was found when it was opened.</summary>
/// <param name="Handle">The folder.</param>
/// <param name="Facts">The facts of the folder, such as its owner and mode.</param>
/// <param name="Protection">The flags that prevent changes to the folder, and its mount.</param>
internal readonly record struct OpenFolder(FolderHandle Handle, FileFacts Facts, FileProtection Protection);

/// <summary>The location of a name: an open folder and a bare name in it.</summary>
/// <param name="In">The open folder, owned by the <see cref="FolderPool"/>.</param>
/// <param name="Name">The bare name.</param>
internal readonly record struct Place(OpenFolder In, ReadOnlyMemory<byte> Name)
{
    internal FolderHandle Folder => In.Handle;

    internal ReadOnlySpan<byte> Bytes => Name.Span;
}
