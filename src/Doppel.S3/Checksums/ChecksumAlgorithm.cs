namespace Doppel.S3;

/// <summary>The checksums that an S3 server can store with an object in addition to its ETag.</summary>
public enum ChecksumAlgorithm
{
    /// <summary>CRC-32, as used by zip: 4 bytes.</summary>
    Crc32,

    /// <summary>CRC-32C, as used by iSCSI: 4 bytes.</summary>
    Crc32C,

    /// <summary>
    /// CRC-64/NVME: 8 bytes. Amazon S3 adds it to every object that is stored without a checksum.
    /// </summary>
    Crc64Nvme,

    /// <summary>SHA-1: 20 bytes.</summary>
    Sha1,

    /// <summary>SHA-256: 32 bytes.</summary>
    Sha256,
}
