using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Tests.Http;

/// <summary>How much garbage requests make, against a server in another process.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class ClientAllocationTests
{
    // Now and then the runtime starts a thread or compiles a method again, which is no part of a request.
    private const int Turns = 12;
    private const int Rounds = 30;
    private const long ScenarioAllocatedMax = 50_000;

    // Long enough for what grows with the length: reads of a connection that wait would allocate 70 KB.
    private static readonly int s_scenarioBytes = TestRun.Count(reduced: 40, full: 123) * 1024 * 1024;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    // Most of it is the stack's: objects of request and answer, their headers, and the texts that the server sends.
    [Theory]
    [InlineData("put", 1, 3_100)]
    [InlineData("get", 1, 3_100)]
    [InlineData("head", 1, 2_850)]
    [InlineData("missing", 1, 2_350)]
    [InlineData("delete", 1, 2_200)]
    [InlineData("part", 1, 3_850)]
    [InlineData("put", 64, 3_150)]
    [InlineData("get", 64, 3_100)]
    [SuppressMessage("Reliability", "CA2012:Use ValueTasks correctly", Justification = "Each is awaited once.")]
    public async Task A_request_makes_little_more_garbage_than_the_stack_below(string kind, int atOnce, long bytesMax)
    {
        RealServer server = await RealServer.GetAsync();
        using S3Client client = server.Client();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content(4096);
        byte[] part = FaultyService.Content(S3UploadOptions.PartBytesMin);
        await client.PutObjectAsync(bucket, "k", content, cancellationToken: s_token);
        string id = await client.StartUploadAsync(bucket, "parts", cancellationToken: s_token);
        byte[][] read = [.. Enumerable.Range(0, atOnce).Select(_ => new byte[content.Length])];
        var requests = new ValueTask[atOnce];
        await RunAsync();
        long least = long.MaxValue;
        for (int turn = 0; turn < Turns && least > bytesMax * Rounds * atOnce; turn++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await RunAsync();
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        long perRequest = least / (Rounds * atOnce);
        await client.AbortUploadAsync(bucket, "parts", id, s_token);
        await client.DeleteObjectAsync(bucket, "k", cancellationToken: s_token);
        await client.DeleteBucketAsync(bucket, s_token);
        TestContext.Current.TestOutputHelper?.WriteLine($"{perRequest} bytes a request");
        Assert.InRange(perRequest, 1, bytesMax);

        async Task RunAsync()
        {
            for (int i = 0; i < Rounds; i++)
            {
                for (int one = 0; one < atOnce; one++)
                {
                    requests[one] = OnceAsync(read[one]);
                }

                foreach (ValueTask request in requests)
                {
                    await request;
                }
            }
        }

        [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
        async ValueTask OnceAsync(byte[] destination)
        {
            switch (kind)
            {
                case "put":
                    await client.PutObjectAsync(bucket, "k", content, cancellationToken: s_token);
                    break;
                case "get":
                    using (S3Object found = await client.GetObjectAsync(bucket, "k", cancellationToken: s_token))
                    {
                        await found.ReadAsync(destination, s_token);
                    }

                    break;
                case "head":
                    await client.HeadObjectAsync(bucket, "k", cancellationToken: s_token);
                    break;
                case "missing":
                    await client.ObjectExistsAsync(bucket, "missing", s_token);
                    break;
                case "part":
                    await client.UploadPartAsync(bucket, "parts", id, 1, part, s_token);
                    break;
                default:
                    await client.DeleteObjectAsync(bucket, "missing", cancellationToken: s_token);
                    break;
            }
        }
    }

    /// <summary>A bucket looked for, an object missed, stored, looked at, read and deleted.</summary>
    [Theory]
    [InlineData("array", false)]
    [InlineData("file", false)]
    [InlineData("stream", false)]
    [InlineData("array", true)]
    [InlineData("file", true)]
    [InlineData("stream", true)]
    public async Task A_large_object_is_stored_and_read_with_hardly_any_garbage(string kind, bool isSecure)
    {
        RealServer server = await RealServer.GetAsync();
        Assert.SkipWhen(isSecure && server.HttpsEndpoint is null, "the server of this run has no TLS");
        using S3Client client = isSecure ? server.SecureClient() : server.Client();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content(s_scenarioBytes);
        string path = Path.GetTempFileName();
        await File.WriteAllBytesAsync(path, content, s_token);
        using SafeFileHandle file = File.OpenHandle(path);
        long least = long.MaxValue;
        for (int turn = 0; turn < Turns && least > ScenarioAllocatedMax; turn++)
        {
            // What pools keep has to outlive it.
            GC.Collect();
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await RunAsync();
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        await client.DeleteBucketAsync(bucket, s_token);
        File.Delete(path);
        TestContext.Current.TestOutputHelper?.WriteLine($"{least} bytes");
        Assert.InRange(least, 1, ScenarioAllocatedMax);

        async Task RunAsync()
        {
            Assert.True(await client.BucketExistsAsync(bucket, s_token));
            Assert.False(await client.ObjectExistsAsync(bucket, "k", s_token));
            await (kind switch
            {
                "array" => client.UploadAsync(bucket, "k", content, cancellationToken: s_token),
                "file" => client.UploadAsync(bucket, "k", file, cancellationToken: s_token),
                _ => client.UploadAsync(bucket, "k", new NoSeekStream(content), cancellationToken: s_token),
            });
            Assert.True((await client.HeadObjectAsync(bucket, "k", cancellationToken: s_token)).IsFound);
            using (S3Object found = await client.GetObjectAsync(bucket, "k", cancellationToken: s_token))
            {
                await found.CopyToAsync(Stream.Null, s_token);
            }

            await client.DeleteObjectAsync(bucket, "k", cancellationToken: s_token);
        }
    }
}
