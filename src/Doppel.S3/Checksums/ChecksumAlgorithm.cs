namespace Doppel.S3.Checksums;

/// <summary>What an S3 server can keep with an object beside its ETag.</summary>
public enum ChecksumAlgorithm
{
    /// <summary>CRC-32, as zip has it: 4 bytes.</summary>
    Crc32,

    /// <summary>CRC-32C, as iSCSI has it: 4 bytes.</summary>
    Crc32C,

    /// <summary>CRC-64/NVME: 8 bytes. What Amazon adds to every object that comes without a checksum.</summary>
    Crc64Nvme,

    /// <summary>SHA-1: 20 bytes.</summary>
    Sha1,

    /// <summary>SHA-256: 32 bytes.</summary>
    Sha256,
}
