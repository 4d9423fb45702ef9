using System.Buffers.Binary;
using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>Computes the keyed digest of a file, and its XXH3-128, in one pass.</summary>
internal sealed class ProofHash(byte[] key) : IDisposable
{
    private readonly IncrementalHash _keyed = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, key);
    private readonly Xxh3State _plain = new();

    /// <summary>Gets the XXH3-128 of what was appended.</summary>
    internal Digest128 Digest => _plain.GetDigest();

    public void Dispose() => _keyed.Dispose();

    internal void Append(ReadOnlySpan<byte> content)
    {
        _keyed.AppendData(content);
        _plain.Append(content);
    }

    /// <summary>Returns the keyed digest of what was appended, and of where it lies.</summary>
    internal byte[] Finish(HostInode place)
    {
        Span<byte> bytes = stackalloc byte[3 * sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, place.Kernel);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes[sizeof(ulong)..], place.Device);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes[(2 * sizeof(ulong))..], place.Inode);
        _keyed.AppendData(bytes);
        return _keyed.GetHashAndReset();
    }
}
