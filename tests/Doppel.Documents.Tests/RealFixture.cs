using Doppel.S3;
using Doppel.S3.Tests.Servers;

namespace Doppel.Documents.Tests;

/// <summary>The service before a real S3 server, with a bucket of its own.</summary>
public sealed class RealFixture : IAsyncDisposable
{
    private const long BytesMax = 64 << 20;

    private S3Client? _s3;
    private DocumentService? _service;

    /// <summary>Where documents are.</summary>
    internal string Bucket { get; } = RealServer.NewBucket();

    /// <summary>Looks at what is stored, past the service.</summary>
    internal S3Client S3 => _s3!;

    /// <summary>The service.</summary>
    internal DocumentService Service => _service!;

    /// <summary>Starts it if it does not run yet; the test is skipped where there is no server.</summary>
    internal async Task StartAsync()
    {
        if (_service is null)
        {
            RealServer server = await RealServer.GetAsync();
            _s3 = server.Client();
            _service = await DocumentService.StartAsync(
                server.Endpoint, server.AccessKey, server.SecretKey, server.Region, Bucket, BytesMax);
        }
    }

    /// <summary>The keys of all objects.</summary>
    internal async Task<List<string>> KeysAsync() =>
        await S3.ListObjectsAsync(Bucket).Select(entry => entry.Key).ToListAsync();

    /// <summary>How many uploads in parts are neither completed nor aborted.</summary>
    internal async Task<int> UnfinishedAsync() => await S3.ListUploadsAsync(Bucket, "").CountAsync();

    /// <summary>Deletes all objects.</summary>
    internal async Task ClearAsync()
    {
        foreach (string key in _s3 is null ? [] : await KeysAsync())
        {
            await S3.DeleteObjectAsync(Bucket, key, cancellationToken: CancellationToken.None);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_service is not null)
        {
            await _service.DisposeAsync();
            await ClearAsync();
            await S3.DeleteBucketAsync(Bucket, CancellationToken.None);
            S3.Dispose();
        }
    }
}
