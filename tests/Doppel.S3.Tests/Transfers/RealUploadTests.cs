using System.Security.Cryptography;
using Doppel.S3.Tests.Servers;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Tests.Uploads;

/// <summary>Large uploads, checksums and TLS with a real server.</summary>
public sealed class RealUploadTests
{
    private const int PartBytes = S3UploadOptions.PartBytesMin;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_object_of_123_MB_uploaded_from_a_file_in_parts_is_downloaded_unchanged()
    {
        RealServer server = await RealServer.GetAsync();
        using S3Client client = server.Client();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content(123_000_000);
        string path = Path.GetTempFileName();
        string copy = path + ".down";
        await File.WriteAllBytesAsync(path, content, s_token);
        using (SafeFileHandle file = File.OpenHandle(path))
        {
            var options = new S3UploadOptions { SingleBytesMax = 0, PartBytes = 8 * 1024 * 1024 };
            S3PutResult stored = await client.UploadAsync(bucket, "k", file, options, s_token);
            Assert.EndsWith("-15\"", stored.ETag, StringComparison.Ordinal);
        }

        S3DownloadResult loaded = await client.DownloadFileAsync(bucket, "k", copy, cancellationToken: s_token);
        Assert.Equal(content.Length, loaded.Length);
        await using (FileStream down = File.OpenRead(copy))
        {
            Assert.Equal(SHA256.HashData(content), await SHA256.HashDataAsync(down, s_token));
        }

        File.Delete(path);
        File.Delete(copy);
        await client.DeleteObjectAsync(bucket, "k", cancellationToken: s_token);
        Assert.Equal(S3Status.Ok, await client.DeleteBucketAsync(bucket, s_token));
    }

    // Ceph's gateway 16.2 takes no notice of them; later ones and Amazon compare them.
    [Theory]
    [InlineData(ChecksumAlgorithm.Crc32)]
    [InlineData(ChecksumAlgorithm.Crc32C)]
    [InlineData(ChecksumAlgorithm.Crc64Nvme)]
    [InlineData(ChecksumAlgorithm.Sha1)]
    [InlineData(ChecksumAlgorithm.Sha256)]
    public async Task Checksums_of_known_content_hinder_no_server(ChecksumAlgorithm algorithm)
    {
        RealServer server = await RealServer.GetAsync();
        using S3Client client = server.Client();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content(PartBytes + 17);
        foreach (long singleMax in (long[])[long.MaxValue >> 20, 0])
        {
            var options = new S3UploadOptions
            {
                Checksum = algorithm,
                PartBytes = PartBytes,
                SingleBytesMax = Math.Min(singleMax, 1L << 30),
            };
            S3PutResult stored = await client.UploadAsync(bucket, "k", content, options, s_token);
            Assert.Equal(algorithm, stored.Checksum?.Algorithm);
            using S3Object found = await client.GetObjectAsync(
                bucket, "k", new S3GetOptions { WithChecksum = true }, s_token);
            byte[] read = new byte[found.Length];
            await found.ReadAsync(read, s_token);
            Assert.Equal(content, read);
        }

        await client.DeleteObjectAsync(bucket, "k", cancellationToken: s_token);
        Assert.Equal(S3Status.Ok, await client.DeleteBucketAsync(bucket, s_token));
    }

    [Fact]
    public async Task Over_TLS_nothing_of_a_body_is_signed_and_all_of_it_arrives()
    {
        RealServer server = await RealServer.GetAsync();
        Assert.SkipWhen(server.HttpsEndpoint is null, "the server of this run has no TLS");
        using S3Client client = server.SecureClient();
        string bucket = RealServer.NewBucket();
        await client.CreateBucketAsync(bucket, s_token);
        byte[] content = FaultyService.Content((2 * PartBytes) + 1);
        var inParts = new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = 0 };
        await client.UploadAsync(bucket, "k", new NoSeekStream(content), inParts, s_token);
        await client.PutObjectAsync(bucket, "l", new NoSeekStream(content), content.Length, cancellationToken: s_token);
        foreach (string key in (string[])["k", "l"])
        {
            using S3Object found = await client.GetObjectAsync(bucket, key, cancellationToken: s_token);
            byte[] read = new byte[found.Length];
            await found.ReadAsync(read, s_token);
            Assert.Equal(content, read);
            await client.DeleteObjectAsync(bucket, key, cancellationToken: s_token);
        }

        Assert.Equal(S3Status.Ok, await client.DeleteBucketAsync(bucket, s_token));
    }

    [Fact]
    public async Task A_certificate_that_nobody_trusts_ends_the_request_at_once()
    {
        RealServer server = await RealServer.GetAsync();
        Assert.SkipWhen(server.HttpsEndpoint is null || server.CertificateFile is null, "its certificate is trusted");
        var options = new S3ClientOptions { Endpoint = server.HttpsEndpoint!.GetLeftPart(UriPartial.Authority) };
        using var client = new S3Client(options, S3CredentialsProvider.Fixed(server.Credentials));
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(
            async () => await client.BucketExistsAsync("doppel-none", s_token));
        Assert.Equal((S3ErrorCode.Connection, false, 1), (failure.Code, failure.IsRetryable, failure.Attempts));
        Assert.Contains("certificate", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("inner exception", failure.Message, StringComparison.Ordinal);
    }
}
