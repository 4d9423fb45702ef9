using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Benchmarks.S3Clients.Work;
using Minio;
using Minio.DataModel;
using Minio.DataModel.Args;
using Minio.Exceptions;

namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>The client of MinIO. It signs bodies over http and never over https.</summary>
internal sealed class MinioRival : IObjectClient
{
    private const string ContentType = "application/octet-stream";

    private readonly IMinioClient _client;

    public MinioRival(ClientSettings settings)
    {
        var endpoint = new Uri(settings.Endpoint);
        _client = new MinioClient()
            .WithEndpoint(endpoint.Host, endpoint.Port)
            .WithSSL(endpoint.Scheme == Uri.UriSchemeHttps)
            .WithCredentials(settings.AccessKey, settings.SecretKey)
            .WithRegion(settings.Region)
            .Build();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> BucketExistsAsync(string bucket) =>
        await _client.BucketExistsAsync(new BucketExistsArgs().WithBucket(bucket)).ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> ObjectExistsAsync(string bucket, string key)
    {
        try
        {
            await _client.StatObjectAsync(new StatObjectArgs().WithBucket(bucket).WithObject(key))
                .ConfigureAwait(false);
            return true;
        }
        catch (ObjectNotFoundException)
        {
            return false;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask UploadAsync(string bucket, string key, ScenarioContent content)
    {
        PutObjectArgs put = new PutObjectArgs().WithBucket(bucket).WithObject(key).WithContentType(ContentType);
        put = content.Source switch
        {
            ContentSource.File => put.WithFileName(content.Path),

            // Minus one stands for a length that nobody knows.
            ContentSource.Stream => put.WithStreamData(content.OpenOneWay()).WithObjectSize(-1),
            _ => put.WithStreamData(new MemoryStream(content.Bytes, writable: false)).WithObjectSize(content.Length),
        };
        await _client.PutObjectAsync(put).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DownloadAsync(string bucket, string key, MemoryStream destination) =>
        await _client.GetObjectAsync(new GetObjectArgs().WithBucket(bucket).WithObject(key)
            .WithCallbackStream((body, stop) => body.CopyToAsync(destination, stop))).ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask PutAsync(string bucket, string key, byte[] content) =>
        await _client.PutObjectAsync(new PutObjectArgs().WithBucket(bucket).WithObject(key).WithContentType(ContentType)
            .WithStreamData(new MemoryStream(content, writable: false)).WithObjectSize(content.Length))
            .ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> GetAsync(string bucket, string key, Memory<byte> destination)
    {
        int length = 0;
        await _client.GetObjectAsync(new GetObjectArgs().WithBucket(bucket).WithObject(key)
            .WithCallbackStream(async (body, stop) =>
                length = await body.ReadAtLeastAsync(destination, destination.Length, false, stop)
                    .ConfigureAwait(false)))
            .ConfigureAwait(false);
        return length;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DeleteAsync(string bucket, string key) =>
        await _client.RemoveObjectAsync(new RemoveObjectArgs().WithBucket(bucket).WithObject(key))
            .ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<ListedKeys> ListAsync(string bucket, string prefix)
    {
        ListedKeys listed = default;
        ListObjectsArgs list = new ListObjectsArgs().WithBucket(bucket).WithPrefix(prefix).WithRecursive(true);
        await foreach (Item entry in _client.ListObjectsEnumAsync(list).ConfigureAwait(false))
        {
            listed = listed.And(Encoding.UTF8.GetByteCount(entry.Key), (long)entry.Size);
        }

        return listed;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask UploadFileAsync(string bucket, string key, string path) =>
        await _client.PutObjectAsync(new PutObjectArgs().WithBucket(bucket).WithObject(key).WithFileName(path))
            .ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask DownloadFileAsync(string bucket, string key, string path) =>
        await _client.GetObjectAsync(new GetObjectArgs().WithBucket(bucket).WithObject(key).WithFile(path))
            .ConfigureAwait(false);

    public void Dispose() => _client.Dispose();
}
