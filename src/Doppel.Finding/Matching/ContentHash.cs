using System.Buffers.Binary;
using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Hashes content on one thread, with the digest that the search uses.</summary>
internal sealed class ContentHash : IDisposable
{
    private readonly bool _reuses;
    private readonly IncrementalHash? _sha256;
    private Xxh3State _state = new();
    private bool _hasContent;

    internal ContentHash(Means means)
    {
        _reuses = means.ReusesMemory;
        _sha256 = means.Digest == DigestKind.Sha256
            ? IncrementalHash.CreateHash(HashAlgorithmName.SHA256)
            : null;
    }

    public void Dispose() => _sha256?.Dispose();

    /// <summary>Returns the digest of content that is completely in memory.</summary>
    internal Digest128 Of(ReadOnlySpan<byte> content)
    {
        if (_sha256 is null)
        {
            return Xxh3.Hash128(content);
        }

        Append(content);
        return GetDigest();
    }

    /// <summary>Resets the state to hash new content.</summary>
    internal void Reset()
    {
        if (!_reuses)
        {
            _state = new Xxh3State();
        }

        _state.Reset();
        if (_hasContent)
        {
            // Discards what a file that could not be read completely left behind.
            GetDigest();
        }
    }

    /// <summary>Appends the next piece of content.</summary>
    internal void Append(ReadOnlySpan<byte> content)
    {
        if (_sha256 is null)
        {
            _state.Append(content);
        }
        else
        {
            _sha256.AppendData(content);
            _hasContent = true;
        }
    }

    /// <summary>Returns the digest of everything appended since the last reset.</summary>
    internal Digest128 GetDigest()
    {
        if (_sha256 is null)
        {
            return _state.GetDigest();
        }

        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        _sha256.GetHashAndReset(digest);
        _hasContent = false;
        return new Digest128(
            BinaryPrimitives.ReadUInt64BigEndian(digest), BinaryPrimitives.ReadUInt64BigEndian(digest[8..]));
    }
}
