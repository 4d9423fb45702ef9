using System.Security.Cryptography;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Compares the content of an object, as it is read, with its checksum or its ETag.</summary>
/// <remarks>Not thread-safe. Pooled: rent one, append the whole content in order, and return it.</remarks>
internal sealed class ContentProof : IDisposable
{
    private static readonly ObjectPool<ContentProof> s_pool =
        new(new Policy(), new PoolOptions { Name = "s3-proofs", KeepsByThread = false });

    private readonly IncrementalHash _part = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
    private readonly IncrementalHash _parts = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
    private ChecksumState? _state;
    private S3Checksum _checksum;
    private S3ETag _etag;
    private long[]? _sizes;
    private int _number;
    private long _left;

    private ContentProof()
    {
    }

    /// <summary>What the content is compared with, for messages.</summary>
    internal string Name => _state is { } state ? $"{state.Algorithm} checksum" : "ETag (MD5)";

    /// <summary>Whether the content is compared with an ETag.</summary>
    internal bool IsOfETag => _state is null;

    public void Dispose()
    {
        _part.Dispose();
        _parts.Dispose();
    }

    /// <summary>Returns a proof for an object whose headers are enough to compare its content.</summary>
    /// <param name="found">The headers of a response.</param>
    /// <param name="usesETag">Whether ETags may be used.</param>
    /// <returns>The proof; null if nothing is known about the content.</returns>
    internal static ContentProof? RentFor(S3ObjectInfo found, bool usesETag)
    {
        bool isWhole = found.Length == found.ObjectLength;
        if (isWhole && found.Checksum is { Type: ChecksumType.FullObject } checksum)
        {
            return RentFor(checksum);
        }

        S3ETag etag = usesETag ? found.ContentETag : default;
        return etag.IsDigest && etag.PartCount <= 1 ? RentFor(etag, sizes: null) : null;
    }

    /// <summary>Returns a proof for an object with a checksum of its whole content.</summary>
    internal static ContentProof RentFor(S3Checksum checksum)
    {
        ContentProof proof = s_pool.Rent();
        proof._checksum = checksum;
        proof._state = ChecksumStates.Rent(checksum.Algorithm);
        return proof;
    }

    /// <summary>Returns a proof for an object that was uploaded in parts.</summary>
    /// <param name="etag">The ETag, which consists of an MD5 and a part count.</param>
    /// <param name="sizes">
    /// The sizes of the parts in bytes. The last one holds for all further parts. Null for a single part.
    /// </param>
    internal static ContentProof RentFor(S3ETag etag, long[]? sizes)
    {
        ContentProof proof = s_pool.Rent();
        proof._etag = etag;
        proof._sizes = sizes;
        proof._left = sizes?[0] ?? long.MaxValue;
        return proof;
    }

    internal static void Return(ref ContentProof? proof) => s_pool.Return(ref proof);

    /// <summary>Appends the next bytes of the content.</summary>
    internal void Append(ReadOnlySpan<byte> content)
    {
        if (_state is { } state)
        {
            state.Append(content);
            return;
        }

        while (!content.IsEmpty)
        {
            if (_left == 0)
            {
                EndPart();
            }

            int count = (int)Math.Min(content.Length, _left);
            _part.AppendData(content.Slice(0, count));
            _left -= count;
            content = content.Slice(count);
        }
    }

    /// <summary>Returns whether the content, now complete, is that of the object.</summary>
    internal bool IsEqual()
    {
        if (_state is { } state)
        {
            return state.GetChecksum() == _checksum;
        }

        Span<byte> expected = stackalloc byte[S3ETag.DigestBytes];
        Span<byte> found = stackalloc byte[S3ETag.DigestBytes];
        _etag.TryCopyDigest(expected);
        if (_etag.PartCount == 0)
        {
            _part.GetHashAndReset(found);
            return expected.SequenceEqual(found);
        }

        EndPart();
        _parts.GetHashAndReset(found);
        return _number == _etag.PartCount && expected.SequenceEqual(found);
    }

    private void EndPart()
    {
        Span<byte> digest = stackalloc byte[S3ETag.DigestBytes];
        _part.GetHashAndReset(digest);
        _parts.AppendData(digest);
        _number++;
        _left = _sizes is null ? long.MaxValue : _sizes[Math.Min(_number, _sizes.Length - 1)];
    }

    private void Clear()
    {
        Span<byte> digest = stackalloc byte[S3ETag.DigestBytes];
        _part.GetHashAndReset(digest);
        _parts.GetHashAndReset(digest);
        ChecksumStates.Return(ref _state);
        _etag = default;
        _checksum = default;
        _sizes = null;
        _number = 0;
        _left = 0;
    }

    private sealed class Policy : PoolPolicy<ContentProof>
    {
        // Includes the memory that the system holds for two digests.
        private const long ProofBytes = 1024;

        public override ContentProof Create() => new();

        public override long Reset(ContentProof item)
        {
            item.Clear();
            return ProofBytes;
        }

        public override void Destroy(ContentProof item) => item.Dispose();
    }
}
