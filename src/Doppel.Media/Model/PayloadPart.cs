namespace Doppel.Media;

/// <summary>A contiguous range of payload bytes in a file, with a description.</summary>
/// <param name="Offset">The offset of the first byte, in bytes from the start of the file.</param>
/// <param name="Length">The length in bytes, 1 or more.</param>
/// <param name="Meaning">What the bytes are: a word or two in the terms of the format.</param>
public readonly record struct PayloadPart(long Offset, long Length, string Meaning);
