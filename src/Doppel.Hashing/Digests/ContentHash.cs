using System.Buffers.Binary;

namespace Doppel.Hashing;

/// <summary>Computes a digest of any <see cref="DigestAlgorithm"/> incrementally.</summary>
/// <remarks>
/// Not thread-safe. No method but <see cref="Create"/> allocates. MD5 and the SHA family are those of the system.
/// </remarks>
public abstract class ContentHash : IDisposable
{
    /// <summary>The largest size of the parts of <see cref="Md5Parts"/>, in MiB.</summary>
    public const int PartMebibytesMax = 128;

    // The number of the algorithm for parts of 1 MiB.
    private const int FirstParts = 64;

    /// <summary>Gets all algorithms, in the order of their numbers.</summary>
    public static IEnumerable<DigestAlgorithm> All => Enum.GetValues<DigestAlgorithm>()
        .Concat(Enumerable.Range(1, PartMebibytesMax).Select(Md5Parts));

    /// <summary>Returns how many bytes the complete digest of an algorithm has.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm is not one of the enumeration.</exception>
    public static int BytesOf(DigestAlgorithm algorithm) => algorithm switch
    {
        _ when PartBytesOf(algorithm) > 0 => 16,
        DigestAlgorithm.Xxh64 => 8,
        DigestAlgorithm.Metro128 or DigestAlgorithm.Xxh3 or DigestAlgorithm.Md5 => 16,
        DigestAlgorithm.Sha1 => 20,
        DigestAlgorithm.Sha256 => 32,
        DigestAlgorithm.Sha384 => 48,
        DigestAlgorithm.Sha512 or DigestAlgorithm.Blake2b => 64,
        _ => throw new ArgumentOutOfRangeException(
            nameof(algorithm), algorithm, "An algorithm must be one of DigestAlgorithm."),
    };

    /// <summary>Returns the name of an algorithm in reports and messages, such as <c>sha256</c>.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm is not one of the enumeration.</exception>
    public static string NameOf(DigestAlgorithm algorithm) => algorithm switch
    {
        _ when PartBytesOf(algorithm) > 0 => "md5-parts",
        DigestAlgorithm.Xxh64 => "xxh64",
        DigestAlgorithm.Metro128 => "metro128",
        DigestAlgorithm.Xxh3 => "xxh3-128",
        DigestAlgorithm.Md5 => "md5",
        DigestAlgorithm.Sha1 => "sha1",
        DigestAlgorithm.Sha256 => "sha256",
        DigestAlgorithm.Sha384 => "sha384",
        DigestAlgorithm.Sha512 => "sha512",
        DigestAlgorithm.Blake2b => "blake2b",
        _ => throw new ArgumentOutOfRangeException(
            nameof(algorithm), algorithm, "An algorithm must be one of DigestAlgorithm."),
    };

    /// <summary>
    /// Returns the algorithm that computes the MD5 of the MD5s of all parts of a content: the ETag of an object in S3
    /// that was uploaded in such parts.
    /// </summary>
    /// <param name="mebibytes">The size of a part in MiB, from 1 to <see cref="PartMebibytesMax"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The size is out of range.</exception>
    public static DigestAlgorithm Md5Parts(int mebibytes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mebibytes, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(mebibytes, PartMebibytesMax);
        return (DigestAlgorithm)(FirstParts + mebibytes - 1);
    }

    /// <summary>
    /// Returns the size of the parts whose MD5s an algorithm hashes, in bytes, or 0 if it has no parts.
    /// </summary>
    /// <param name="algorithm">The algorithm.</param>
    public static int PartBytesOf(DigestAlgorithm algorithm)
    {
        int mebibytes = (int)algorithm - FirstParts + 1;
        return mebibytes is >= 1 and <= PartMebibytesMax ? mebibytes * 1024 * 1024 : 0;
    }

    /// <summary>Returns whether a number is that of an algorithm.</summary>
    /// <param name="algorithm">The number.</param>
    public static bool IsKnown(DigestAlgorithm algorithm) =>
        Enum.IsDefined(algorithm) || PartBytesOf(algorithm) > 0;

    /// <summary>Returns whether an algorithm is at least as hard to forge as another one.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="other">The other algorithm.</param>
    public static bool IsAtLeast(DigestAlgorithm algorithm, DigestAlgorithm other) =>
        StrengthOf(algorithm) >= StrengthOf(other);

    /// <summary>Returns what is kept of a complete digest.</summary>
    /// <param name="digest">The bytes of the digest, at least 8.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are fewer than 8 bytes.</exception>
    public static Digest128 Shorten(ReadOnlySpan<byte> digest) => new(
        BinaryPrimitives.ReadUInt64BigEndian(digest),
        digest.Length < Digest128.ByteCount ? 0 : BinaryPrimitives.ReadUInt64BigEndian(digest[8..]));

    /// <summary>Creates the state of a digest of no bytes.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm is not one of the enumeration.</exception>
    public static ContentHash Create(DigestAlgorithm algorithm) => algorithm switch
    {
        DigestAlgorithm.Xxh64 => new Xxh64Hash(),
        DigestAlgorithm.Metro128 => new Metro128Hash(),
        DigestAlgorithm.Xxh3 => new Xxh3Hash(),
        DigestAlgorithm.Blake2b => new Blake2bHash(),
        _ => PartBytesOf(algorithm) is > 0 and var bytes ? new PartsHash(bytes) : new SystemHash(algorithm),
    };

    /// <summary>Appends bytes.</summary>
    /// <param name="source">The bytes. May be empty.</param>
    public abstract void Append(ReadOnlySpan<byte> source);

    /// <summary>Returns the digest of all appended bytes, and discards them.</summary>
    /// <param name="destination">Receives the complete digest; see <see cref="BytesOf"/>.</param>
    public abstract void Finish(Span<byte> destination);

    /// <summary>Returns the first 128 bits of the digest of all appended bytes, and discards them.</summary>
    public Digest128 Finish()
    {
        Span<byte> digest = stackalloc byte[64];
        digest.Clear();
        Finish(digest);
        return Shorten(digest);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Frees what the instance holds.</summary>
    /// <param name="disposing">Whether the caller is <see cref="Dispose()"/>.</param>
    protected virtual void Dispose(bool disposing)
    {
    }

    private static DigestAlgorithm StrengthOf(DigestAlgorithm algorithm) =>
        PartBytesOf(algorithm) > 0 ? DigestAlgorithm.Md5 : algorithm;

    private sealed class Xxh3Hash : ContentHash
    {
        private readonly Xxh3State _state = new();

        public override void Append(ReadOnlySpan<byte> source) => _state.Append(source);

        public override void Finish(Span<byte> destination)
        {
            _state.GetDigest().WriteBytes(destination);
            _state.Reset();
        }
    }
}
