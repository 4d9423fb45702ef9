namespace Doppel.S3;

/// <summary>Specifies what a checksum is computed from.</summary>
public enum ChecksumType
{
    /// <summary>The content of the full object: equal content has equal checksums.</summary>
    FullObject,

    /// <summary>
    /// The checksums of the uploaded parts: equal content has equal checksums only if it was split in the same way.
    /// </summary>
    Composite,
}
