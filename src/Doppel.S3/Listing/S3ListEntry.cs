using System.Diagnostics;

namespace Doppel.S3;

/// <summary>An object in a listing, or a common prefix of several keys.</summary>
[DebuggerDisplay("{Key}, {Size}")]
public readonly struct S3ListEntry
{
    private readonly ListRow _row;

    internal S3ListEntry(string key, in ListRow row)
    {
        Key = key;
        _row = row;
    }

    /// <summary>The key, or the common prefix including the delimiter at its end.</summary>
    public string Key { get; }

    /// <summary>
    /// Whether this entry is a common prefix. If so, only <see cref="Key"/> has a value.
    /// </summary>
    public bool IsPrefix => _row.IsPrefix;

    /// <summary>The size of the object in bytes.</summary>
    public long Size => _row.Size;

    /// <summary>When the object was last modified, or null if the server does not say.</summary>
    public DateTimeOffset? LastModified => _row.LastModified;

    /// <summary>The ETag of the object, or no ETag if the server does not say.</summary>
    public S3ETag ETag => _row.ETag;

    /// <summary>The storage class, such as <c>GLACIER</c>, or null if the server does not say.</summary>
    public string? StorageClass => _row.StorageClass;

    /// <summary>The checksums that are stored with the object.</summary>
    public S3ListedChecksums Checksums => _row.Checksums;
}
