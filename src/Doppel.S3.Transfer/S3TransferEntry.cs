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

    /// <summary>
    /// Whether some programs represent a folder with this object: it is empty, and its key ends with '/'.
    /// </summary>
    public bool IsFolderMarker => Path is null && Bytes == 0 && (Name.Length == 0 || Name[^1] == '/');
}
