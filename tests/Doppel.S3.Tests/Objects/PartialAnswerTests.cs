using System.Net;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Objects;

/// <summary>Answers that say that they are only a part (206).</summary>
public sealed class PartialAnswerTests
{
    private const string EmptyList = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";

    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(HttpStatusCode.PartialContent)]
    [InlineData(HttpStatusCode.Created)]
    [InlineData(HttpStatusCode.Accepted)]
    [InlineData(HttpStatusCode.NonAuthoritativeInformation)]
    [InlineData(HttpStatusCode.NoContent)]
    [InlineData(HttpStatusCode.ResetContent)]
    [InlineData(HttpStatusCode.MultiStatus)]
    public async Task No_document_of_another_status_counts(HttpStatusCode status)
    {
        using var server = new CannedServer((status, EmptyList));
        using S3Client client = server.Client();
        Func<Task>[] requests =
        [
            async () => await client.ListObjectsAsync("bucket", cancellationToken: s_cancellation)
                .ToListAsync(s_cancellation),
            async () => await client.ListUploadsAsync("bucket", cancellationToken: s_cancellation)
                .ToListAsync(s_cancellation),
            async () => await client.ListBucketsAsync(s_cancellation).ToListAsync(s_cancellation),
            async () => await client.GetTagsAsync("bucket", "key", cancellationToken: s_cancellation),
            async () => await client.DeleteObjectsAsync("bucket", [new S3DeleteEntry("key")], s_cancellation)
                .ToListAsync(s_cancellation),
        ];
        foreach (Func<Task> request in requests)
        {
            S3Exception refused = await Assert.ThrowsAsync<S3Exception>(request);
            Assert.Equal(S3ErrorCode.BadAnswer, refused.Code);
        }
    }

    [Fact]
    public async Task No_part_counts_as_a_whole_object()
    {
        using var server = new CannedServer((HttpStatusCode.PartialContent, "part"));
        using S3Client client = server.Client();
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(
            async () => await client.GetObjectAsync("bucket", "key", cancellationToken: s_cancellation));
        Assert.Equal(S3ErrorCode.BadAnswer, refused.Code);
    }
}
