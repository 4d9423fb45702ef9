using System.Globalization;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Clients.Processes;

/// <summary>A bucket of the suite's own, which goes with all that is in it.</summary>
internal sealed class BenchBucket : IAsyncDisposable
{
    private readonly S3Client _client;

    private BenchBucket(S3Client client, string name)
    {
        _client = client;
        Name = name;
    }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Makes one.</summary>
    public static async Task<BenchBucket> CreateAsync(ClientSettings settings)
    {
        var client = new S3Client(
            new S3ClientOptions { Endpoint = settings.Endpoint, Region = settings.Region },
            S3CredentialsProvider.Fixed(
                new S3Credentials { AccessKeyId = settings.AccessKey, SecretAccessKey = settings.SecretKey }));

        // Each letter of it costs some 6 B a request, in every client.
        string name = string.Create(
            CultureInfo.InvariantCulture, $"doppel-{Environment.ProcessId}-{(ushort)Environment.TickCount64:x4}");
        await client.CreateBucketAsync(name).ConfigureAwait(false);
        return new BenchBucket(client, name);
    }

    public async ValueTask DisposeAsync()
    {
        List<S3DeleteEntry> left = [];
        await foreach (S3ListEntry entry in _client.ListObjectsAsync(Name).ConfigureAwait(false))
        {
            left.Add(new S3DeleteEntry(entry.Key));
        }

        await foreach (S3DeleteResult _ in _client.DeleteObjectsAsync(Name, left).ConfigureAwait(false))
        {
        }

        await _client.DeleteBucketAsync(Name).ConfigureAwait(false);
        _client.Dispose();
    }
}
