namespace Doppel.S3.Checksums;

/// <summary>What a checksum is made of.</summary>
public enum ChecksumType
{
    /// <summary>Of the content of the whole object: equal content has equal checksums.</summary>
    FullObject,

    /// <summary>
    /// Of the checksums of the parts that were uploaded: equal content has equal checksums only if it was cut alike.
    /// </summary>
    Composite,
}
