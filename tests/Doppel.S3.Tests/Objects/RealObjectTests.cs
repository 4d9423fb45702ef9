using System.Text;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Objects;

/// <summary>The client against a real server: Ceph's gateway, or whatever DOPPEL_S3_ENDPOINT names.</summary>
public sealed class RealObjectTests : IAsyncLifetime
{
    private const int PartBytes = S3UploadOptions.PartBytesMin;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    private readonly string _bucket = RealServer.NewBucket();
    private readonly List<string> _keys = [];
    private RealServer _server = null!;
    private S3Client _client = null!;

    public static TheoryData<string> AwkwardKeys =>
    [
        "a b", "a//b", "/a", "a/", "./x", "p/../q", "../up", "..", ".", "%41%2F", "+plus", "a+b c", "ünï/côdé",
        "q'()*!", "x\ny", "tab\t", "\u00e9", "e\u0301", "\ud83d\ude00",
        "a&b=c?d#e", "<xml>&amp;\"", "~tilde", "back\\slash",
        "colon:semi;comma,", "@$^`|{}[]", "trailing ", " leading", new string('k', 1024),
    ];

    public async ValueTask InitializeAsync()
    {
        _server = await RealServer.GetAsync();
        _client = _server.Client();
        Assert.Equal(S3Status.Ok, await _client.CreateBucketAsync(_bucket, s_token));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (string key in _keys)
        {
            await _client.DeleteObjectAsync(_bucket, key, cancellationToken: CancellationToken.None);
        }

        Assert.Equal(S3Status.Ok, await _client.DeleteBucketAsync(_bucket, CancellationToken.None));
        _client.Dispose();
    }

    [Theory, MemberData(nameof(AwkwardKeys))]
    public async Task Keys_are_taken_exactly_as_they_are_given(string key)
    {
        byte[] content = Encoding.UTF8.GetBytes(key);
        await PutAsync(key, content);
        await PutAsync("other", [1]);
        Assert.Equal(content, await ReadAsync(key));
        Assert.True(await _client.ObjectExistsAsync(_bucket, key, s_token));
        Assert.Equal(S3Status.Ok, await _client.DeleteObjectAsync(_bucket, key, cancellationToken: s_token));
        Assert.False(await _client.ObjectExistsAsync(_bucket, key, s_token));
        Assert.True(await _client.ObjectExistsAsync(_bucket, "other", s_token));
    }

    [Fact]
    public async Task Headers_and_metadata_of_an_object_round_trip()
    {
        var options = new S3PutOptions
        {
            ContentType = "text/plain; charset=utf-8",
            ContentDisposition = "attachment; filename=\"a.txt\"",
            CacheControl = "max-age=60",
            Metadata = new Dictionary<string, string> { ["One"] = "1", ["two-2"] = "b  c" },
        };
        byte[] content = FaultyService.Content(1000);
        S3PutResult stored = await PutAsync("k", content, options);
        Assert.Equal(content.Length, (await _client.HeadObjectAsync(_bucket, "k", cancellationToken: s_token)).Length);
        S3ObjectInfo found = await _client.HeadObjectAsync(_bucket, "k", cancellationToken: s_token);
        Assert.Equal((1000L, stored.ETag), (found.Length, found.ETag));
        Assert.Equal(options.ContentType, found.ContentType);
        Assert.Equal(options.CacheControl, found.Header("Cache-Control"));
        Assert.Equal("1", found.Metadata("one"));
        Assert.Equal(["one", "two-2"], found.AllMetadata().Select(static pair => pair.Key.ToLowerInvariant()).Order());
        Assert.InRange((found.LastModified!.Value - TimeProvider.System.GetUtcNow()).Duration().TotalMinutes, 0, 5);
    }

    [Fact]
    public async Task Ranges_give_what_they_say()
    {
        byte[] content = FaultyService.Content(100);
        await PutAsync("k", content);
        await PutAsync("empty", []);
        await CheckAsync(S3Range.Of(0, 1), content[..1]);
        await CheckAsync(S3Range.Of(99, 1), content[99..]);
        await CheckAsync(S3Range.Of(90, 100), content[90..]);
        await CheckAsync(S3Range.From(0), content);
        await CheckAsync(S3Range.From(50), content[50..]);
        await CheckAsync(S3Range.Tail(1), content[99..]);
        await CheckAsync(S3Range.Tail(1000), content);
        foreach ((string key, long first) in ((string, long)[])[("k", 100), ("empty", 0)])
        {
            S3Status status = await StatusAsync(key, new S3GetOptions { Range = S3Range.From(first) });
            Assert.Equal(S3Status.RangeNotSatisfiable, status);
        }

        async Task CheckAsync(S3Range range, byte[] expected)
        {
            using S3Object found = await _client.GetObjectAsync(
                _bucket, "k", new S3GetOptions { Range = range }, s_token);
            byte[] body = new byte[found.Length];
            await found.ReadAsync(body, s_token);
            Assert.Equal(expected, body);
            Assert.Equal(100, found.ObjectLength);
        }
    }

    [Fact]
    public async Task Conditions_decide()
    {
        S3PutResult stored = await PutAsync("k", [1, 2, 3]);
        S3ObjectInfo known = await _client.HeadObjectAsync(_bucket, "k", cancellationToken: s_token);
        DateTimeOffset changed = known.LastModified!.Value;
        Assert.Equal(S3Status.Ok, await WithAsync(new() { IfMatch = stored.ETag }));
        Assert.Equal(S3Status.PreconditionFailed, await WithAsync(new() { IfMatch = "\"other\"" }));
        Assert.Equal(S3Status.NotModified, await WithAsync(new() { IfNoneMatch = stored.ETag }));
        Assert.Equal(S3Status.Ok, await WithAsync(new() { IfNoneMatch = "\"other\"" }));
        Assert.Equal(S3Status.NotModified, await WithAsync(new() { IfModifiedSince = changed }));
        Assert.Equal(S3Status.PreconditionFailed, await WithAsync(new() { IfUnmodifiedSince = changed.AddHours(-1) }));
        Assert.Equal(S3Status.NotFound, await StatusAsync("missing", new S3GetOptions()));

        S3PutResult refused = await _client.PutObjectAsync(
            _bucket, "k", new byte[] { 9 }, new S3PutOptions { Conditions = S3Conditions.Create }, s_token);
        Assert.Equal(S3Status.PreconditionFailed, refused.Status);
        Assert.Equal([1, 2, 3], await ReadAsync("k"));

        Task<S3Status> WithAsync(S3Conditions conditions) =>
            StatusAsync("k", new S3GetOptions { Conditions = conditions });
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(PartBytes - 1)]
    [InlineData(PartBytes)]
    [InlineData(PartBytes + 1)]
    [InlineData((3 * PartBytes) + 17)]
    public async Task Uploads_of_any_length_and_source_are_stored_whole(int length)
    {
        byte[] content = FaultyService.Content(length);
        var options = new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = 0, Parallelism = 3 };
        string path = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(path, content, s_token);
            using Microsoft.Win32.SafeHandles.SafeFileHandle file = File.OpenHandle(path);
            _keys.AddRange(["memory", "file", "stream", "seekable"]);
            string?[] etags =
            [
                (await _client.UploadAsync(_bucket, "memory", content, options, s_token)).ETag,
                (await _client.UploadAsync(_bucket, "file", file, options, s_token)).ETag,
                (await _client.UploadAsync(_bucket, "stream", new NoSeekStream(content), options, s_token)).ETag,
                (await _client.UploadAsync(_bucket, "seekable", new MemoryStream(content), options, s_token)).ETag,
            ];
            foreach ((string key, string? etag) in _keys.Zip(etags))
            {
                Assert.Equal(content, await ReadAsync(key));
                Assert.Equal(etag, (await _client.HeadObjectAsync(_bucket, key, cancellationToken: s_token)).ETag);
            }

            string target = path + ".down";
            S3DownloadResult downloaded = await _client.DownloadFileAsync(
                _bucket, "memory", target, new S3DownloadOptions { PartBytes = 1 << 20 }, s_token);
            Assert.Equal((S3Status.Ok, (long)length), (downloaded.Status, downloaded.Length));
            Assert.Equal(content, await File.ReadAllBytesAsync(target, s_token));
            Assert.False(File.Exists(S3Client.PartialFileOf(target)));
            File.Delete(target);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task An_interrupted_upload_resumes_with_the_parts_already_there()
    {
        byte[] content = FaultyService.Content((3 * PartBytes) + 1);
        _keys.Add("k");
        string id = await _client.StartUploadAsync(_bucket, "k", cancellationToken: s_token);
        await _client.UploadPartAsync(_bucket, "k", id, 1, content.AsMemory(0, PartBytes), s_token);
        await _client.UploadPartAsync(_bucket, "k", id, 2, new byte[PartBytes], s_token);
        var options = new S3UploadOptions { PartBytes = PartBytes, UploadId = id, SingleBytesMax = 0 };
        Assert.True((await _client.UploadAsync(_bucket, "k", content, options, s_token)).IsStored);
        Assert.Equal(content, await ReadAsync("k"));
    }

    [Fact]
    public async Task A_wrong_secret_and_a_missing_bucket_are_reported_and_a_wrong_clock_does_no_harm()
    {
        using S3Client wrong = _server.Client(secret: "zebra-0815");
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(
            async () => await wrong.PutObjectAsync(_bucket, "k", new byte[] { 1 }, cancellationToken: s_token));
        Assert.Equal("SignatureDoesNotMatch", failure.Code);
        Assert.DoesNotContain("zebra", failure.ToString(), StringComparison.Ordinal);

        foreach (double minutes in (double[])[-20, 20])
        {
            var clock = new SkewedTime(TimeSpan.FromMinutes(minutes));
            using S3Client skewed = _server.Client(options => options with { Time = clock });
            _keys.Add("skewed");
            S3PutResult stored = await skewed.PutObjectAsync(
                _bucket, "skewed", new byte[] { 1 }, cancellationToken: s_token);
            Assert.True(stored.IsStored);
        }

        string none = RealServer.NewBucket();
        Assert.False(await _client.BucketExistsAsync(none, s_token));
        S3Exception missing = await Assert.ThrowsAsync<S3Exception>(
            async () => await _client.GetObjectAsync(none, "k", cancellationToken: s_token));
        Assert.Equal("NoSuchBucket", missing.Code);
        Assert.Equal(S3Status.NotFound, await _client.DeleteBucketAsync(none, s_token));
    }

    [Fact]
    public async Task A_bucket_with_something_in_it_stays()
    {
        await PutAsync("k", [1]);
        Assert.Equal(S3Status.Conflict, await _client.DeleteBucketAsync(_bucket, s_token));
        Assert.Equal([1], await ReadAsync("k"));
    }

    private async Task<S3PutResult> PutAsync(string key, byte[] content, S3PutOptions? options = null)
    {
        _keys.Add(key);
        return await _client.PutObjectAsync(_bucket, key, content, options, s_token);
    }

    private async Task<byte[]> ReadAsync(string key)
    {
        using S3Object found = await _client.GetObjectAsync(_bucket, key, cancellationToken: s_token);
        using var content = new MemoryStream();
        await found.CopyToAsync(content, s_token);
        return content.ToArray();
    }

    private async Task<S3Status> StatusAsync(string key, S3GetOptions options)
    {
        using S3Object found = await _client.GetObjectAsync(_bucket, key, options, s_token);
        return found.Status;
    }

    private sealed class SkewedTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + by;
    }
}
