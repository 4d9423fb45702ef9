using System.Collections.Concurrent;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Transfer;

/// <summary>Decides whether a file or object on one side is equal to that on the other side.</summary>
/// <remarks>
/// Sizes first, then what the listing says: an ETag that is the MD5 of the content, or of its parts. Only where these
/// differ or say nothing, one request asks for a checksum and for the modification time that the upload stored. Before
/// equal ETags of two objects count, one object of each bucket is read to see that they are digests. Thread-safe.
/// </remarks>
/// <param name="client">The client.</param>
/// <param name="partBytes">The size of the parts of uploads, in bytes, which is tried first.</param>
/// <param name="source">The folder in a bucket, if the source is one.</param>
/// <param name="target">The folder in a bucket, if the target is one.</param>
/// <param name="stop">Cancels the comparison.</param>
internal sealed class SyncProof(
    S3Client client, int partBytes, BucketFolder? source, BucketFolder? target, CancellationToken stop)
{
    private const int Mebi = 1024 * 1024;
    private const int BlockBytes = 256 * 1024;

    // File systems keep times of different precision. Coarser ones than a second (FAT) are not equal to their object.
    private static readonly TimeSpan s_precision = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<string, S3DigestTrials> _trials = [];

    // For buckets in which all objects have one ETag, so that reading one of them proves nothing about the others.
    private long _singleBytesLeft = S3DigestTrials.BytesMaxDefault;

    // What common clients use.
    private readonly int[] _partSizes =
    [
        .. ((int[])[partBytes, 16 * Mebi, 8 * Mebi, 5 * Mebi, 32 * Mebi, 64 * Mebi, 100 * Mebi, 128 * Mebi]).Distinct(),
    ];

    /// <summary>Returns whether nothing has to be transferred.</summary>
    internal async ValueTask<bool> IsSameAsync(S3TransferEntry from, S3TransferEntry to)
    {
        if (from.Bytes != to.Bytes)
        {
            return false;
        }

        if (from.Path is null && to.Path is null)
        {
            bool haveOneETag = from.ETag == to.ETag && !from.ETag.IsNone;
            return (haveOneETag && await AreDigestsAsync(from, to).ConfigureAwait(false))
                || await AreSameObjectsAsync(from, to, haveOneETag).ConfigureAwait(false);
        }

        S3TransferEntry file = from.Path is null ? to : from;
        S3TransferEntry entry = from.Path is null ? from : to;
        using SafeFileHandle open = file.Open();
        if (HasETag(open, file.Bytes, entry.ETag))
        {
            return true;
        }

        // Another MD5 in the list does not prove another content: it may be the ETag of an encrypted object, which only
        // this request tells. Without it, each run would transfer all encrypted objects again.
        S3ObjectInfo info = await HeadAsync((source ?? target)!.Value, entry.Name).ConfigureAwait(false);
        if (info.IsFound && info.Checksum is { Type: ChecksumType.FullObject } checksum)
        {
            return ChecksumOf(open, checksum.Algorithm) == checksum;
        }

        bool isDifferent = !info.IsFound || IsMd5(info);
        return !isDifferent && IsSameTime(from, to, info);
    }

    private bool HasETag(SafeFileHandle file, long bytes, S3ETag etag)
    {
        if (etag.PartCount == 0)
        {
            return S3Client.HasContentOf(etag, file, long.MaxValue, stop);
        }

        foreach (int size in _partSizes)
        {
            bool fits = (bytes + size - 1) / size == etag.PartCount;
            if (fits && S3Client.HasContentOf(etag, file, size, stop))
            {
                return true;
            }
        }

        return false;
    }

    // Whether the ETag that both have is a digest of what each of them contains.
    private async ValueTask<bool> AreDigestsAsync(S3TransferEntry from, S3TransferEntry to) =>
        from.Bytes == 0 || (from.ETag.MayBeDigestOf(from.Bytes)
            && await IsDigestAsync(target!.Value, to).ConfigureAwait(false)
            && await IsDigestAsync(source!.Value, from).ConfigureAwait(false));

    private async ValueTask<bool> IsDigestAsync(BucketFolder folder, S3TransferEntry entry)
    {
        S3DigestTrials trials = _trials.GetOrAdd(
            folder.Bucket,
            static (bucket, client) => new S3DigestTrials(client, bucket, S3DigestTrials.BytesMaxDefault),
            client);
        var claim = new S3DigestClaim(folder.Prefix + entry.Name, entry.Bytes, entry.ETag.ToString())
        {
            PartSizes = [.. _partSizes.Select(static size => (long)size)
                .Where(size => (entry.Bytes + size - 1) / size == entry.ETag.PartCount)],
        };
        trials.Add(claim);
        S3DigestTrust trust = await trials.OfAsync(claim.Kind, stop).ConfigureAwait(false);
        if (trust.State == S3DigestState.Single && Interlocked.Add(ref _singleBytesLeft, -entry.Bytes) >= 0)
        {
            trust = await trials.CheckAsync(claim, stop).ConfigureAwait(false);
        }

        return trust.State == S3DigestState.Trusted;
    }

    private async ValueTask<bool> AreSameObjectsAsync(S3TransferEntry from, S3TransferEntry to, bool haveOneETag)
    {
        // A copy on the server is one piece, whatever the parts of its source were. Their ETags say nothing then, and
        // only a listed checksum is worth the requests.
        if (from.ETag.PartCount != to.ETag.PartCount && !ShareChecksum(from.Checksums, to.Checksums))
        {
            return to.Modified >= from.Modified;
        }

        S3ObjectInfo one = await HeadAsync(source!.Value, from.Name).ConfigureAwait(false);
        S3ObjectInfo other = await HeadAsync(target!.Value, to.Name).ConfigureAwait(false);
        if (!one.IsFound || !other.IsFound)
        {
            return false;
        }

        bool haveChecksums = one.Checksum is { Type: ChecksumType.FullObject } left
            && other.Checksum is { Type: ChecksumType.FullObject } right && left.Algorithm == right.Algorithm;
        if (haveChecksums)
        {
            return one.Checksum == other.Checksum;
        }

        // One ETag that is no digest, so only the times are left.
        if (haveOneETag)
        {
            return to.Modified > from.Modified;
        }

        bool isDifferent = IsMd5(one) && IsMd5(other);
        return !isDifferent && to.Modified >= from.Modified;
    }

    private static bool ShareChecksum(S3ListedChecksums one, S3ListedChecksums other)
    {
        const S3ListedChecksums Known = S3ListedChecksums.Crc32 | S3ListedChecksums.Crc32C | S3ListedChecksums.Crc64Nvme
            | S3ListedChecksums.Sha1 | S3ListedChecksums.Sha256;
        S3ListedChecksums both = one & other;
        return both.HasFlag(S3ListedChecksums.FullObject) && (both & Known) != 0;
    }

    // If the upload stored the time of the file, the times must be equal. Otherwise the target must be newer.
    private static bool IsSameTime(S3TransferEntry from, S3TransferEntry to, S3ObjectInfo info)
    {
        DateTime? file = from.Path is null ? to.Modified : from.Modified;
        return ModifiedTime.Parse(info.Metadata(ModifiedTime.Name)) is { } stored
            ? file is { } time && (time - stored).Duration() < s_precision
            : to.Modified >= from.Modified;
    }

    // Whether a server of Amazon's kind says that the content is another one.
    private static bool IsMd5(S3ObjectInfo info) => info.HasContentETag && S3ETag.Parse(info.ETag).PartCount == 0;

    private ValueTask<S3ObjectInfo> HeadAsync(BucketFolder folder, string name) => client.HeadObjectAsync(
        folder.Bucket, folder.Prefix + name, new S3GetOptions { WithChecksum = true }, stop);

    private S3Checksum ChecksumOf(SafeFileHandle file, ChecksumAlgorithm algorithm)
    {
        using var state = new ChecksumState(algorithm);
        byte[] block = new byte[BlockBytes];
        int count;
        for (long offset = 0; (count = RandomAccess.Read(file, block, offset)) > 0; offset += count)
        {
            stop.ThrowIfCancellationRequested();
            state.Append(block.AsSpan(0, count));
        }

        return state.GetChecksum();
    }
}
