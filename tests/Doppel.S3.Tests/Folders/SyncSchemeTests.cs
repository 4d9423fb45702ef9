using Doppel.S3.Server;
using Doppel.S3.Transfer;
using Doppel.Testing;

namespace Doppel.S3.Tests.Folders;

/// <summary>What a synchronization of buckets believes of their ETags.</summary>
public sealed class SyncSchemeTests
{
    private static readonly string[] s_buckets = ["from", "to"];
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    /// <summary>
    /// Whatever the ETags of a server are, an object that has changed since the last synchronization is transferred, or
    /// is a problem. On honest servers, no other one is, each bucket has one object read at most, and only objects that
    /// changed are asked for one by one.
    /// </summary>
    [Fact]
    public async Task Random_ETags_never_hide_a_changed_object()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(100, 10_000); seed++)
        {
            await TryAsync(seed);
        }
    }

    private static async Task TryAsync(int seed)
    {
        var random = new Random(seed);
        byte[][] contents = [.. Enumerable.Range(0, 4).Select(_ => Content(random))];
        ETagScheme scheme = ETagScheme.Random(random, contents);
        var memory = new MemoryS3(new MemoryS3Options
        {
            ETagOf = scheme.ETagOf,
            AddsChecksums = random.Next(3) == 0,
            Quirks = new S3Quirks { IgnoresChecksums = random.Next(3) > 0 },
        });
        memory.AddBucket("from");
        memory.AddBucket("to");
        using var handler = new MemoryHandler(memory);
        using var http = new HttpMessageInvoker(handler);
        using var client = new S3Client(new S3ClientOptions { Endpoint = "http://memory" }, credentials: null, http);
        DateTimeOffset now = DateTimeOffset.FromUnixTimeSeconds(TimeProvider.System.GetUtcNow().ToUnixTimeSeconds());
        string[] keys = [.. Enumerable.Range(0, random.Next(1, 8)).Select(static i => $"{i}.txt")];
        foreach (string key in keys)
        {
            byte[] content = contents[random.Next(contents.Length)];
            Put(memory, "from", key, content, now.AddSeconds(-1000));
            Put(memory, "to", key, content, now.AddSeconds(-500));
        }

        HashSet<string> changed = [.. keys.Where(_ => random.Next(3) == 0)];
        foreach (string key in changed)
        {
            byte[] other = [.. memory.Find("from", key)!.Body.Select(static value => (byte)~value)];
            Put(memory, "from", key, other, now.AddSeconds(-100));
        }

        int reads = 0, looks = 0;
        handler.Before = request =>
        {
            Interlocked.Add(ref reads, request.Method == "GET" && request.Query.Length == 0 ? 1 : 0);
            Interlocked.Add(ref looks, request.Method == "HEAD" ? 1 : 0);
        };
        bool hasOneDigest = s_buckets.Any(bucket => memory.Keys(bucket)
            .Select(key => memory.Find(bucket, key)!.ETag).Distinct().Count() == 1);
        var transfer = new S3Transfer(client, new S3TransferOptions { Existing = S3Existing.ReplaceDifferent });
        S3TransferTotals totals = await transfer.CopyFolderAsync("from", "", "to", "", s_cancellation);

        // Without an ETag, an object cannot be copied safely, which is a problem that is told.
        string[] different = [.. keys.Where(key =>
            !memory.Find("from", key)!.Body.AsSpan().SequenceEqual(memory.Find("to", key)!.Body))];
        bool isTold = scheme.Name is "missing" or "empty" && different.Length == totals.Problems;
        Assert.True(different.Length == 0 || isTold, $"seed {seed}: {scheme.Name}: {string.Join(' ', different)}");
        if (scheme.IsHonest)
        {
            Assert.True(totals.Files == changed.Count, $"seed {seed}: {totals.Files} transferred");
            Assert.True(reads <= 2 || hasOneDigest, $"seed {seed}: {reads} read");

            // Both of them to compare, and the source once more to copy it.
            Assert.True(looks <= 3 * changed.Count || hasOneDigest, $"seed {seed}: {looks} asked for");
        }
    }

    private static byte[] Content(Random random)
    {
        byte[] content = new byte[random.Next(10, 12)];
        random.NextBytes(content);
        return content;
    }

    private static void Put(MemoryS3 memory, string bucket, string key, byte[] content, DateTimeOffset time) =>
        memory.Put(bucket, key, content, stored => stored with { LastModified = time });
}
