using System.Globalization;
using System.Text;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Listing;

/// <summary>Lists, deletes, copies and tags against a real server, which judges the requests.</summary>
public sealed class RealListingTests : IAsyncLifetime
{
    private const int MiB = 1024 * 1024;

    private static readonly string[] s_awkward =
    [
        "a//b", "./x", "p/../q", "%41%2F", "a+b", "a b", "é", "e\u0301", "😀", "\uFFFD", "q'()*!", "~t",
        "a&b<c>\"d", "l\nf",
        "c\rr", "tab\t", "#?=", "\\", "{a}^`|", "\u0085\u2028", "x/", "\u007F", new string('k', 1024),
    ];

    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    private readonly string _bucket = RealServer.NewBucket();
    private S3Client? _client;

    private S3Client Client => _client!;

    public async ValueTask InitializeAsync()
    {
        _client = (await RealServer.GetAsync()).Client();
        await Client.CreateBucketAsync(_bucket, s_cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        if (_client is not null)
        {
            await foreach (S3PendingUpload upload in Client.ListUploadsAsync(_bucket, "", s_cancellation))
            {
                await Client.AbortUploadAsync(_bucket, upload.Key, upload.UploadId, s_cancellation);
            }

            await Delete((await List()).Select(entry => new S3DeleteEntry(entry.Key)));
            Assert.Equal(S3Status.Ok, await Client.DeleteBucketAsync(_bucket, s_cancellation));
            _client.Dispose();
        }
    }

    [Fact]
    public async Task Lists_of_several_pages_are_whole_in_both_versions()
    {
        int count = TestRun.Count(1050, 2500);
        string[] keys = [.. Enumerable.Range(0, count).Select(i => $"{i % 5}/k{i:D4}").Order(StringComparer.Ordinal)];
        await Parallel.ForEachAsync(keys, s_cancellation, async (key, token) => await Client.PutObjectAsync(
            _bucket, key, Encoding.ASCII.GetBytes(key), null, token));
        foreach (S3ListOptions options in (S3ListOptions[])[new(), new() { Version = S3ListVersion.V1 },
            new() { WithEncodedKeys = false }])
        {
            List<S3ListEntry> all = await List(options);
            Assert.Equal(keys, all.Select(entry => entry.Key));
            Assert.All(all, entry => Assert.Equal(
                (7, true, 0), (entry.Size, entry.ETag.IsDigest, entry.ETag.PartCount)));
            Assert.Equal(keys.Where(key => key.StartsWith("3/", StringComparison.Ordinal)),
                (await List(options with { Prefix = "3/", PageSize = 97 })).Select(entry => entry.Key));
            Assert.Equal(["0/", "1/", "2/", "3/", "4/"],
                (await List(options with { Delimiter = "/", PageSize = 2 })).Select(entry => entry.Key));
            Assert.Equal(keys.SkipWhile(key => string.CompareOrdinal(key, "2/k1002") <= 0),
                (await List(options with { StartAfter = "2/k1002" })).Select(entry => entry.Key));
        }

        Assert.All(await Delete(keys.Select(key => new S3DeleteEntry(key))), result => Assert.True(result.IsDeleted));
        Assert.Empty(await List());
    }

    [Fact]
    public async Task Awkward_keys_are_listed_and_deleted_as_they_are()
    {
        foreach (string key in s_awkward)
        {
            await Client.PutObjectAsync(_bucket, key, new byte[1], null, s_cancellation);
        }

        // By bytes of UTF-8, which is not the order of UTF-16.
        string[] expected =
        [
            .. s_awkward.OrderBy(key => Convert.ToHexString(Encoding.UTF8.GetBytes(key)), StringComparer.Ordinal),
        ];
        foreach (int size in (int[])[1000, 1])
        {
            Assert.Equal(expected, (await List(new() { PageSize = size })).Select(entry => entry.Key));
            Assert.Equal(expected,
                (await List(new() { PageSize = size, Version = S3ListVersion.V1 })).Select(entry => entry.Key));
        }

        Assert.Equal(["a+b"], (await List(new() { Prefix = "a+" })).Select(entry => entry.Key));
        // Ceph's gateway (16.2) gives the last key of a page and the prefix in characters that no document may have: a
        // key with one of those is listed where it is neither.
        await Client.PutObjectAsync(_bucket, "c\u0001c", new byte[1], null, s_cancellation);
        Assert.Contains("c\u0001c", (await List()).Select(entry => entry.Key));
        Assert.All(
            await Delete(s_awkward.Append("c\u0001c").Select(key => new S3DeleteEntry(key))),
            result => Assert.True(result.IsDeleted));
        Assert.Empty(await List());
    }

    [Fact]
    public async Task Long_keys_are_deleted_in_requests_that_the_server_takes()
    {
        string[] keys = [.. Enumerable.Range(0, 1000).Select(i => $"{i:D4}" + new string('&', 1020))];
        Assert.All(await Delete(keys.Select(key => new S3DeleteEntry(key))), result => Assert.True(result.IsDeleted));
    }

    [Fact]
    public async Task A_conditional_delete_reports_what_it_did()
    {
        await Client.PutObjectAsync(_bucket, "a", new byte[1], null, s_cancellation);
        await Client.PutObjectAsync(_bucket, "b", new byte[2], null, s_cancellation);
        S3ETag[] etags = [.. (await List()).Select(entry => entry.ETag)];
        List<S3DeleteResult> results = await Delete([new("a", etags[0]), new("b", etags[0])]);
        string left = string.Join(',', (await List()).Select(entry => entry.Key));
        TestContext.Current.TestOutputHelper?.WriteLine($"left: '{left}', code of b: {results[1].Code}");

        // A server that does not know conditions here deletes both and says so.
        Assert.True(results[0].IsDeleted);
        Assert.Equal(results[1].IsDeleted ? "" : "b", left);
    }

    [Fact]
    public async Task Copies_are_of_the_same_content()
    {
        var content = new byte[(11 * MiB) + 1];
        new Random(1).NextBytes(content);
        const string Key = "a b+c?/é";
        var stored = new S3PutOptions
        {
            ContentType = "text/css",
            Metadata = new Dictionary<string, string> { ["m"] = "v" },
            Tags = new Dictionary<string, string> { ["t"] = "u" },
        };
        await Client.PutObjectAsync(_bucket, Key, content, stored, s_cancellation);
        S3PutResult one = await Client.CopyObjectAsync(_bucket, Key, _bucket, "one", null, s_cancellation);
        S3PutResult parts = await Client.CopyAsync(_bucket, Key, _bucket, "parts",
            new S3CopyOptions { SingleBytesMax = 5 * MiB, PartBytes = 5 * MiB }, s_cancellation);
        Assert.True(one.IsStored && parts.IsStored);
        Assert.Equal(3, S3ETag.Parse(parts.ETag).PartCount);
        foreach (string key in (string[])["one", "parts"])
        {
            using S3Object copy = await Client.GetObjectAsync(_bucket, key, null, s_cancellation);
            var read = new byte[content.Length];
            Assert.Equal(content.Length, await copy.ReadAsync(read, s_cancellation));
            Assert.True(content.AsSpan().SequenceEqual(read));
            Assert.Equal(("text/css", "v"), (copy.ContentType, copy.Metadata("m")));
        }

        // Of parts, Ceph's gateway (16.2) answers nothing at all when it is asked for tags that came with the start.
        Assert.Equal(stored.Tags, await Client.GetTagsAsync(_bucket, "one", null, s_cancellation));

        var other = new S3CopyOptions { SourceConditions = new() { IfMatch = "\"00000000000000000000000000000000\"" } };
        S3PutResult refused = await Client.CopyObjectAsync(_bucket, Key, _bucket, "no", other, s_cancellation);
        TestContext.Current.TestOutputHelper?.WriteLine($"a copy on a condition that does not hold: {refused.Status}");

        // Ceph's gateway (16.2) does not know conditions here and copies.
        Assert.Equal(refused.IsStored, await Client.ObjectExistsAsync(_bucket, "no", s_cancellation));
        Assert.Equal(S3Status.NotFound,
            (await Client.CopyAsync(_bucket, "none", _bucket, "never", null, s_cancellation)).Status);
        Assert.Equal(S3Status.NotFound,
            (await Client.CopyObjectAsync(_bucket, "none", _bucket, "never", null, s_cancellation)).Status);
    }

    [Fact]
    public async Task Tags_uploads_parts_buckets_and_regions_are_reported()
    {
        await Client.PutObjectAsync(_bucket, "k", new byte[1], null, s_cancellation);
        Assert.Empty((await Client.GetTagsAsync(_bucket, "k", null, s_cancellation))!);
        var tags = new Dictionary<string, string> { ["a"] = "b c", ["é"] = "" };
        Assert.Equal(S3Status.Ok, await Client.SetTagsAsync(_bucket, "k", tags, null, s_cancellation));
        Assert.Equal(tags, await Client.GetTagsAsync(_bucket, "k", null, s_cancellation));
        Assert.Equal(S3Status.Ok, await Client.DeleteTagsAsync(_bucket, "k", null, s_cancellation));
        Assert.Empty((await Client.GetTagsAsync(_bucket, "k", null, s_cancellation))!);
        Assert.Null(await Client.GetTagsAsync(_bucket, "none", null, s_cancellation));

        string id = "";
        foreach (int i in Enumerable.Range(0, 5))
        {
            id = await Client.StartUploadAsync(_bucket, $"u+ {i}", null, s_cancellation);
        }

        S3Part part = await Client.UploadPartAsync(_bucket, "u+ 4", id, 3, new byte[7], s_cancellation);
        Assert.Equal([part], await All(Client.ListPartsAsync(_bucket, "u+ 4", id, s_cancellation)));
        List<S3PendingUpload> uploads = await All(Client.ListUploadsAsync(_bucket, "u+", s_cancellation));
        Assert.Equal(Enumerable.Range(0, 5).Select(i => string.Create(CultureInfo.InvariantCulture, $"u+ {i}")),
            uploads.Select(upload => upload.Key));
        Assert.Equal(id, uploads[4].UploadId);
        Assert.Contains(await All(Client.ListBucketsAsync(s_cancellation)), bucket => bucket.Name == _bucket);
        Assert.NotNull(await Client.GetBucketRegionAsync(_bucket, s_cancellation));
        Assert.Null(await Client.GetBucketRegionAsync(_bucket + "-none", s_cancellation));
    }

    private Task<List<S3ListEntry>> List(S3ListOptions? options = null) =>
        All(Client.ListObjectsAsync(_bucket, options, s_cancellation));

    private Task<List<S3DeleteResult>> Delete(IEnumerable<S3DeleteEntry> entries) =>
        All(Client.DeleteObjectsAsync(_bucket, entries, s_cancellation));

    private static async Task<List<T>> All<T>(IAsyncEnumerable<T> entries)
    {
        var all = new List<T>();
        await foreach (T entry in entries)
        {
            all.Add(entry);
        }

        return all;
    }
}
