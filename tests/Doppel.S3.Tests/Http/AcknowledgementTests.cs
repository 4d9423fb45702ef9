using System.Globalization;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Http;

/// <summary>What came is acknowledged at once, since a server may wait for that before it sends the rest.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class AcknowledgementTests
{
    private const int Requests = 60;
    private const int Rounds = 3;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    /// <summary>Ceph's gateway sends the head of an answer, and its body when the head is acknowledged.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_small_object_does_not_wait_for_a_late_acknowledgement(bool isSecure)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Linux alone counts them");
        RealServer server = await RealServer.GetAsync();
        Assert.SkipWhen(isSecure && server.HttpsEndpoint is null, "the server of this run has no TLS");
        using S3Client client = isSecure ? server.SecureClient() : server.Client();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content(4096);
        await client.PutObjectAsync(bucket, "k", content, cancellationToken: s_token);
        long late = long.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            // All connections of the machine are counted, and the server has some of its own.
            long before = LateAcknowledgements();
            for (int i = 0; i < Requests; i++)
            {
                byte[] read = new byte[content.Length];
                using S3Object found = await client.GetObjectAsync(bucket, "k", cancellationToken: s_token);
                await found.ReadAsync(read, s_token);
                Assert.Equal(content, read);
            }

            late = Math.Min(late, LateAcknowledgements() - before);
        }

        await client.DeleteObjectAsync(bucket, "k", cancellationToken: s_token);
        await client.DeleteBucketAsync(bucket, s_token);
        TestContext.Current.TestOutputHelper?.WriteLine($"{late} of {Requests}");
        Assert.InRange(late, 0, Requests / 2);
    }

    private static long LateAcknowledgements()
    {
        string[][] rows =
        [
            .. File.ReadLines("/proc/net/netstat").Where(line => line.StartsWith("TcpExt:", StringComparison.Ordinal))
                .Select(line => line.Split(' ')),
        ];
        return long.Parse(rows[1][Array.IndexOf(rows[0], "DelayedACKs")], CultureInfo.InvariantCulture);
    }
}
