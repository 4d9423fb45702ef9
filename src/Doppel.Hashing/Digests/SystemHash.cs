using System.Security.Cryptography;

namespace Doppel.Hashing;

/// <summary>MD5 and the SHA family, as the system computes them.</summary>
internal sealed class SystemHash(DigestAlgorithm algorithm) : ContentHash
{
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(algorithm switch
    {
        DigestAlgorithm.Md5 => HashAlgorithmName.MD5,
        DigestAlgorithm.Sha1 => HashAlgorithmName.SHA1,
        DigestAlgorithm.Sha256 => HashAlgorithmName.SHA256,
        DigestAlgorithm.Sha384 => HashAlgorithmName.SHA384,
        DigestAlgorithm.Sha512 => HashAlgorithmName.SHA512,
        _ => throw new ArgumentOutOfRangeException(
            nameof(algorithm), algorithm, "An algorithm must be one of DigestAlgorithm."),
    });

    public override void Append(ReadOnlySpan<byte> source) => _hash.AppendData(source);

    public override void Finish(Span<byte> destination) => _hash.GetHashAndReset(destination);

    protected override void Dispose(bool disposing)
    {
        _hash.Dispose();
        base.Dispose(disposing);
    }
}
