namespace Doppel.Volumes;

/// <summary>
/// Describes one extent as reported by the file system. The values are those of Linux (linux/fiemap.h).
/// </summary>
/// <remarks>Bits that are not defined here are passed through unchanged.</remarks>
[Flags]
public enum ExtentFlags : uint
{
    /// <summary>
    /// An ordinary extent: the bytes are stored on the device at the reported address, exactly as they are read.
    /// </summary>
    None = 0,

    /// <summary>The last extent of the file.</summary>
    Last = 0x1,

    /// <summary>The address is unknown.</summary>
    Unknown = 0x2,

    /// <summary>The data has been written, but space on the device has not been allocated yet.</summary>
    Delayed = 0x4,

    /// <summary>
    /// The bytes on the device differ from the bytes that are read, for example because they are compressed.
    /// </summary>
    Encoded = 0x8,

    /// <summary>The file system stores the bytes encrypted.</summary>
    Encrypted = 0x80,

    /// <summary>The offset or the address may not be a multiple of the block size.</summary>
    NotAligned = 0x100,

    /// <summary>The bytes are stored inside the file's metadata. The address may be meaningless.</summary>
    Inline = 0x200,

    /// <summary>The bytes share a block with the tails of other files.</summary>
    Tail = 0x400,

    /// <summary>The space is allocated but not written: it reads as zeros, whatever the device holds.</summary>
    Unwritten = 0x800,

    /// <summary>The file system has no extents. Adjacent blocks were merged for this query only.</summary>
    Merged = 0x1000,

    /// <summary>The blocks are also used by other files or by other parts of this file.</summary>
    Shared = 0x2000,
}
