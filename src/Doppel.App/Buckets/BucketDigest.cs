using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.S3;

namespace Doppel.App;

/// <summary>Turns ETags and checksums of objects into digests that files can be compared by.</summary>
internal static class BucketDigest
{
    private const int Mebibyte = 1024 * 1024;

    // In MiB, by how many clients use them: AWS and boto 8, this program, MinIO and others 16, rclone 5, and so on.
    private static readonly int[] s_commonParts = [8, 16, 5, 64, 32, 128, 100, 15, 10, 50];

    /// <summary>Returns the digest that an ETag is, unless the object is encrypted, or null if it is none.</summary>
    /// <remarks>
    /// Of an object in parts, this is a guess: the list does not show the size of the parts. What servers use in place
    /// of a digest, such as zeros, is none.
    /// </remarks>
    /// <param name="etag">The ETag.</param>
    /// <param name="size">The size of the object.</param>
    internal static ListedDigest? Of(S3ETag etag, long size)
    {
        Span<byte> digest = stackalloc byte[S3ETag.DigestBytes];
        bool isDigest = etag.MayBeDigestOf(size) && etag.TryCopyDigest(digest);
        DigestAlgorithm? algorithm = isDigest ? AlgorithmOf(etag.PartCount, size) : null;
        return algorithm is { } known ? new ListedDigest(known, ContentHash.Shorten(digest)) : null;
    }

    /// <summary>Returns the digest that a checksum of the whole content is, or null if it proves too little.</summary>
    internal static ListedDigest? Of(S3Checksum checksum)
    {
        DigestAlgorithm? algorithm = checksum.Algorithm switch
        {
            ChecksumAlgorithm.Sha1 => DigestAlgorithm.Sha1,
            ChecksumAlgorithm.Sha256 => DigestAlgorithm.Sha256,
            _ => null,
        };
        return algorithm is { } known ? new ListedDigest(known, ContentHash.Shorten(checksum.Bytes)) : null;
    }

    // The most common size of parts that fits, or the least that does. Not all of a size need be whole MiB.
    private static DigestAlgorithm? AlgorithmOf(int parts, long size)
    {
        if (parts == 0)
        {
            return DigestAlgorithm.Md5;
        }

        int common = Array.Find(s_commonParts, mebibytes => PartsOf(size, mebibytes) == parts);
        long least = CeilingOf(size, (long)parts * Mebibyte);
        long guess = common > 0 ? common : least;
        return guess is >= 1 and <= ContentHash.PartMebibytesMax && PartsOf(size, guess) == parts
            ? ContentHash.Md5Parts((int)guess)
            : null;
    }

    private static long PartsOf(long size, long mebibytes) => CeilingOf(size, mebibytes * Mebibyte);

    private static long CeilingOf(long size, long divisor) => (size + divisor - 1) / divisor;
}
