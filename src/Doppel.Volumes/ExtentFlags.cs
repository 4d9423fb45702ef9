namespace Doppel.Volumes;

/// <summary>What a file system says of one extent. Values are those of Linux (linux/fiemap.h).</summary>
/// <remarks>Bits without a name here are passed on as they came.</remarks>
[Flags]
public enum ExtentFlags : uint
{
    /// <summary>Nothing special: the bytes lie on the device at the address told, as they are read.</summary>
    None = 0,

    /// <summary>The last extent of the file.</summary>
    Last = 0x1,

    /// <summary>The address is not known.</summary>
    Unknown = 0x2,

    /// <summary>Written, but no place has been chosen yet.</summary>
    Delayed = 0x4,

    /// <summary>The bytes on the device are not those that are read: compressed, for one.</summary>
    Encoded = 0x8,

    /// <summary>The bytes on the device are encrypted by the file system.</summary>
    Encrypted = 0x80,

    /// <summary>Offset or address need not be multiples of a block.</summary>
    NotAligned = 0x100,

    /// <summary>The bytes lie among those that describe the file; the address may mean nothing.</summary>
    Inline = 0x200,

    /// <summary>The bytes share a block with the ends of other files.</summary>
    Tail = 0x400,

    /// <summary>Space is set aside, and zeros are read whatever lies there.</summary>
    Unwritten = 0x800,

    /// <summary>Blocks were put together for the answer only; the file system knows no extents.</summary>
    Merged = 0x1000,

    /// <summary>Other files, or other places of this one, use the same blocks.</summary>
    Shared = 0x2000,
}
