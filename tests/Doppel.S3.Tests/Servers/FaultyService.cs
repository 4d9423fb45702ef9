using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

/// <summary>A client and an S3 in memory that checks every signature and fails where it is told to.</summary>
internal sealed class FaultyService : IAsyncDisposable
{
    internal const string Bucket = "bucket";
    private const string AccessKey = "ACCESS";
    private const string Secret = "secret/with+signs";

    private readonly PeriodicTimer _ticks = new(TimeSpan.FromMilliseconds(10));
    private readonly Task _hurrying;

    internal FaultyService(
        MemoryS3Options? memory = null, Func<S3ClientOptions, S3ClientOptions>? change = null, string? secret = null,
        Testing.ManualClock? clock = null)
    {
        TimeProvider time = clock ?? TimeProvider.System;
        Memory = new MemoryS3((memory ?? new MemoryS3Options { Time = time }) with
        {
            SecretOf = static key => key == AccessKey ? Secret : null,
        });
        Memory.AddBucket(Bucket);
        Server = FaultServer.Start(Memory);
        var options = new S3ClientOptions
        {
            Endpoint = Server.Endpoint.GetLeftPart(UriPartial.Authority),
            IdleTimeout = TimeSpan.FromSeconds(20),
            Retry = new S3RetryOptions
            {
                AttemptsMax = 5,
                TimeMax = TimeSpan.FromHours(1),
                DelayMin = TimeSpan.Zero,
                DelayMax = TimeSpan.FromMilliseconds(clock is null ? 20 : 0),
            },
            Time = time,
        };
        Client = new S3Client(change?.Invoke(options) ?? options, S3CredentialsProvider.Fixed(new S3Credentials
        {
            AccessKeyId = AccessKey,
            SecretAccessKey = secret ?? Secret,
        }));
        _hurrying = clock is null ? Task.CompletedTask : HurryAsync(clock);
    }

    internal MemoryS3 Memory { get; }

    internal FaultServer Server { get; }

    internal S3Client Client { get; }

    /// <summary>A service for one fault. If it stalls, time stands still until then, and goes fast meanwhile.</summary>
    /// <remarks>So no test waits for a timeout, and no other request is late, however busy the machine is.</remarks>
    internal static FaultyService For(Fault fault, Func<S3ClientOptions, S3ClientOptions>? change = null)
    {
        bool stalls = fault.Name.StartsWith("Stall", StringComparison.Ordinal);
        return new FaultyService(change: change, clock: stalls ? new Testing.ManualClock() : null);
    }

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
        _ticks.Dispose();
        await _hurrying;
        Client.Dispose();
        await Server.DisposeAsync();
        Assert.Empty(Server.Problems);
    }

    // Step by step: the client may still be reading what came before, and waits anew then.
    private async Task HurryAsync(Testing.ManualClock clock)
    {
        while (await _ticks.WaitForNextTickAsync())
        {
            if (Server.StalledRequests > 0)
            {
                clock.Advance(TimeSpan.FromSeconds(1));
            }
        }
    }
}
