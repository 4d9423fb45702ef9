namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>What a list had.</summary>
/// <param name="Count">How many keys.</param>
/// <param name="KeyBytes">Their bytes in UTF-8 together.</param>
/// <param name="Size">The sizes of the objects together.</param>
internal readonly record struct ListedKeys(int Count, long KeyBytes, long Size)
{
    /// <summary>With one more.</summary>
    public ListedKeys And(int keyBytes, long size) => new(Count + 1, KeyBytes + keyBytes, Size + size);
}
