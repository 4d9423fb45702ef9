using System.Diagnostics;
using System.Text;

namespace Doppel.S3;

/// <summary>An entry of a page, without any copied data.</summary>
/// <remarks>Valid until the next page is requested.</remarks>
[DebuggerDisplay("{ToEntry().Key}, {Size}")]
public readonly ref struct S3ListItem
{
    private readonly ref readonly ListRow _row;

    internal S3ListItem(ReadOnlySpan<byte> key, ref readonly ListRow row)
    {
        Key = key;
        _row = ref row;
    }

    /// <summary>The key in UTF-8, or the common prefix including the delimiter at its end.</summary>
    public ReadOnlySpan<byte> Key { get; }

    /// <inheritdoc cref="S3ListEntry.IsPrefix"/>
    public bool IsPrefix => _row.IsPrefix;

    /// <inheritdoc cref="S3ListEntry.Size"/>
    public long Size => _row.Size;

    /// <inheritdoc cref="S3ListEntry.LastModified"/>
    public DateTimeOffset? LastModified => _row.LastModified;

    /// <inheritdoc cref="S3ListEntry.ETag"/>
    public S3ETag ETag => _row.ETag;

    /// <inheritdoc cref="S3ListEntry.StorageClass"/>
    public string? StorageClass => _row.StorageClass;

    /// <inheritdoc cref="S3ListEntry.Checksums"/>
    public S3ListedChecksums Checksums => _row.Checksums;

    /// <summary>Copies the entry so that it can be kept. Allocates a string for the key.</summary>
    /// <returns>The copy.</returns>
    public S3ListEntry ToEntry() => new(Encoding.UTF8.GetString(Key), in _row);
}
