using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Work;
using Doppel.S3;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>Doppel.S3 as it comes, but for what is signed.</summary>
/// <param name="settings">Where to.</param>
/// <param name="keepsKeys">Whether a list makes a string of each key, or only looks at it.</param>
/// <param name="upload">How a stream is uploaded; null for the default.</param>
internal sealed class OwnClient(ClientSettings settings, bool keepsKeys, S3UploadOptions? upload = null) : IObjectClient
{
    private readonly S3Client _client = new(
        new S3ClientOptions
        {
            Endpoint = settings.Endpoint,
            Region = settings.Region,
            PayloadSigning = settings.SignsPayload ? S3PayloadSigning.Signed : S3PayloadSigning.Unsigned,
        },
        S3CredentialsProvider.Fixed(
            new S3Credentials { AccessKeyId = settings.AccessKey, SecretAccessKey = settings.SecretKey }));

    public ValueTask<bool> BucketExistsAsync(string bucket) => _client.BucketExistsAsync(bucket);

    public ValueTask<bool> ObjectExistsAsync(string bucket, string key) => _client.ObjectExistsAsync(bucket, key);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask UploadAsync(string bucket, string key, ScenarioContent content)
    {
        S3PutResult stored;
        switch (content.Source)
        {
            case ContentSource.File:
                using (SafeFileHandle file = File.OpenHandle(content.Path))
                {
                    stored = await _client.UploadAsync(bucket, key, file).ConfigureAwait(false);
                }

                break;
            case ContentSource.Stream:
                stored = await _client.UploadAsync(bucket, key, content.OpenOneWay(), upload).ConfigureAwait(false);
                break;
            default:
                stored = await _client.UploadAsync(bucket, key, content.Bytes).ConfigureAwait(false);
                break;
        }

        VerifyException.Unless(stored.IsStored);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DownloadAsync(string bucket, string key, MemoryStream destination)
    {
        using S3Object found = await _client.GetObjectAsync(bucket, key).ConfigureAwait(false);
        await found.CopyToAsync(destination).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask PutAsync(string bucket, string key, byte[] content)
    {
        S3PutResult stored = await _client.PutObjectAsync(bucket, key, content).ConfigureAwait(false);
        VerifyException.Unless(stored.IsStored);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> GetAsync(string bucket, string key, Memory<byte> destination)
    {
        using S3Object found = await _client.GetObjectAsync(bucket, key).ConfigureAwait(false);
        return await found.ReadAsync(destination).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DeleteAsync(string bucket, string key) =>
        await _client.DeleteObjectAsync(bucket, key).ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<ListedKeys> ListAsync(string bucket, string prefix)
    {
        ListedKeys listed = default;
        var options = new S3ListOptions { Prefix = prefix };
        if (!keepsKeys)
        {
            await foreach (S3ListPage page in _client.ListPagesAsync(bucket, options).ConfigureAwait(false))
            {
                listed = Add(page, listed);
            }

            return listed;
        }

        await foreach (S3ListEntry entry in _client.ListObjectsAsync(bucket, options).ConfigureAwait(false))
        {
            listed = listed.And(Encoding.UTF8.GetByteCount(entry.Key), entry.Size);
        }

        return listed;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask UploadFileAsync(string bucket, string key, string path)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        S3PutResult stored = await _client.UploadAsync(bucket, key, file).ConfigureAwait(false);
        VerifyException.Unless(stored.IsStored);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DownloadFileAsync(string bucket, string key, string path)
    {
        S3DownloadResult result = await _client.DownloadFileAsync(bucket, key, path).ConfigureAwait(false);
        VerifyException.Unless(result.Status == S3Status.Ok);
    }

    public void Dispose() => _client.Dispose();

    private static ListedKeys Add(S3ListPage page, ListedKeys listed)
    {
        foreach (S3ListItem item in page)
        {
            listed = listed.And(item.Key.Length, item.Size);
        }

        return listed;
    }
}
