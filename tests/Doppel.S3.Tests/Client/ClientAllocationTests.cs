using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Client;

/// <summary>How much garbage requests make, against a server in another process.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class ClientAllocationTests
{
    // What the stack itself takes for a small request is about 3,100 bytes.
    private const long BytesPerRequestMax = 5_000;
    private const int Rounds = 30;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("put")]
    [InlineData("get")]
    [InlineData("head")]
    [InlineData("missing")]
    [InlineData("delete")]
    public async Task A_request_makes_little_more_garbage_than_the_stack_below(string kind)
    {
        RealServer server = await RealServer.GetAsync();
        using S3Client client = server.Client();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content(4096);
        await client.PutObjectAsync(bucket, "k", content, cancellationToken: s_token);
        await RunAsync(Rounds);
        long before = GC.GetTotalAllocatedBytes(precise: true);
        await RunAsync(Rounds);
        long perRequest = (GC.GetTotalAllocatedBytes(precise: true) - before) / Rounds;
        await client.DeleteObjectAsync(bucket, "k", cancellationToken: s_token);
        await client.DeleteBucketAsync(bucket, s_token);
        Assert.InRange(perRequest, 1, BytesPerRequestMax);

        async Task RunAsync(int rounds)
        {
            for (int i = 0; i < rounds; i++)
            {
                await OnceAsync();
            }
        }

        async ValueTask OnceAsync()
        {
            switch (kind)
            {
                case "put":
                    await client.PutObjectAsync(bucket, "k", content, cancellationToken: s_token);
                    break;
                case "get":
                    using (S3Object found = await client.GetObjectAsync(bucket, "k", cancellationToken: s_token))
                    {
                        await found.ReadAsync(content, s_token);
                    }

                    break;
                case "head":
                    await client.HeadObjectAsync(bucket, "k", cancellationToken: s_token);
                    break;
                case "missing":
                    await client.ObjectExistsAsync(bucket, "missing", s_token);
                    break;
                default:
                    await client.DeleteObjectAsync(bucket, "missing", cancellationToken: s_token);
                    break;
            }
        }
    }
}
