using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Finds the path of a file or folder that leads through no symbolic link.</summary>
internal static class RealPath
{
    /// <summary>
    /// Returns the real path of a folder, or of a file by the real path of its folder; the given path if the volume
    /// cannot tell.
    /// </summary>
    /// <param name="volume">The volume.</param>
    /// <param name="path">An absolute path.</param>
    /// <param name="isFolder">Whether the path leads to a folder.</param>
    internal static byte[] Of(IVolume volume, byte[] path, bool isFolder)
    {
        int slash = path.AsSpan().LastIndexOf((byte)'/');
        ReadOnlySpan<byte> folder = isFolder ? path : path.AsSpan(0, Math.Max(1, slash));
        if (volume is not IChangeableVolume changeable || changeable.OpenFolder(
            FolderHandle.None, folder, LinkPolicy.Follow, out FolderHandle handle, out _).Failed)
        {
            return path;
        }

        VolumeError error = isFolder
            ? changeable.PathOf(handle, out byte[] found)
            : changeable.PathOf(handle, path.AsSpan(slash + 1), out found);
        changeable.Close(handle);
        return error.Failed ? path : found;
    }

    /// <summary>
    /// Returns the real path of a file or folder that may be missing, with the folders above it: the real path of the
    /// nearest folder that exists, and below it what was given.
    /// </summary>
    /// <param name="volume">The volume.</param>
    /// <param name="path">An absolute path.</param>
    internal static byte[] OfMissing(IChangeableVolume volume, byte[] path)
    {
        for (int end = path.Length; end > 0; end = path.AsSpan(0, end).LastIndexOf((byte)'/'))
        {
            VolumeError error = volume.OpenFolder(
                FolderHandle.None, path.AsSpan(0, end), LinkPolicy.Follow, out FolderHandle folder, out _);
            if (error.Failed)
            {
                continue;
            }

            error = volume.PathOf(folder, out byte[] real);
            volume.Close(folder);
            if (!error.Failed)
            {
                byte[] whole = [.. real.AsSpan().TrimEnd((byte)'/'), .. path.AsSpan(end)];
                return whole.Length == 0 ? [(byte)'/'] : RootPaths.WithoutParents(whole);
            }
        }

        return RootPaths.WithoutParents(path);
    }
}
