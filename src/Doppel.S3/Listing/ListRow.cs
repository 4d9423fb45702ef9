namespace Doppel.S3;

/// <summary>The properties of an entry on a page, except for its key.</summary>
internal struct ListRow
{
    /// <summary>The offset of the key among the keys of the page.</summary>
    internal int KeyStart;

    /// <summary>The length of the key in bytes.</summary>
    internal int KeyLength;

    internal bool IsPrefix;
    internal S3ListedChecksums Checksums;
    internal long Size;

    /// <summary>The time of the last modification in UTC ticks, or 0 if it is unknown.</summary>
    internal long LastModifiedTicks;

    internal S3ETag ETag;
    internal string? StorageClass;

    internal readonly DateTimeOffset? LastModified =>
        LastModifiedTicks == 0 ? null : new DateTimeOffset(LastModifiedTicks, TimeSpan.Zero);
}
