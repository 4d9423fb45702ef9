namespace Doppel.Media;

/// <summary>A run of a file's bytes that are payload.</summary>
/// <param name="Offset">Where it starts, bytes from the start of the file.</param>
/// <param name="Length">Bytes, 1 or more.</param>
public readonly record struct PayloadExtent(long Offset, long Length);
