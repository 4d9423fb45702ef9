using Doppel.Hashing;
using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Proves that an object has the content of its keeper.</summary>
/// <remarks>
/// By ETags and checksums if the server has any that prove something, without reading an object. Otherwise both are
/// read and compared, as far as that is allowed. Thread-safe.
/// </remarks>
/// <param name="store">Opens objects.</param>
/// <param name="bytesMax">The most bytes of objects that may be read.</param>
/// <param name="trust">The weakest hash function whose equal digests prove something.</param>
internal sealed class ObjectProof(ObjectStore store, long bytesMax, DigestAlgorithm trust)
{
    private const int BlockBytes = 128 * 1024;

    private static readonly Step s_differs = Step.Skip("its content differs from the keeper's");

    private long _bytesLeft = bytesMax;

    /// <summary>Proves it, or returns why it is not proved.</summary>
    internal async ValueTask<Step?> ProveAsync(
        ReportName name, ObjectState state, ObjectKeeper keeper, CancellationToken cancellation)
    {
        if (Known(state, keeper) is { } isEqual)
        {
            return isEqual ? null : s_differs;
        }

        long bytes = keeper.File is null ? 2 * state.Size : state.Size;
        if (Interlocked.Add(ref _bytesLeft, -bytes) < 0)
        {
            Interlocked.Add(ref _bytesLeft, bytes);
            return Step.Skip("the server does not tell enough about its content; use --max-download to compare it");
        }

        await using S3Object content = await store.OpenAsync(name, state.ETag, cancellation).ConfigureAwait(false);
        if (!content.IsFound)
        {
            return Step.Skip("it has changed");
        }

        if (keeper.File is { } file)
        {
            return await IsEqualAsync(content.OpenBody(), file, cancellation).ConfigureAwait(false) ? null : s_differs;
        }

        await using S3Object kept = await store.OpenAsync(keeper.Name, keeper.State!.ETag, cancellation)
            .ConfigureAwait(false);
        if (!kept.IsFound)
        {
            return Step.Skip("the keeper has changed");
        }

        return await AreEqualAsync(content.OpenBody(), kept.OpenBody(), cancellation).ConfigureAwait(false)
            ? null
            : s_differs;
    }

    /// <summary>Returns whether both are equal as far as that is known without reading them, or null.</summary>
    internal bool? Known(ObjectState state, ObjectKeeper keeper) => keeper.File is { } file
        ? IsKnown(state, file)
        : AreKnown(state, keeper.State!);

    // Different digests prove that contents differ, whatever the hash function.
    private bool? IsKnown(ObjectState state, HashedFile file)
    {
        bool? hasETag = state.Size == file.Facts.Size ? file.HasETag(state) : false;
        if (hasETag == false)
        {
            return false;
        }

        if (hasETag == true && IsTrusted(DigestAlgorithm.Md5))
        {
            return true;
        }

        return state.Checksum is { } checksum ? AsProof(checksum.Algorithm, file.Has(checksum)) : null;
    }

    private bool? AreKnown(ObjectState one, ObjectState other)
    {
        (S3ETag left, S3ETag right) = (one.ContentETag, other.ContentETag);
        bool areWhole = left.IsDigest && right.IsDigest && left.PartCount == 0 && right.PartCount == 0;
        if (one.Size != other.Size || (areWhole && left != right))
        {
            return false;
        }

        if (left.IsDigest && left == right && IsTrusted(DigestAlgorithm.Md5))
        {
            return true;
        }

        return one.Checksum is { Algorithm: ChecksumAlgorithm.Sha1 or ChecksumAlgorithm.Sha256 } checksum
            && other.Checksum?.Algorithm == checksum.Algorithm
            ? AsProof(checksum.Algorithm, one.Checksum == other.Checksum)
            : null;
    }

    private bool? AsProof(ChecksumAlgorithm algorithm, bool? isEqual)
    {
        bool isTrusted = IsTrusted(
            algorithm == ChecksumAlgorithm.Sha256 ? DigestAlgorithm.Sha256 : DigestAlgorithm.Sha1);
        return isEqual == true && !isTrusted ? null : isEqual;
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

    private static async ValueTask<bool> AreEqualAsync(Stream left, Stream right, CancellationToken cancellation)
    {
        (byte[] one, byte[] other) = (new byte[BlockBytes], new byte[BlockBytes]);
        while (true)
        {
            int read = await left.ReadAtLeastAsync(one, one.Length, throwOnEndOfStream: false, cancellation)
                .ConfigureAwait(false);
            int also = await right.ReadAtLeastAsync(other, other.Length, throwOnEndOfStream: false, cancellation)
                .ConfigureAwait(false);
            if (read != also || !one.AsSpan(0, read).SequenceEqual(other.AsSpan(0, read)) || read == 0)
            {
                return read == 0 && also == 0;
            }
        }
    }
}
