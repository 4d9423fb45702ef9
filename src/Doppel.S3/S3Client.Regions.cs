using Doppel.S3.Http;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <content>Where buckets are.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_location = new("LocationConstraint");

    /// <summary>Asks in which region a bucket is.</summary>
    /// <param name="bucket">Which.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>Such as <c>eu-west-1</c>; null if there is no such bucket.</returns>
    /// <remarks>
    /// Amazon tells it to whoever asks for the bucket, allowed or not. Servers that do not are asked for the location
    /// of the bucket, which only its owner may be told.
    /// </remarks>
    /// <exception cref="S3Exception">The server refuses.</exception>
    public async ValueTask<string?> GetBucketRegionAsync(string bucket, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(HttpMethod.Head, bucket);
        call.Expected = Expected.NotFound;
        try
        {
            using HttpResponseMessage answer =
                await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
            if (!answer.IsSuccessStatusCode)
            {
                return null;
            }

            if (Region.Valid(S3ObjectInfo.HeaderOf(answer, "x-amz-bucket-region")) is { } region)
            {
                return region;
            }
        }
        catch (S3Exception refused) when (refused.Region is not null)
        {
            return refused.Region;
        }

        return await GetLocationAsync(bucket, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask<string?> GetLocationAsync(string bucket, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket);
        call.AddQuery("location");
        call.Answer = AnswerKind.Document;
        call.Expected = Expected.NotFound;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            string? location =
                answer.IsSuccessStatusCode ? XmlValue.ReadText(call.Document.Written, s_location) : null;
            bool isFound = answer.IsSuccessStatusCode;
            _transport.End(call);

            // The first region has no name here, and the second an old one.
            return location switch
            {
                null when isFound => throw BadDocument(bucket, "the server does not tell where it is"),
                "" => "us-east-1",
                "EU" => "eu-west-1",
                _ when isFound => Region.Valid(location)
                    ?? throw BadDocument(bucket, "the server names a region that cannot be one"),
                _ => null,
            };
        }
        catch (S3XmlException failure)
        {
            throw BadDocument(bucket, failure.Message, failure);
        }
    }
}
