using System.Globalization;

namespace Doppel.S3;

/// <summary>Asks the server what it knows about the content of an object, and about the parts of its upload.</summary>
internal sealed class PartsOfObject(
    S3Client client, string bucket, string key, S3Object found, string? versionId)
{
    private const string CountHeader = "x-amz-mp-parts-count";

    /// <summary>Returns what the content can be compared with, or null if nothing is known.</summary>
    internal async ValueTask<ContentProof?> FindProofAsync(CancellationToken cancellationToken)
    {
        bool usesETag = client.Options.VerifiesETags;
        if (ContentProof.RentFor(found, usesETag) is { } known)
        {
            return known;
        }

        S3ETag etag = usesETag ? found.ContentETag : default;
        long size = etag.PartCount > 1
            ? await SizeOfAsync(number: 1, etag.PartCount, cancellationToken).ConfigureAwait(false)
            : 0;

        // Parts mostly have one size, and then the size of the first one tells how many there are.
        if (size > 0 && (found.ObjectLength + size - 1) / size == etag.PartCount)
        {
            return ContentProof.RentFor(etag, [size]);
        }

        // The response for a range has no checksum of the whole.
        S3ObjectInfo? whole = await HeadAsync(number: 0, cancellationToken).ConfigureAwait(false);
        return whole is null ? null : ContentProof.RentFor(whole, usesETag: false);
    }

    /// <summary>Returns the sizes of all parts, or null if there are none or the server does not say.</summary>
    internal async ValueTask<long[]?> FindSizesAsync(CancellationToken cancellationToken)
    {
        S3ObjectInfo? first = await HeadAsync(number: 1, cancellationToken).ConfigureAwait(false);
        bool isCount = int.TryParse(
            first?.Header(CountHeader), NumberStyles.None, CultureInfo.InvariantCulture, out int count);
        if (!isCount || count is < 1 or > S3Part.NumberMax)
        {
            return null;
        }

        var sizes = new long[count];
        sizes[0] = first!.Length;
        for (int i = 1; i < count; i++)
        {
            sizes[i] = await SizeOfAsync(i + 1, count, cancellationToken).ConfigureAwait(false);
        }

        return sizes.Sum() == found.ObjectLength && !sizes.Contains(0) ? sizes : null;
    }

    private async ValueTask<long> SizeOfAsync(int number, int count, CancellationToken cancellationToken)
    {
        S3ObjectInfo? part = await HeadAsync(number, cancellationToken).ConfigureAwait(false);
        bool isPart = int.TryParse(
            part?.Header(CountHeader), NumberStyles.None, CultureInfo.InvariantCulture, out int parts);
        return isPart && parts == count ? part!.Length : 0;
    }

    // Some servers reject requests for parts.
    private async ValueTask<S3ObjectInfo?> HeadAsync(int number, CancellationToken cancellationToken)
    {
        try
        {
            var options = new S3GetOptions
            {
                PartNumber = number,
                VersionId = versionId,
                WithChecksum = number == 0,
                Conditions = new S3Conditions { IfMatch = found.ETag },
            };
            S3ObjectInfo info =
                await client.HeadObjectAsync(bucket, key, options, cancellationToken).ConfigureAwait(false);
            return info.IsFound ? info : null;
        }
        catch (S3Exception failure) when (!failure.IsRetryable)
        {
            return null;
        }
    }
}
