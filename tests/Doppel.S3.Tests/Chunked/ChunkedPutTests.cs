using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Chunked;

/// <summary>What can be read once only is signed on its way, and nobody has to hold all of it.</summary>
public sealed class ChunkedPutTests
{
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_536)]
    [InlineData(65_537)]
    [InlineData(1_000_003)]
    public async Task Streams_of_known_length_are_signed_in_chunks(int length)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(length);
        var options = new S3PutOptions { ContentEncoding = "gzip", ContentType = "text/plain" };
        await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", new NoSeekStream(content), length, options, s_token);
        Assert.Equal(content, service.Stored("k"));
        RawRequest request = Assert.Single(service.Server.Requests);
        string hash = request.Header("x-amz-content-sha256")!;
        Assert.Equal(length > 0, hash.StartsWith("STREAMING-", StringComparison.Ordinal));
        S3ObjectInfo info = await service.Client.HeadObjectAsync(FaultyService.Bucket, "k", cancellationToken: s_token);
        Assert.Equal(("gzip", "text/plain"), (info.Header("Content-Encoding"), info.ContentType));
    }

    [Fact]
    public async Task A_real_server_checks_each_chunk()
    {
        RealServer server = await RealServer.GetAsync();
        using S3Client client = server.Client();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content(300_001);
        await client.PutObjectAsync(
            bucket, "k", new NoSeekStream(content), content.Length, cancellationToken: s_token);
        using (S3Object found = await client.GetObjectAsync(bucket, "k", cancellationToken: s_token))
        {
            byte[] stored = new byte[found.Length];
            await found.ReadAsync(stored, s_token);
            Assert.Equal(content, stored);
        }

        await client.DeleteObjectAsync(bucket, "k", cancellationToken: s_token);
        await client.DeleteBucketAsync(bucket, s_token);
    }
}
