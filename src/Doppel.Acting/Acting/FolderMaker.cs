using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Makes the folders on the way to a name.</summary>
internal static class FolderMaker
{
    /// <summary>The permission bits of folders that the user will look into: what the process's mask leaves of all.
    /// </summary>
    internal const uint UsualMode = 0x1FF; // rwxrwxrwx

    /// <summary>Opens the folder of an absolute name, and makes what is missing on the way.</summary>
    /// <param name="volume">Where.</param>
    /// <param name="name">The name.</param>
    /// <param name="mode">The permission bits of what is made, of which the process's mask takes some away.</param>
    /// <param name="folder">The open folder, to be closed once.</param>
    internal static VolumeError Make(IChangeableVolume volume, ReportName name, uint mode, out FolderHandle folder)
    {
        byte[] path = name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))].ToArray();
        VolumeError error = volume.OpenFolderStrictly(path, out folder, out _);
        if (error.Kind != VolumeErrorKind.Vanished || path.Length <= 1)
        {
            return error;
        }

        error = Make(volume, new ReportName(path), mode, out FolderHandle above);
        if (error.Failed)
        {
            return error;
        }

        ReadOnlySpan<byte> bare = path.AsSpan(path.AsSpan().LastIndexOf((byte)'/') + 1);
        error = Make(volume, above, bare, mode, out folder, out _);
        volume.Close(above);
        return error;
    }

    /// <summary>Opens a folder in another, and makes it where it is missing.</summary>
    /// <param name="volume">Where.</param>
    /// <param name="above">The other.</param>
    /// <param name="name">Its bare name.</param>
    /// <param name="mode">Its permission bits if it is made.</param>
    /// <param name="folder">The open folder, to be closed once.</param>
    /// <param name="facts">Its facts.</param>
    internal static VolumeError Make(
        IChangeableVolume volume, FolderHandle above, ReadOnlySpan<byte> name, uint mode, out FolderHandle folder,
        out FileFacts facts)
    {
        VolumeError error = volume.MakeFolder(above, name, mode);
        if (error.Failed && error.Kind != VolumeErrorKind.Exists)
        {
            (folder, facts) = (FolderHandle.None, default);
            return error;
        }

        return volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out facts);
    }
}
