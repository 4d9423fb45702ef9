using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads the sidecar of a photo.</summary>
internal static class SidecarFile
{
    /// <summary>Reads a sidecar.</summary>
    /// <param name="volume">The volume that holds it.</param>
    /// <param name="folder">Its folder.</param>
    /// <param name="name">Its bare name.</param>
    /// <param name="content">Its content. Empty if it does not exist.</param>
    /// <param name="facts">Its facts, or null if it does not exist.</param>
    /// <returns>Why it cannot be read, or null on success.</returns>
    internal static string? Read(
        IVolume volume, FolderHandle folder, ReadOnlySpan<byte> name, out byte[] content, out FileFacts? facts)
    {
        VolumeError error = volume.OpenFile(folder, name, out FileHandle file, out FileFacts found);
        if (error.Failed)
        {
            (content, facts) = ([], null);
            return error.Kind == VolumeErrorKind.Vanished
                ? null
                : $"its sidecar cannot be opened: {volume.Describe(error)}";
        }

        facts = found;
        string? against = Read(volume, file, found, out content);
        volume.Close(file);
        return against;
    }

    /// <summary>Reads an open sidecar.</summary>
    internal static string? Read(IVolume volume, FileHandle file, in FileFacts facts, out byte[] content)
    {
        content = [];
        if (facts.Size > XmpSidecar.BytesMax)
        {
            return "its sidecar is too large";
        }

        byte[] bytes = new byte[facts.Size];
        VolumeError error = volume.Read(file, 0, bytes, out int read);
        if (error.Failed || read < bytes.Length)
        {
            return error.Failed
                ? $"its sidecar cannot be read: {volume.Describe(error)}"
                : "its sidecar became shorter while it was read";
        }

        content = bytes;
        return null;
    }
}
