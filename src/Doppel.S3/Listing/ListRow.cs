namespace Doppel.S3;

/// <summary>What a page knows of an entry, but for its key.</summary>
internal struct ListRow
{
    /// <summary>Where the key begins among those of the page.</summary>
    internal int KeyStart;

    /// <summary>Bytes of the key.</summary>
    internal int KeyLength;

    internal bool IsPrefix;
    internal S3ListedChecksums Checksums;
    internal long Size;

    /// <summary>UTC; 0 if it is unknown.</summary>
    internal long LastModifiedTicks;

    internal S3ETag ETag;
    internal string? StorageClass;

    internal readonly DateTimeOffset? LastModified =>
        LastModifiedTicks == 0 ? null : new DateTimeOffset(LastModifiedTicks, TimeSpan.Zero);
}
