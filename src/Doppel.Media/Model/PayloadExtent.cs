namespace Doppel.Media;

/// <summary>A contiguous range of payload bytes in a file.</summary>
/// <param name="Offset">The offset of the first byte, in bytes from the start of the file.</param>
/// <param name="Length">The length in bytes, 1 or more.</param>
public readonly record struct PayloadExtent(long Offset, long Length);
