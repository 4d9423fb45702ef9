using System.Buffers.Binary;
using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Comparing;

/// <summary>A digest of the framework.</summary>
internal sealed class SystemHash(HashAlgorithmName name) : IContentHash
{
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(name);
    private readonly byte[] _digest = new byte[64];

    public void Append(ReadOnlySpan<byte> block) => _hash.AppendData(block);

    public Digest128 Finish()
    {
        _hash.GetHashAndReset(_digest);
        return new Digest128(
            BinaryPrimitives.ReadUInt64BigEndian(_digest), BinaryPrimitives.ReadUInt64BigEndian(_digest.AsSpan(8)));
    }
}
