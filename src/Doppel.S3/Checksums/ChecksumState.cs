using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.S3;

/// <summary>Computes a checksum incrementally.</summary>
/// <remarks>
/// Not thread-safe. Instances are suitable for pooling: <see cref="Reset"/> restores the initial state for any
/// algorithm. Only the first use of SHA-1 and of SHA-256 allocates.
/// </remarks>
public sealed class ChecksumState : IDisposable
{
    private IncrementalHash? _sha1;
    private IncrementalHash? _sha256;
    private Crc32 _crc32;
    private Crc32C _crc32C;
    private Crc64Nvme _crc64;

    /// <summary>Creates a state to which no bytes have been appended.</summary>
    /// <param name="algorithm">The checksum algorithm.</param>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm is not valid.</exception>
    public ChecksumState(ChecksumAlgorithm algorithm) => Reset(algorithm);

    /// <summary>The checksum algorithm.</summary>
    public ChecksumAlgorithm Algorithm { get; private set; }

    /// <summary>The number of bytes appended since the last reset.</summary>
    public long Length { get; private set; }

    /// <summary>Discards all appended bytes and sets the algorithm.</summary>
    /// <param name="algorithm">The algorithm of the next checksum.</param>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm is not valid.</exception>
    public void Reset(ChecksumAlgorithm algorithm)
    {
        _ = S3Checksum.ByteCountOf(algorithm);
        if (Length > 0)
        {
            Forget(_sha1);
            Forget(_sha256);
        }

        _crc32 = default;
        _crc32C = default;
        _crc64 = default;
        Algorithm = algorithm;
        Length = 0;
    }

    /// <summary>Appends bytes.</summary>
    /// <param name="source">The bytes.</param>
    /// <exception cref="ObjectDisposedException">The state has been disposed.</exception>
    public void Append(ReadOnlySpan<byte> source)
    {
        Length += source.Length;
        switch (Algorithm)
        {
            case ChecksumAlgorithm.Crc32:
                _crc32.Append(source);
                break;
            case ChecksumAlgorithm.Crc32C:
                _crc32C.Append(source);
                break;
            case ChecksumAlgorithm.Crc64Nvme:
                _crc64.Append(source);
                break;
            default:
                Digest().AppendData(source);
                break;
        }
    }

    /// <summary>
    /// Returns the checksum of all bytes appended so far. The state is unchanged, and more bytes may be appended.
    /// </summary>
    /// <returns>The checksum.</returns>
    /// <exception cref="ObjectDisposedException">The state has been disposed.</exception>
    public S3Checksum GetChecksum()
    {
        switch (Algorithm)
        {
            case ChecksumAlgorithm.Crc32:
                return S3Checksum.OfCrc(Algorithm, _crc32.Value);
            case ChecksumAlgorithm.Crc32C:
                return S3Checksum.OfCrc(Algorithm, _crc32C.Value);
            case ChecksumAlgorithm.Crc64Nvme:
                return S3Checksum.OfCrc(Algorithm, _crc64.Value);
            default:
                Span<byte> digest = stackalloc byte[S3Checksum.BytesMax];
                int count = Digest().GetCurrentHash(digest);
                return new S3Checksum(Algorithm, digest.Slice(0, count));
        }
    }

    /// <summary>Releases the resources of SHA-1 and SHA-256. The state can no longer be used.</summary>
    public void Dispose()
    {
        _sha1?.Dispose();
        _sha256?.Dispose();
    }

    private static void Forget(IncrementalHash? hash)
    {
        Span<byte> digest = stackalloc byte[S3Checksum.BytesMax];
        hash?.GetHashAndReset(digest);
    }

    private IncrementalHash Digest() => Algorithm == ChecksumAlgorithm.Sha1
        ? _sha1 ??= IncrementalHash.CreateHash(HashAlgorithmName.SHA1)
        : _sha256 ??= IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
}
