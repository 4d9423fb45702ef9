using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Makes the folders on the way to a name.</summary>
internal static class FolderMaker
{
    private const uint Mode = 0x1FF; // what the process's mask leaves of rwxrwxrwx

    /// <summary>Opens the folder of an absolute name, and makes what is missing on the way.</summary>
    /// <param name="volume">Where.</param>
    /// <param name="name">The name.</param>
    /// <param name="folder">The open folder, to be closed once.</param>
    internal static VolumeError Make(IChangeableVolume volume, ReportName name, out FolderHandle folder)
    {
        byte[] path = name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))].ToArray();
        VolumeError error = volume.OpenFolderStrictly(path, out folder, out _);
        if (error.Kind != VolumeErrorKind.Vanished || path.Length <= 1)
        {
            return error;
        }

        error = Make(volume, new ReportName(path), out FolderHandle above);
        if (error.Failed)
        {
            return error;
        }

        ReadOnlySpan<byte> bare = path.AsSpan(path.AsSpan().LastIndexOf((byte)'/') + 1);
        error = volume.MakeFolder(above, bare, Mode);
        if (!error.Failed || error.Kind == VolumeErrorKind.Exists)
        {
            error = volume.OpenFolder(above, bare, LinkPolicy.Stay, out folder, out _);
        }

        volume.Close(above);
        return error;
    }
}
