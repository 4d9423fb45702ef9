using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Transfer;

/// <summary>A file or an object on one side of a transfer.</summary>
/// <param name="Name">The path or key below the folder, with '/' between components.</param>
/// <param name="Bytes">The size in bytes.</param>
/// <param name="Modified">When it was last modified, in UTC, or null if the server does not say.</param>
/// <param name="ETag">The ETag of an object.</param>
/// <param name="Path">The path of a file, or null for an object.</param>
public readonly record struct S3TransferEntry(
    string Name, long Bytes, DateTime? Modified, S3ETag ETag, string? Path)
{
    /// <summary>The checksums that an object has according to the listing.</summary>
    public S3ListedChecksums Checksums { get; init; }

    /// <summary>What the file system said about a file when it was listed; the default value for an object.</summary>
    public FileFacts Facts { get; init; }

    /// <summary>The folder that a file was listed in; null for an object, or a file that the caller named.</summary>
    internal LocalFolder? Folder { get; init; }

    /// <summary>
    /// Whether some programs represent a folder with this object: it is empty, and its key ends with '/'.
    /// </summary>
    public bool IsFolderMarker => Path is null && Bytes == 0 && (Name.Length == 0 || Name[^1] == '/');

    /// <summary>Opens a file for reading. One that was listed is opened below its folder, through no link.</summary>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    internal SafeFileHandle Open() => Folder?.OpenFile(Name) ?? File.OpenHandle(
        Path!, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
}
