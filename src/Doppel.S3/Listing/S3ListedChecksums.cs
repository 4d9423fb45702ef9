namespace Doppel.S3;

/// <summary>Which checksums a list says an object has; their values are to be asked for one by one.</summary>
[Flags]
public enum S3ListedChecksums
{
    /// <summary>None, or the server does not tell.</summary>
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

    /// <summary>One that this client does not know.</summary>
    Other = 32,

    /// <summary>They are of the whole content.</summary>
    FullObject = 64,

    /// <summary>They are of the checksums of parts.</summary>
    Composite = 128,
}
