using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.S3.Checksums;

/// <summary>The checksum of content that comes in pieces.</summary>
/// <remarks>
/// One thread at a time. Made to be pooled: <see cref="Reset"/> gives a state as good as new for any algorithm, and
/// only the first use of SHA-1 and of SHA-256 allocates.
/// </remarks>
public sealed class ChecksumState : IDisposable
{
    private IncrementalHash? _sha1;
    private IncrementalHash? _sha256;
    private Crc32 _crc32;
    private Crc32C _crc32C;
    private Crc64Nvme _crc64;

    /// <summary>Makes a state that has seen no bytes.</summary>
    /// <param name="algorithm">By what the checksum is made.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such algorithm.</exception>
    public ChecksumState(ChecksumAlgorithm algorithm) => Reset(algorithm);

    /// <summary>By what the checksum is made.</summary>
    public ChecksumAlgorithm Algorithm { get; private set; }

    /// <summary>Bytes appended since the last reset.</summary>
    public long Length { get; private set; }

    /// <summary>Forgets all bytes.</summary>
    /// <param name="algorithm">By what the next checksum is made.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such algorithm.</exception>
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

    /// <summary>Takes the next bytes.</summary>
    /// <exception cref="ObjectDisposedException">The state is disposed.</exception>
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

    /// <summary>The checksum of all bytes so far. The state stays as it is, and more may be appended.</summary>
    /// <exception cref="ObjectDisposedException">The state is disposed.</exception>
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

    /// <summary>Frees what SHA-1 and SHA-256 hold. The state is of no use then.</summary>
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
