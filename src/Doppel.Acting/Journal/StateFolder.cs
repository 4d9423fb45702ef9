using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Opens folders in which this program keeps its state.</summary>
public static class StateFolder
{
    private const uint FolderMode = 0x1C0; // rwx------

    /// <summary>
    /// Opens a folder. If it or folders above it are missing, creates them, accessible to this user only.
    /// </summary>
    /// <param name="volume">The volume that holds the folder.</param>
    /// <param name="path">The absolute path of the folder.</param>
    /// <returns>The open folder, which the caller must close once.</returns>
    /// <exception cref="JournalException">The folder cannot be opened or created.</exception>
    public static FolderHandle Open(IChangeableVolume volume, ReportName path)
    {
        ArgumentNullException.ThrowIfNull(volume);
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path.Bytes, LinkPolicy.Follow, out FolderHandle folder, out _);
        if (error.Kind == VolumeErrorKind.Vanished && path.Bytes.LastIndexOf((byte)'/') is int cut and > 0)
        {
            FolderHandle above = Open(volume, new ReportName(path.Bytes[..cut].ToArray()));
            error = volume.MakeFolder(above, path.Bytes[(cut + 1)..], FolderMode);
            if (!error.Failed || error.Kind == VolumeErrorKind.Exists)
            {
                error = volume.OpenFolder(above, path.Bytes[(cut + 1)..], LinkPolicy.Follow, out folder, out _);
            }

            volume.Close(above);
        }

        return error.Failed
            ? throw new JournalException($"the folder {path} cannot be opened: {volume.Describe(error)}")
            : folder;
    }
}
