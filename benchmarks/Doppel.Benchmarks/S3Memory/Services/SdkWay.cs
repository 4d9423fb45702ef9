using Amazon.Runtime;
using Amazon.S3;
using Amazon.S3.Model;
using Amazon.S3.Transfer;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.S3Memory.Services;

/// <summary>
/// AWSSDK.S3 with its TransferUtility, both streamed; checksums only where they must be, since servers other than
/// Amazon's refuse their trailers.
/// </summary>
internal sealed class SdkWay : IDocumentWay
{
    /// <summary>Its name in arguments.</summary>
    public const string Id = "sdk";

    private readonly string _bucket;
    private readonly AmazonS3Client _client;
    private readonly TransferUtility _transfer;

    public SdkWay(Func<string, string> setting)
    {
        _bucket = setting("DOPPEL_DOCUMENTS_BUCKET");
        _client = new AmazonS3Client(
            new BasicAWSCredentials(setting("DOPPEL_S3_ACCESS_KEY"), setting("DOPPEL_S3_SECRET_KEY")),
            new AmazonS3Config
            {
                ServiceURL = setting("DOPPEL_S3_ENDPOINT"),
                AuthenticationRegion = setting("DOPPEL_S3_REGION"),
                ForcePathStyle = true,
                RequestChecksumCalculation = RequestChecksumCalculation.WHEN_REQUIRED,
                ResponseChecksumValidation = ResponseChecksumValidation.WHEN_REQUIRED,
            });
        _transfer = new TransferUtility(_client);
    }

    /// <inheritdoc/>
    public Task UploadAsync(string name, Stream content, long bytesMax, CancellationToken left)
    {
        var request = new TransferUtilityUploadRequest
        {
            BucketName = _bucket,
            Key = name,
            InputStream = content,
            ContentType = "application/pdf",
            AutoCloseStream = false,
        };
        return _transfer.UploadAsync(request, left);
    }

    /// <inheritdoc/>
    public async Task DownloadAsync(string name, HttpResponse response, CancellationToken left)
    {
        using GetObjectResponse found = await _client.GetObjectAsync(_bucket, name, left).ConfigureAwait(false);
        response.ContentLength = found.ContentLength;
        await found.ResponseStream.CopyToAsync(response.Body, left).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _transfer.Dispose();
        _client.Dispose();
    }
}
