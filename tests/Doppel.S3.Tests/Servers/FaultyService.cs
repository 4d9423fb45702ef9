using Doppel.S3;
using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

/// <summary>A client and an S3 in memory that checks every signature and fails where it is told to.</summary>
internal sealed class FaultyService : IAsyncDisposable
{
    internal const string Bucket = "bucket";
    private const string AccessKey = "ACCESS";
    private const string Secret = "secret/with+signs";

    internal FaultyService(
        MemoryS3Options? memory = null, Func<S3ClientOptions, S3ClientOptions>? change = null, string? secret = null)
    {
        Memory = new MemoryS3((memory ?? new MemoryS3Options()) with
        {
            SecretOf = static key => key == AccessKey ? Secret : null,
        });
        Memory.AddBucket(Bucket);
        Server = FaultServer.Start(Memory);
        var options = new S3ClientOptions
        {
            Endpoint = Server.Endpoint.GetLeftPart(UriPartial.Authority),
            IdleTimeout = TimeSpan.FromSeconds(20),
            Retry = new S3RetryOptions { DelayMin = TimeSpan.Zero, DelayMax = TimeSpan.FromMilliseconds(20) },
        };
        Client = new S3Client(change?.Invoke(options) ?? options, S3CredentialsProvider.Fixed(new S3Credentials
        {
            AccessKeyId = AccessKey,
            SecretAccessKey = secret ?? Secret,
        }));
    }

    internal MemoryS3 Memory { get; }

    internal FaultServer Server { get; }

    internal S3Client Client { get; }

    /// <summary>Options for faults that fall silent; long enough for a busy machine to answer in between.</summary>
    internal static Func<S3ClientOptions, S3ClientOptions>? PatienceFor(Fault fault) =>
        fault.Name.StartsWith("Stall", StringComparison.Ordinal)
            ? static options => options with { IdleTimeout = TimeSpan.FromSeconds(3) }
            : null;

    /// <summary>Bytes that do not repeat.</summary>
    internal static byte[] Content(int length, int seed = 1)
    {
        byte[] content = new byte[length];
        new Random(seed).NextBytes(content);
        return content;
    }

    /// <summary>What the server holds; null if there is no such object.</summary>
    internal byte[]? Stored(string key) => Memory.Find(Bucket, key)?.Body;

    /// <summary>Reads an object to its end.</summary>
    internal async Task<byte[]> ReadAsync(string key, CancellationToken cancellationToken)
    {
        using S3Object found = await Client.GetObjectAsync(Bucket, key, cancellationToken: cancellationToken);
        Assert.True(found.IsFound);
        using var content = new MemoryStream();
        await found.CopyToAsync(content, cancellationToken);
        return content.ToArray();
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await Server.DisposeAsync();
        Assert.Empty(Server.Problems);
    }
}
