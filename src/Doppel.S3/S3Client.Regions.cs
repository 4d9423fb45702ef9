namespace Doppel.S3;

/// <content>Bucket regions.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_location = new("LocationConstraint");

    /// <summary>Returns the region of a bucket.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The region, such as <c>eu-west-1</c>, or null if the bucket does not exist.</returns>
    /// <remarks>
    /// Amazon S3 reports the region in response to any request for the bucket, even an unauthorized one. If a server
    /// does not, the client requests the bucket location, which only the owner may be allowed to read.
    /// </remarks>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
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

            if (Region.Valid(S3Transport.HeaderOf(answer, "x-amz-bucket-region")) is { } region)
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

            // us-east-1 is reported as an empty location, and eu-west-1 may have its legacy name.
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
