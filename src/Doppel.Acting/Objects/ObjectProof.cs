using System.Security.Cryptography;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Proves that an object has the content of its keeper.</summary>
/// <remarks>
/// By ETags and checksums if the server has any that prove something, without reading the object. One object of each
/// bucket is read before, to see that they are digests of the contents at all. Otherwise both are read and compared, as
/// far as that is allowed. Thread-safe.
/// </remarks>
/// <param name="store">Opens objects.</param>
/// <param name="bytesMax">The most bytes of objects that may be read.</param>
/// <param name="trust">The weakest hash function whose equal digests prove something.</param>
internal sealed class ObjectProof(ObjectStore store, long bytesMax, DigestAlgorithm trust)
{
    private const int BlockBytes = 128 * 1024;

    private static readonly Step s_differs = Step.Skip("its content differs from the keeper's");

    private readonly ObjectTrials _trials = new(store, Math.Max(S3DigestTrials.BytesMaxDefault, bytesMax));
    private long _bytesLeft = bytesMax;

    // For buckets in which all objects have one digest, so that reading one of them proves nothing about the others.
    private long _pairBytesLeft = Math.Max(S3DigestTrials.BytesMaxDefault, bytesMax);

    /// <summary>
    /// Adds an object that takes part. What is added first decides what is read, so the smallest ones have to come
    /// first.
    /// </summary>
    internal void Add(ReportName name, ObjectState state) => _trials.Add(name, state);

    /// <summary>Proves it, or returns why it is not proved.</summary>
    internal async ValueTask<ObjectVerdict> ProveAsync(
        ReportName name, ObjectState state, ObjectKeeper keeper, CancellationToken cancellation)
    {
        if (state.Size != keeper.Facts.Size)
        {
            return new ObjectVerdict(s_differs);
        }

        bool? known = Known(state, keeper);
        long bytes = keeper.File is null ? 2 * state.Size : state.Size;
        if (known == false && Volatile.Read(ref _bytesLeft) < bytes)
        {
            return new ObjectVerdict(s_differs);
        }

        S3DigestTrust? doubt = null;
        foreach ((bool isEqual, S3DigestKind kind) in Claims(state, keeper))
        {
            S3DigestTrust found = await TrustAsync(name, keeper, kind, cancellation).ConfigureAwait(false);
            if (found.State == S3DigestState.Trusted)
            {
                bool isSha256 = kind == S3DigestKind.Sha256;
                string digest = isSha256 ? Convert.ToHexStringLower(state.Checksum!.Value.Bytes) : "";
                return new ObjectVerdict(isEqual ? null : s_differs, digest)
                {
                    IsByETag = kind is S3DigestKind.Md5 or S3DigestKind.PartsMd5,
                };
            }

            doubt ??= found;
        }

        return Take(ref _bytesLeft, bytes)
            || (doubt?.State == S3DigestState.Single && Take(ref _pairBytesLeft, bytes))
            ? await CompareAsync(name, state, keeper, doubt?.State == S3DigestState.Refuted, cancellation)
                .ConfigureAwait(false)
            : new ObjectVerdict(WhyUnproved(doubt));
    }

    /// <summary>
    /// Returns whether both are equal as far as their digests say without reading them, or null. Whether these are
    /// digests of the contents is another question.
    /// </summary>
    internal bool? Known(ObjectState state, ObjectKeeper keeper)
    {
        foreach ((bool isEqual, _) in Claims(state, keeper))
        {
            return isEqual;
        }

        return null;
    }

    // Different digests prove that contents differ, whatever the hash function.
    private IEnumerable<(bool IsEqual, S3DigestKind Kind)> Claims(ObjectState state, ObjectKeeper keeper)
    {
        S3DigestKind kind = S3DigestClaim.KindOf(state.ContentETag);
        if (HasETag(state, keeper) is { } hasETag && (!hasETag || IsTrusted(DigestAlgorithm.Md5)))
        {
            yield return (hasETag, kind);
        }

        if (state.Checksum is { } checksum && HasChecksum(checksum, keeper) is { } hasChecksum)
        {
            bool isSha256 = checksum.Algorithm == ChecksumAlgorithm.Sha256;
            if (!hasChecksum || IsTrusted(isSha256 ? DigestAlgorithm.Sha256 : DigestAlgorithm.Sha1))
            {
                yield return (hasChecksum, isSha256 ? S3DigestKind.Sha256 : S3DigestKind.Sha1);
            }
        }
    }

    private static bool? HasETag(ObjectState state, ObjectKeeper keeper)
    {
        if (keeper.File is { } file)
        {
            return file.HasETag(state);
        }

        (S3ETag left, S3ETag right) = (state.ContentETag, keeper.State!.ContentETag);
        if (!left.IsDigest || !right.IsDigest)
        {
            return null;
        }

        bool areWhole = left.PartCount == 0 && right.PartCount == 0;
        return left == right || areWhole ? left == right : null;
    }

    private static bool? HasChecksum(S3Checksum checksum, ObjectKeeper keeper)
    {
        if (keeper.File is { } file)
        {
            return file.Has(checksum);
        }

        bool isComparable = checksum.Algorithm is ChecksumAlgorithm.Sha1 or ChecksumAlgorithm.Sha256
            && keeper.State!.Checksum?.Algorithm == checksum.Algorithm;
        return isComparable ? checksum == keeper.State!.Checksum : null;
    }

    private async ValueTask<S3DigestTrust> TrustAsync(
        ReportName name, ObjectKeeper keeper, S3DigestKind kind, CancellationToken cancellation)
    {
        S3DigestTrust own = await _trials.OfAsync(name, kind, cancellation).ConfigureAwait(false);
        return own.State != S3DigestState.Trusted || keeper.File is not null
            ? own
            : await _trials.OfAsync(keeper.Name, kind, cancellation).ConfigureAwait(false);
    }

    private static Step WhyUnproved(S3DigestTrust? doubt) => doubt?.State switch
    {
        null => Step.Skip("the server returned no usable checksum; use --max-download to compare it"),
        S3DigestState.Refuted => new Step(
            ActStatus.Failed, $"{doubt.Reason}; use --max-download to compare the contents"),
        S3DigestState.TooLarge => Step.Skip($"{doubt.Reason}; use --max-download {doubt.Bytes} to read it"),
        _ => Step.Skip($"{doubt.Reason}; use --max-download to compare the contents"),
    };

    private static bool Take(ref long left, long bytes)
    {
        if (Interlocked.Add(ref left, -bytes) >= 0)
        {
            return true;
        }

        Interlocked.Add(ref left, bytes);
        return false;
    }

    private async ValueTask<ObjectVerdict> CompareAsync(
        ReportName name, ObjectState state, ObjectKeeper keeper, bool areDigestsWrong, CancellationToken cancellation)
    {
        await using S3Object content = await store.OpenAsync(name, state.ETag, areDigestsWrong, cancellation)
            .ConfigureAwait(false);
        if (!content.IsFound)
        {
            return new ObjectVerdict(Step.Skip("it has changed"));
        }

        if (keeper.File is { } file)
        {
            bool isEqual = await IsEqualAsync(content.OpenBody(), file, cancellation).ConfigureAwait(false);
            return new ObjectVerdict(isEqual ? null : s_differs);
        }

        await using S3Object kept = await store.OpenAsync(
            keeper.Name, keeper.State!.ETag, areDigestsWrong, cancellation).ConfigureAwait(false);
        return kept.IsFound
            ? await CompareAsync(content.OpenBody(), kept.OpenBody(), cancellation).ConfigureAwait(false)
            : new ObjectVerdict(Step.Skip("the keeper has changed"));
    }

    private bool IsTrusted(DigestAlgorithm algorithm) => ContentHash.IsAtLeast(algorithm, trust);

    private static async ValueTask<bool> IsEqualAsync(Stream content, HashedFile file, CancellationToken cancellation)
    {
        (byte[] block, byte[] own) = (new byte[BlockBytes], new byte[BlockBytes]);
        for (long at = 0; ;)
        {
            int read = await content.ReadAtLeastAsync(block, block.Length, throwOnEndOfStream: false, cancellation)
                .ConfigureAwait(false);
            int filled = 0;
            for (int count = -1; filled < own.Length && count != 0; filled += count)
            {
                count = file.Read(at + filled, own.AsSpan(filled));
            }

            if (read != filled || !block.AsSpan(0, read).SequenceEqual(own.AsSpan(0, read)) || read == 0)
            {
                return read == 0 && filled == 0;
            }

            at += read;
        }
    }

    private static async ValueTask<ObjectVerdict> CompareAsync(
        Stream left, Stream right, CancellationToken cancellation)
    {
        using IncrementalHash sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        (byte[] one, byte[] other) = (new byte[BlockBytes], new byte[BlockBytes]);
        while (true)
        {
            int read = await left.ReadAtLeastAsync(one, one.Length, throwOnEndOfStream: false, cancellation)
                .ConfigureAwait(false);
            int also = await right.ReadAtLeastAsync(other, other.Length, throwOnEndOfStream: false, cancellation)
                .ConfigureAwait(false);
            if (read != also || !one.AsSpan(0, read).SequenceEqual(other.AsSpan(0, read)))
            {
                return new ObjectVerdict(s_differs);
            }

            if (read == 0)
            {
                return new ObjectVerdict(null, Convert.ToHexStringLower(sha256.GetHashAndReset()));
            }

            sha256.AppendData(one.AsSpan(0, read));
        }
    }
}

/// <summary>Whether an object has the content of its keeper.</summary>
/// <param name="Against">Why that is not proved, or null if it is.</param>
/// <param name="Digest">The SHA-256 of the content in hex if it is known, otherwise empty.</param>
internal readonly record struct ObjectVerdict(Step? Against, string Digest = "")
{
    /// <summary>Gets whether its ETag proves it, so that another content would have another ETag.</summary>
    internal bool IsByETag { get; init; }
}
