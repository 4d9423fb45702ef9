using Doppel.Cli.Arguments;
using Doppel.Cli.Roots;
using Doppel.Volumes;

namespace Doppel.Cli.Platform;

/// <summary>Reads files that are small by nature, such as the configuration.</summary>
internal static class SmallFile
{
    /// <summary>The largest size, 64 KiB.</summary>
    internal const int BytesMax = 64 * 1024;

    /// <summary>What to do about a file that <see cref="Read"/> refuses.</summary>
    internal const string Hint = "replace it by a regular file of at most 64 KiB, or remove it";

    /// <summary>Reads a whole file.</summary>
    /// <param name="path">Its absolute path. Symbolic links are followed.</param>
    /// <exception cref="UnusableFileException">It is not a regular file, or too large.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Nor may it be.</exception>
    internal static byte[] Read(string path)
    {
        // Before it is opened, since opening a pipe waits for a writer.
        byte[] bytes = RootPaths.OfProcess().ToAbsolute(ByteText.ToBytes(path));
        VolumeError error = VolumeChoice.Create(static _ => null).Stat(
            FolderHandle.None, bytes, LinkPolicy.Follow, FactFields.None, out FileFacts facts);
        if (!error.Failed && facts.Kind != EntryKind.File)
        {
            throw new UnusableFileException(
                facts.Kind == EntryKind.Folder ? "it is a folder" : "it is not a regular file");
        }

        using var stream = new FileStream(
            path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        byte[] content = new byte[BytesMax + 1];
        int read = stream.ReadAtLeast(content, content.Length, throwOnEndOfStream: false);
        return read > BytesMax ? throw new UnusableFileException("it is larger than 64 KiB") : content[..read];
    }
}
