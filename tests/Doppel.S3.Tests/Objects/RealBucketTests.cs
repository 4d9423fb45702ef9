using System.Net;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Objects;

/// <summary>Versions, documents of buckets and keys of the caller, as a real server judges them.</summary>
public sealed class RealBucketTests : IAsyncLifetime
{
    private const string Lifecycle = """
        <LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <Rule><ID>old</ID><Filter><Prefix>tmp/</Prefix></Filter><Status>Enabled</Status>
        <Expiration><Days>3</Days></Expiration></Rule></LifecycleConfiguration>
        """;

    private const string Cors = """
        <CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>
        <AllowedOrigin>https://example.org</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>
        </CORSConfiguration>
        """;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    private readonly string _bucket = RealServer.NewBucket();
    private RealServer _server = null!;
    private S3Client _client = null!;

    public async ValueTask InitializeAsync()
    {
        _server = await RealServer.GetAsync();
        _client = _server.Client();
        Assert.Equal(S3Status.Ok, await _client.CreateBucketAsync(_bucket, s_token));
    }

    public async ValueTask DisposeAsync()
    {
        List<S3DeleteEntry> all = [];
        await foreach (S3Version version in _client.ListVersionsAsync(_bucket, "", CancellationToken.None))
        {
            all.Add(new S3DeleteEntry(version.Key, default, version.VersionId));
        }

        await foreach (S3DeleteResult result in _client.DeleteObjectsAsync(_bucket, all, CancellationToken.None))
        {
            Assert.True(result.IsDeleted, $"{result.Key}: {result.Code} {result.Message}");
        }

        Assert.Equal(S3Status.Ok, await _client.DeleteBucketAsync(_bucket, CancellationToken.None));
        _client.Dispose();
    }

    [Fact]
    public async Task Old_versions_are_listed_read_and_deleted()
    {
        Assert.Equal(S3Versioning.Off, await _client.GetVersioningAsync(_bucket, s_token));
        await _client.SetVersioningAsync(_bucket, S3Versioning.Enabled, s_token);
        Assert.Equal(S3Versioning.Enabled, await _client.GetVersioningAsync(_bucket, s_token));
        const string Key = "a b/ü&%2F";
        string first = (await _client.PutObjectAsync(_bucket, Key, new byte[] { 1 }, null, s_token)).VersionId!;
        string second = (await _client.PutObjectAsync(_bucket, Key, new byte[] { 1, 2 }, null, s_token)).VersionId!;
        await _client.PutObjectAsync(_bucket, "other", new byte[] { 9 }, null, s_token);
        await _client.DeleteObjectAsync(_bucket, Key, cancellationToken: s_token);
        Assert.False(await _client.ObjectExistsAsync(_bucket, Key, s_token));

        S3Version[] versions = await VersionsAsync("a");
        Assert.Equal([true, false, false], versions.Select(static version => version.IsDeleteMarker));
        Assert.Equal([true, false, false], versions.Select(static version => version.IsLatest));
        Assert.Equal([0, 2, 1], versions.Select(static version => version.Size));
        Assert.Equal([second, first], versions[1..].Select(static version => version.VersionId));
        Assert.Equal([Key], versions.Select(static version => version.Key).Distinct());
        Assert.Equal(4, (await VersionsAsync("")).Length);

        S3GetOptions old = new() { VersionId = first };
        Assert.Equal(1, (await _client.HeadObjectAsync(_bucket, Key, old, s_token)).Length);
        Assert.Equal(S3Status.Ok, await _client.DeleteVersionAsync(_bucket, Key, versions[0].VersionId, s_token));
        Assert.Equal(2, (await _client.HeadObjectAsync(_bucket, Key, null, s_token)).Length);
        Assert.Equal(S3Status.Ok, await _client.DeleteVersionAsync(_bucket, Key, second, s_token));
        Assert.Equal(1, (await _client.HeadObjectAsync(_bucket, Key, null, s_token)).Length);

        await _client.SetVersioningAsync(_bucket, S3Versioning.Suspended, s_token);
        Assert.Equal(S3Versioning.Suspended, await _client.GetVersioningAsync(_bucket, s_token));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(
            async () => await _client.SetVersioningAsync(_bucket, S3Versioning.Off, s_token));
    }

    [Fact]
    public async Task Bucket_documents_are_set_read_and_deleted()
    {
        string policy = $$"""
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":["s3:GetObject"],
            "Resource":["arn:aws:s3:::{{_bucket}}/public/*"]}]}
            """;
        foreach ((S3BucketDocument document, string text, string sign) in ((S3BucketDocument, string, string)[])
            [
                (S3BucketDocument.Policy, policy, "public/*"),
                (S3BucketDocument.Lifecycle, Lifecycle, "<Days>3</Days>"),
                (S3BucketDocument.Cors, Cors, "https://example.org"),
            ])
        {
            Assert.Null(await _client.GetBucketDocumentAsync(_bucket, document, s_token));
            await _client.SetBucketDocumentAsync(_bucket, document, text, s_token);
            string? found = await _client.GetBucketDocumentAsync(_bucket, document, s_token);
            Assert.Contains(sign, found, StringComparison.Ordinal);
            await _client.DeleteBucketDocumentAsync(_bucket, document, s_token);
            Assert.Null(await _client.GetBucketDocumentAsync(_bucket, document, s_token));
            S3Exception missing = await Assert.ThrowsAsync<S3Exception>(
                async () => await _client.GetBucketDocumentAsync(_bucket + "x", document, s_token));
            Assert.Equal("NoSuchBucket", missing.Code);
            S3Exception malformed = await Assert.ThrowsAsync<S3Exception>(
                async () => await _client.SetBucketDocumentAsync(_bucket, document, "nonsense", s_token));
            Assert.Equal(HttpStatusCode.BadRequest, malformed.StatusCode);
        }
    }

    [Fact]
    public async Task Signed_addresses_read_and_write()
    {
        using var http = new HttpClient();
        var lifetime = TimeSpan.FromMinutes(5);
        string put = await _client.PresignPutAsync(_bucket, "k", lifetime, s_token);
        using var content = new ByteArrayContent([1, 2, 3]);
        using HttpResponseMessage stored = await http.PutAsync(new Uri(put), content, s_token);
        Assert.Equal(HttpStatusCode.OK, stored.StatusCode);
        string get = await _client.PresignGetAsync(_bucket, "k", lifetime, s_token);
        Assert.Equal([1, 2, 3], await http.GetByteArrayAsync(new Uri(get), s_token));
        using HttpResponseMessage refused = await http.DeleteAsync(new Uri(get), s_token);
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
    }

    [Fact]
    public async Task Keys_alone_name_what_to_delete()
    {
        foreach (string key in (string[])["a", "b", "c"])
        {
            await _client.PutObjectAsync(_bucket, key, new byte[] { 1 }, null, s_token);
        }

        string[] keys = ["a", "c", "none"];
        List<string> deleted = [];
        await foreach (S3DeleteResult result in _client.DeleteObjectsAsync(_bucket, keys, s_token))
        {
            Assert.True(result.IsDeleted);
            deleted.Add(result.Key);
        }

        Assert.Equal(keys, deleted);
        Assert.Equal(["b"], (await VersionsAsync("")).Select(static version => version.Key));
    }

    [Fact]
    public async Task Further_headers_are_signed()
    {
        S3Client view = _client.WithHeaders(
            new RequestHeader("X-Amz-Request-Payer", "requester"), new RequestHeader("x-amz-meta-by", "a  view"));
        S3PutResult stored = await view.PutObjectAsync(_bucket, "k", new byte[] { 1 }, null, s_token);
        Assert.True(stored.IsStored);
        view.Dispose();
        S3ObjectInfo found = await _client.HeadObjectAsync(_bucket, "k", null, s_token);
        Assert.Equal("a  view", found.Metadata("by"));
    }

    [Fact]
    public async Task Contents_are_readable_only_with_the_key_of_the_caller()
    {
        Assert.SkipWhen(_server.HttpsEndpoint is null, "needs a server with TLS");
        byte[] secret = new byte[S3CustomerKey.ByteCount];
        using S3Client secure = _server.SecureClient();
        S3Client client = secure.WithCustomerKey(S3CustomerKey.CreateRandom(secret));
        byte[] content = FaultyService.Content((2 * S3UploadOptions.PartBytesMin) + 12_345);
        var parts = new S3UploadOptions { SingleBytesMax = 0, PartBytes = S3UploadOptions.PartBytesMin };
        await client.UploadAsync(_bucket, "big", content.AsMemory(), parts, s_token);
        await client.PutObjectAsync(_bucket, "small", content.AsMemory(0, 100), null, s_token);
        foreach ((string key, int length) in ((string, int)[])[("big", content.Length), ("small", 100)])
        {
            using S3Object found = await client.GetObjectAsync(_bucket, key, null, s_token);
            using var body = new MemoryStream();
            await found.CopyToAsync(body, s_token);
            Assert.Equal(content[..length], body.ToArray());
            Assert.Equal(length, (await client.HeadObjectAsync(_bucket, key, null, s_token)).Length);
        }

        secret[0] ^= 1;
        foreach (S3Client other in (S3Client[])[secure, client.WithCustomerKey(new S3CustomerKey(secret))])
        {
            S3Exception refused = await Assert.ThrowsAsync<S3Exception>(
                async () => await other.GetObjectAsync(_bucket, "big", null, s_token));
            Assert.InRange((int)refused.StatusCode, 400, 403);
        }
    }

    private async Task<S3Version[]> VersionsAsync(string prefix)
    {
        List<S3Version> all = [];
        await foreach (S3Version version in _client.ListVersionsAsync(_bucket, prefix, s_token))
        {
            all.Add(version);
        }

        return [.. all];
    }
}
