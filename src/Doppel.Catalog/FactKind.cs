using Doppel.Hashing;

namespace Doppel.Catalog;

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

    /// <summary>
    /// A text: what a report shows about the file as media, and which others have the same audio or image data, if
    /// everything that is heard or seen counts.
    /// </summary>
    StrictMediaText = 6,

    /// <summary>The same, if only the encoded data counts.</summary>
    LooseMediaText = 7,

    /// <summary>
    /// The number from which on a kind is the first 128 bits of the digest of the complete content by the algorithm
    /// whose number is added, such as 20 for <see cref="DigestAlgorithm.Md5"/>.
    /// </summary>
    FirstDigest = 16,
}
