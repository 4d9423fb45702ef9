using System.Text;
using Doppel.S3;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.Volumes.Tests;

/// <summary>A listing shows each object below its prefixes once, and counts what it requests.</summary>
public sealed class S3ListingTests
{
    private static readonly string[] s_names = ["a", "a", "b", "a!", "a0", "ä", "c.d", "...", "x\ny", "", ".", ".."];

    [Fact]
    public async Task Objects_of_any_keys_are_listed_once_and_in_order_with_what_the_server_knows_of_them()
    {
        await using var service = new S3Service();
        for (int seed = 1; seed <= 40; seed++)
        {
            var random = new Random(seed);
            string bucket = $"seed-{seed}";
            service.Memory.AddBucket(bucket);
            for (int i = random.Next(60); i > 0; i--)
            {
                service.Memory.Put(bucket, RandomKey(random), S3Service.Content(random.Next(4), seed + i));
            }

            List<string> listed = [];
            Assert.True(await new S3Listing(service.Client, bucket, [""]).ListAsync((key, in facts) =>
            {
                string text = Encoding.UTF8.GetString(key);
                listed.Add(text);
                StoredObject stored = service.Memory.Find(bucket, text)!;
                Assert.Equal(stored.Body.Length, facts.Size);
                Assert.Equal(S3ETag.Parse($"\"{stored.ETag}\""), facts.ETag);
                Assert.InRange((stored.LastModified - facts.Modified!.Value).Duration().TotalSeconds, 0, 1);
                return true;
            }, TestContext.Current.CancellationToken));
            Assert.True(service.Memory.Keys(bucket).SequenceEqual(listed), $"seed {seed}");

            // Whether a key is a path is decided by its components alone.
            Assert.All(listed, key => Assert.Equal(
                key.Split('/').Any(static name => name is "" or "." or ".."),
                S3Listing.ProblemOf(Encoding.UTF8.GetBytes(key)) is not null));
        }
    }

    [Theory]
    [InlineData("a//b", "The key has an empty name between or before slashes")]
    [InlineData("/a", "The key has an empty name between or before slashes")]
    [InlineData("a/./b", "The key contains '.' or '..' as a name")]
    [InlineData("..", "The key contains '.' or '..' as a name")]
    [InlineData("a/\0b", "The key contains a NUL")]
    [InlineData("a/", "The key ends with a slash, but the object has a content")]
    [InlineData("a/...", null)]
    public void A_key_that_is_no_path_has_a_reason(string key, string? reason) =>
        Assert.Equal(reason, S3Listing.ProblemOf(Encoding.UTF8.GetBytes(key)));

    [Fact]
    public void A_key_that_is_not_UTF8_is_no_path() =>
        Assert.Equal("The key is not UTF-8", S3Listing.ProblemOf([(byte)'a', 0xFF]));

    [Theory]
    [InlineData("photos", 1, "photos", "photos/2024/a", "photos/b")]
    [InlineData("photos/", 0, "photos/2024/a", "photos/b")]
    [InlineData("photo", 1, "photo")]
    [InlineData("none", 1)]
    public async Task A_prefix_lists_what_is_below_it_and_nothing_beside_it(
        string prefix, int heads, params string[] expected)
    {
        await using var service = new S3Service();
        string[] keys = ["photo", "photos", "photos!", "photos-2/a", "photos/2024/a", "photos/b", "photos0", "photot"];
        Array.ForEach(keys, key => service.Put(key, key));
        S3Listing listing = service.Listing(prefix);
        Assert.Equal(expected, await KeysOf(listing));
        Assert.Equal(service.Seen, listing.Usage);
        Assert.Equal((1, heads), (listing.Usage.ListRequests, listing.Usage.HeadRequests));
    }

    [Fact]
    public async Task Several_prefixes_list_each_object_once()
    {
        await using var service = new S3Service();
        string[] keys = ["a", "b/1", "b/c/2", "b!", "d/3", "e", "f/4"];
        Array.ForEach(keys, key => service.Put(key, key));
        S3Listing listing = service.Listing("f", "b/", "e", "b/c", "d/");
        Assert.Equal(["b/1", "b/c/2", "d/3", "e", "f/4"], (await KeysOf(listing)).Order(StringComparer.Ordinal));
        Assert.Equal(service.Seen, listing.Usage);
        Assert.Equal((4, 2), (listing.Usage.ListRequests, listing.Usage.HeadRequests));
    }

    // Whoever may read only what is below a prefix may not ask about the prefix itself.
    [Fact]
    public async Task A_prefix_that_may_not_be_asked_about_is_listed()
    {
        await using var service = new S3Service();
        service.Put("a", "object");
        service.Put("a/b", "below");
        service.Server.On(static request => request.Method == "HEAD", Fault.Status(403, "AccessDenied"));
        Assert.Equal(["a/b"], await KeysOf(service.Listing("a")));
    }

    [Theory]
    [InlineData("a//b")]
    [InlineData("/a")]
    [InlineData("a/../b/")]
    [InlineData("/")]
    public async Task A_prefix_that_is_no_path_is_refused(string prefix)
    {
        await using var service = new S3Service();
        Assert.Throws<ArgumentException>(() => service.Listing(prefix));
    }

    [Fact]
    public async Task A_listing_that_fails_can_be_repeated_and_counts_every_attempt()
    {
        await using var service = new S3Service();
        service.Put("a", "content");
        S3Listing listing = service.Listing();
        service.Server.Next(Fault.Status(403, "AccessDenied"));
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => KeysOf(listing));
        Assert.Equal("AccessDenied", failure.Code);
        service.Server.Next(Fault.Status(500, "InternalError"), times: 2);
        Assert.Equal(["a"], await KeysOf(listing));
        Assert.Equal(4, listing.Usage.ListRequests);
        Assert.Equal(4, service.Server.Requests.Count);

        var missing = new S3Listing(service.Client, "missing", [""]);
        failure = await Assert.ThrowsAsync<S3Exception>(() => KeysOf(missing));
        Assert.Equal("NoSuchBucket", failure.Code);
    }

    [Fact]
    public async Task A_receiver_can_end_the_listing_and_then_no_further_page_is_requested()
    {
        await using var service = new S3Service();
        service.Memory.AddListing("large", 5000);
        var listing = new S3Listing(service.Client, "large", [""]);
        int left = 1500;
        Assert.False(await listing.ListAsync((_, in _) => --left > 0, TestContext.Current.CancellationToken));
        Assert.Equal(2, listing.Usage.ListRequests);
    }

    [Fact]
    public async Task Requests_about_single_objects_and_their_bytes_are_counted()
    {
        await using var service = new S3Service();
        CancellationToken cancellation = TestContext.Current.CancellationToken;
        byte[] content = S3Service.Content(100_000);
        service.Put("a", content);
        S3Listing listing = service.Listing();
        await KeysOf(listing);
        Assert.Equal(content.Length, (await listing.HeadAsync("a", null, cancellation)).Length);
        await using (S3Object found = await listing.GetAsync("a", null, cancellation))
        {
            using var copy = new MemoryStream();
            await found.OpenBody().CopyToAsync(copy, cancellation);
            Assert.Equal(content, copy.ToArray());
        }

        Assert.Equal(service.Seen, listing.Usage);
        Assert.Equal((1, 1, 1), (listing.Usage.ListRequests, listing.Usage.HeadRequests, listing.Usage.GetRequests));
    }

    private static async Task<List<string>> KeysOf(S3Listing listing)
    {
        List<string> keys = [];
        await listing.ListAsync((key, in _) =>
        {
            keys.Add(Encoding.UTF8.GetString(key));
            return true;
        }, TestContext.Current.CancellationToken);
        return keys;
    }

    private static string RandomKey(Random random)
    {
        string key = string.Join(
            '/', Enumerable.Range(0, random.Next(1, 5)).Select(_ => s_names[random.Next(s_names.Length)]));
        return random.Next(5) == 0 || key.Length == 0 ? key + "/" : key;
    }
}
