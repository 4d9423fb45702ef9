namespace Doppel.Lab;

/// <summary>
/// The total of everything read, independent of order. Two runs that read the same content have the same total.
/// </summary>
/// <param name="Files">The number of files.</param>
/// <param name="Bytes">The number of bytes.</param>
/// <param name="High">The upper half of a sum over the files' digests and their indexes in the set.</param>
/// <param name="Low">The lower half of that sum.</param>
public readonly record struct ContentTotal(long Files, long Bytes, ulong High, ulong Low);
