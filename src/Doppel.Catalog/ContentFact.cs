using Doppel.Hashing;

namespace Doppel.Catalog;

/// <summary>One fact about the content of a file, valid as long as the file's metadata stays as it was.</summary>
/// <param name="Inode">The inode number, unique within a file system.</param>
/// <param name="Stamp">
/// A digest of the size, the times and whatever else must be unchanged for the fact to be valid.
/// </param>
/// <param name="Kind">What <paramref name="Value"/> is.</param>
/// <param name="Value">
/// The digest. That of a text is not specified: <see cref="ContentCatalog.FindTexts"/> finds the text.
/// </param>
/// <param name="ReadAt">When the content was read, in seconds since 1970-01-01 UTC.</param>
public readonly record struct ContentFact(ulong Inode, ulong Stamp, FactKind Kind, Digest128 Value, uint ReadAt);
