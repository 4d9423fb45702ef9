using System.Diagnostics;

namespace Doppel.S3;

/// <summary>An object of a list, or a prefix that several keys have in common.</summary>
[DebuggerDisplay("{Key}, {Size}")]
public readonly struct S3ListEntry
{
    private readonly ListRow _row;

    internal S3ListEntry(string key, in ListRow row)
    {
        Key = key;
        _row = row;
    }

    /// <summary>The key, or the common prefix with the delimiter at its end.</summary>
    public string Key { get; }

    /// <summary>Whether it is a common prefix; then there is nothing but <see cref="Key"/>.</summary>
    public bool IsPrefix => _row.IsPrefix;

    /// <summary>Bytes of the object.</summary>
    public long Size => _row.Size;

    /// <summary>When it was stored; null if the server does not tell.</summary>
    public DateTimeOffset? LastModified => _row.LastModified;

    /// <summary>What it is called in this state; none if the server does not tell.</summary>
    public S3ETag ETag => _row.ETag;

    /// <summary>Where it is stored, such as <c>GLACIER</c>; null if the server does not tell.</summary>
    public string? StorageClass => _row.StorageClass;

    /// <summary>Which checksums it has.</summary>
    public S3ListedChecksums Checksums => _row.Checksums;
}
