using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Creates the parent folders of a name.</summary>
internal static class FolderMaker
{
    /// <summary>
    /// The permission bits of folders that the user will browse: everything that the umask of the process allows.
    /// </summary>
    internal const uint UsualMode = 0x1FF; // rwxrwxrwx

    /// <summary>Opens the folder of an absolute name and creates missing folders in its path.</summary>
    /// <param name="volume">The volume.</param>
    /// <param name="name">The absolute name.</param>
    /// <param name="mode">The permission bits of created folders, reduced by the umask of the process.</param>
    /// <param name="folder">The open folder, which the caller must close once.</param>
    /// <param name="onMade">Receives each created folder, parents first. Optional.</param>
    internal static VolumeError Make(
        IChangeableVolume volume, ReportName name, uint mode, out FolderHandle folder,
        Action<MadeFolder>? onMade = null)
    {
        byte[] path = name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))].ToArray();
        VolumeError error = volume.OpenFolderStrictly(path, out folder, out _);
        if (error.Kind != VolumeErrorKind.Vanished || path.Length <= 1)
        {
            return error;
        }

        error = Make(volume, new ReportName(path), mode, out FolderHandle above, onMade);
        if (error.Failed)
        {
            return error;
        }

        ReadOnlySpan<byte> bare = path.AsSpan(path.AsSpan().LastIndexOf((byte)'/') + 1);
        error = Make(volume, above, bare, mode, out folder, out FileFacts facts, out bool isNew);
        volume.Close(above);
        if (isNew && !error.Failed)
        {
            onMade?.Invoke(new MadeFolder(new ReportName(path), facts.Device, facts.Inode));
        }

        return error;
    }

    /// <summary>Opens a subfolder, creating it if it does not exist.</summary>
    /// <param name="volume">The volume.</param>
    /// <param name="above">The parent folder.</param>
    /// <param name="name">The bare name of the subfolder.</param>
    /// <param name="mode">The permission bits if the subfolder is created.</param>
    /// <param name="folder">The open subfolder, which the caller must close once.</param>
    /// <param name="facts">The facts of the subfolder.</param>
    internal static VolumeError Make(
        IChangeableVolume volume, FolderHandle above, ReadOnlySpan<byte> name, uint mode, out FolderHandle folder,
        out FileFacts facts) => Make(volume, above, name, mode, out folder, out facts, out _);

    private static VolumeError Make(
        IChangeableVolume volume, FolderHandle above, ReadOnlySpan<byte> name, uint mode, out FolderHandle folder,
        out FileFacts facts, out bool isNew)
    {
        VolumeError error = volume.MakeFolder(above, name, mode);
        isNew = !error.Failed;
        if (error.Failed && error.Kind != VolumeErrorKind.Exists)
        {
            (folder, facts) = (FolderHandle.None, default);
            return error;
        }

        return volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out facts);
    }
}

/// <summary>A folder that a run has created.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Device">The device that holds it.</param>
/// <param name="Inode">The number of its inode.</param>
internal readonly record struct MadeFolder(ReportName Path, ulong Device, ulong Inode);
