namespace Doppel.S3;

/// <summary>
/// The checksums that an object has according to a listing. Their values must be requested for each object.
/// </summary>
[Flags]
public enum S3ListedChecksums
{
    /// <summary>The object has no checksum, or the server does not say.</summary>
    None = 0,

    /// <summary>CRC-32.</summary>
    Crc32 = 1,

    /// <summary>CRC-32C.</summary>
    Crc32C = 2,

    /// <summary>CRC-64/NVME.</summary>
    Crc64Nvme = 4,

    /// <summary>SHA-1.</summary>
    Sha1 = 8,

    /// <summary>SHA-256.</summary>
    Sha256 = 16,

    /// <summary>A checksum that this client does not support.</summary>
    Other = 32,

    /// <summary>The checksums cover the full object.</summary>
    FullObject = 64,

    /// <summary>The checksums are composite: computed from the checksums of the parts.</summary>
    Composite = 128,
}
