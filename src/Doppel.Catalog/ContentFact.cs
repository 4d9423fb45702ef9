using Doppel.Hashing;

namespace Doppel.Catalog;

/// <summary>One fact about the content of a file, valid as long as the file's metadata stays as it was.</summary>
/// <param name="Inode">The inode number, unique within a file system.</param>
/// <param name="Stamp">
/// A digest of the size, the times and whatever else must be unchanged for the fact to be valid.
/// </param>
/// <param name="Kind">What <paramref name="Value"/> is.</param>
/// <param name="Value">The digest.</param>
/// <param name="ReadAt">When the content was read, in seconds since 1970-01-01 UTC.</param>
public readonly record struct ContentFact(ulong Inode, ulong Stamp, FactKind Kind, Digest128 Value, uint ReadAt);

/// <summary>Specifies what the value of a <see cref="ContentFact"/> is.</summary>
public enum FactKind : byte
{
    /// <summary>The XXH3-128 digest of the complete content.</summary>
    Whole = 1,

    /// <summary>
    /// The digest of the first bytes in the upper half, and that of the last bytes in the lower half; 0 if that end was
    /// not read.
    /// </summary>
    Ends = 2,

    /// <summary>The outcome of a comparison with other files: which files, and which of them are equal to it.</summary>
    Comparison = 3,

    /// <summary>
    /// What the headers of the file show about audio or image data, if everything that is heard or seen counts.
    /// </summary>
    StrictMedia = 4,

    /// <summary>The same, if only the encoded data counts.</summary>
    LooseMedia = 5,
}
