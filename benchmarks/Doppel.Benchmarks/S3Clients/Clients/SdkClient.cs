using System.Net;
using System.Runtime.CompilerServices;
using System.Text;
using Amazon.Runtime;
using Amazon.S3;
using Amazon.S3.Model;
using Amazon.S3.Transfer;
using Amazon.S3.Util;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>
/// AWSSDK.S3 with its TransferUtility, as the talk uses them; checksums only where they must be, since servers other
/// than Amazon's refuse their trailers.
/// </summary>
internal sealed class SdkClient : IObjectClient
{
    private readonly AmazonS3Client _client;
    private readonly TransferUtility _transfer;
    private readonly bool _signsPayload;

    public SdkClient(ClientSettings settings)
    {
        _signsPayload = settings.SignsPayload;
        _client = new AmazonS3Client(
            new BasicAWSCredentials(settings.AccessKey, settings.SecretKey),
            new AmazonS3Config
            {
                ServiceURL = settings.Endpoint,
                AuthenticationRegion = settings.Region,
                ForcePathStyle = true,
                RequestChecksumCalculation = RequestChecksumCalculation.WHEN_REQUIRED,
                ResponseChecksumValidation = ResponseChecksumValidation.WHEN_REQUIRED,
            });
        _transfer = new TransferUtility(_client);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> BucketExistsAsync(string bucket) =>
        await AmazonS3Util.DoesS3BucketExistV2Async(_client, bucket).ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> ObjectExistsAsync(string bucket, string key)
    {
        try
        {
            await _client.GetObjectMetadataAsync(bucket, key).ConfigureAwait(false);
            return true;
        }
        catch (AmazonS3Exception missing) when (missing.StatusCode == HttpStatusCode.NotFound)
        {
            return false;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask UploadAsync(string bucket, string key, ScenarioContent content)
    {
        var request = new TransferUtilityUploadRequest
        {
            BucketName = bucket,
            Key = key,
            DisablePayloadSigning = !_signsPayload,
        };
        switch (content.Source)
        {
            case ContentSource.File:
                request.FilePath = content.Path;
                break;
            case ContentSource.Stream:
                request.InputStream = content.OpenOneWay();
                break;
            default:
                request.InputStream = new MemoryStream(content.Bytes, writable: false);
                break;
        }

        await _transfer.UploadAsync(request).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DownloadAsync(string bucket, string key, MemoryStream destination)
    {
        using Stream body = await _transfer.OpenStreamAsync(bucket, key).ConfigureAwait(false);
        await body.CopyToAsync(destination).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask PutAsync(string bucket, string key, byte[] content)
    {
        var request = new PutObjectRequest
        {
            BucketName = bucket,
            Key = key,
            InputStream = new MemoryStream(content, writable: false),
            DisablePayloadSigning = !_signsPayload,
        };
        await _client.PutObjectAsync(request).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> GetAsync(string bucket, string key, Memory<byte> destination)
    {
        using GetObjectResponse found = await _client.GetObjectAsync(bucket, key).ConfigureAwait(false);
        int length = (int)found.ContentLength;
        await found.ResponseStream.ReadExactlyAsync(destination[..length]).ConfigureAwait(false);
        return length;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DeleteAsync(string bucket, string key) =>
        await _client.DeleteObjectAsync(bucket, key).ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<ListedKeys> ListAsync(string bucket, string prefix)
    {
        ListedKeys listed = default;
        var request = new ListObjectsV2Request { BucketName = bucket, Prefix = prefix };
        ListObjectsV2Response page;
        do
        {
            page = await _client.ListObjectsV2Async(request).ConfigureAwait(false);
            foreach (S3Object entry in page.S3Objects ?? [])
            {
                listed = listed.And(Encoding.UTF8.GetByteCount(entry.Key), entry.Size ?? 0);
            }

            request.ContinuationToken = page.NextContinuationToken;
        }
        while (page.IsTruncated == true);
        return listed;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask UploadFileAsync(string bucket, string key, string path)
    {
        var request = new TransferUtilityUploadRequest
        {
            BucketName = bucket,
            Key = key,
            FilePath = path,
            DisablePayloadSigning = !_signsPayload,
        };
        await _transfer.UploadAsync(request).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DownloadFileAsync(string bucket, string key, string path)
    {
        var request = new TransferUtilityDownloadRequest
        {
            BucketName = bucket,
            Key = key,
            FilePath = path,
            MultipartDownloadType = MultipartDownloadType.RANGE,
        };
        await _transfer.DownloadWithResponseAsync(request).ConfigureAwait(false);
    }

    public void Dispose()
    {
        _transfer.Dispose();
        _client.Dispose();
    }
}
