using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Reads files that are always small, such as the configuration.</summary>
internal static class SmallFile
{
    /// <summary>The maximum size of a file: 64 KiB.</summary>
    internal const int BytesMax = 64 * 1024;

    /// <summary>The hint for files that <see cref="Read(string)"/> rejects.</summary>
    internal const string Hint = "replace it by a regular file of at most 64 KiB, or remove it";

    /// <summary>Reads a whole file.</summary>
    /// <param name="path">The absolute path. Symbolic links are followed.</param>
    /// <exception cref="UnusableFileException">
    /// The path is not a regular file, or the file is larger than <see cref="BytesMax"/>.
    /// </exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    internal static byte[] Read(string path) => Read(path, out _);

    /// <summary>Reads a whole file and its permissions.</summary>
    /// <param name="path">The absolute path. Symbolic links are followed.</param>
    /// <param name="mode">Receives the permissions of the file. None on Windows.</param>
    /// <inheritdoc cref="Read(string)"/>
    internal static byte[] Read(string path, out UnixFileMode mode)
    {
        // Check the type before opening, because opening a pipe blocks until there is a writer.
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
        mode = OperatingSystem.IsWindows() ? UnixFileMode.None : File.GetUnixFileMode(stream.SafeFileHandle);
        byte[] content = new byte[BytesMax + 1];
        int read = stream.ReadAtLeast(content, content.Length, throwOnEndOfStream: false);
        return read > BytesMax ? throw new UnusableFileException("it is larger than 64 KiB") : content[..read];
    }
}

/// <summary>The exception for a file that is never read because it is not a regular file or is far too large.</summary>
internal sealed class UnusableFileException(string why) : IOException(why);
