namespace Doppel.Lab;

/// <summary>What was read, whatever the order: two runs that read the same have the same total.</summary>
/// <param name="Files">How many files.</param>
/// <param name="Bytes">How many bytes.</param>
/// <param name="High">The upper half of a sum over the files' digests and places in the set.</param>
/// <param name="Low">The lower half.</param>
public readonly record struct ContentTotal(long Files, long Bytes, ulong High, ulong Low);
