namespace Doppel.Media;

/// <summary>A run of a file's bytes that are payload, and what it is.</summary>
/// <param name="Offset">Where it starts, bytes from the start of the file.</param>
/// <param name="Length">Bytes, 1 or more.</param>
/// <param name="Meaning">What it is, a word or two in the words of the format.</param>
public readonly record struct PayloadPart(long Offset, long Length, string Meaning);
