using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A folder whose files stay whatever else is said, known by what it is rather than by its path.</summary>
/// <param name="Path">The path as people know it.</param>
/// <param name="Device">Its device.</param>
/// <param name="Inode">Its inode.</param>
public sealed record ReferenceFolder(ReportName Path, ulong Device, ulong Inode)
{
    /// <summary>Looks at a folder, through symbolic links.</summary>
    /// <param name="volume">Where it lies.</param>
    /// <param name="path">Its absolute path.</param>
    /// <param name="folder">The folder; null after a failure.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Unsupported"/> where the volume gives it no number by which it could be known again.
    /// </returns>
    public static VolumeError Look(IVolume volume, ReadOnlySpan<byte> path, out ReferenceFolder? folder)
    {
        ArgumentNullException.ThrowIfNull(volume);
        folder = null;
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle handle, out FileFacts facts);
        if (error.Failed)
        {
            return error;
        }

        volume.Close(handle);
        if (facts.Inode == 0)
        {
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        folder = new ReferenceFolder(new ReportName(path.ToArray()), facts.Device, facts.Inode);
        return VolumeError.None;
    }
}
