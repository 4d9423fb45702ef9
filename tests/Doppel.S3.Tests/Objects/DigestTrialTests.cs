using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.S3.Server;
using Doppel.Testing;

namespace Doppel.S3.Tests.Objects;

/// <summary>Which object is read to see whether the digests of a server are those of the contents.</summary>
public sealed class DigestTrialTests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    /// <summary>The smallest object decides, once, and none that is larger than the limit is read.</summary>
    [Fact]
    public async Task One_object_of_each_kind_decides_within_the_limit()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(200, 10_000); seed++)
        {
            await TryAsync(new Random(seed), string.Create(CultureInfo.InvariantCulture, $"seed {seed}"));
        }
    }

    private static async Task TryAsync(Random random, string told)
    {
        (bool areETagsTrue, bool areSumsTrue) = (random.Next(2) == 0, random.Next(2) == 0);
        using var memory = new TrialServer(areETagsTrue);
        int count = random.Next(1, 6);
        List<S3DigestClaim> claims = [];
        for (int i = 0; i < count; i++)
        {
            byte[] content = new byte[random.Next(5) == 0 ? 0 : random.Next(10, 40)];
            random.NextBytes(content);
            string key = $"{(char)('a' + random.Next(26))}{i}";
            var claim = new S3DigestClaim(key, content.Length, memory.Put(key, content));
            var sum = S3Checksum.Compute(
                ChecksumAlgorithm.Sha256, areSumsTrue ? content : Encoding.UTF8.GetBytes("other" + key));
            claims.AddRange(new[] { claim, claim with { Checksum = sum } }.Where(_ => random.Next(3) > 0));
        }

        long bytesMax = random.Next(0, 40);
        var trials = new S3DigestTrials(memory.Client, "bucket", bytesMax);
        claims.ForEach(trials.Add);
        List<string> expectedReads = [];
        foreach ((S3DigestKind kind, bool isTrue) in
            new[] { (S3DigestKind.Md5, areETagsTrue), (S3DigestKind.Sha256, areSumsTrue) })
        {
            S3DigestClaim[] known = [.. claims.Where(one => one.Kind == kind && one.Bytes > 0)];
            int values = kind == S3DigestKind.Md5 && known.Length > 0
                ? memory.ETags.Count
                : known.Select(static one => one.Checksum).Distinct().Count();
            S3DigestClaim? smallest = known.OrderBy(static one => one.Bytes)
                .ThenBy(static one => one.Key, StringComparer.Ordinal).FirstOrDefault();
            S3DigestState expected = (smallest, values, smallest?.Bytes > bytesMax) switch
            {
                (null, _, _) => S3DigestState.Unreadable,
                (_, 1, _) => S3DigestState.Single,
                (_, _, true) => S3DigestState.TooLarge,
                _ => isTrue ? S3DigestState.Trusted : S3DigestState.Refuted,
            };
            if (expected is S3DigestState.Trusted or S3DigestState.Refuted)
            {
                expectedReads.Add(smallest!.Key);
            }

            S3DigestTrust trust = await trials.OfAsync(kind, s_cancellation);
            Assert.True(trust.State == expected, $"{told}: {kind} is {trust}, not {expected}");
            Assert.Equal(expected == S3DigestState.TooLarge ? smallest!.Bytes : 0, trust.Bytes);
            Assert.Equal(trust, await trials.OfAsync(kind, s_cancellation));
        }

        Assert.True(expectedReads.SequenceEqual(memory.Reads), $"{told}: {string.Join(' ', memory.Reads)} were read");
    }

    private sealed class TrialServer : IDisposable
    {
        private readonly MemoryS3 _memory;
        private readonly MemoryHandler _handler;
        private readonly HttpMessageInvoker _http;

        public TrialServer(bool areETagsTrue)
        {
            _memory = new MemoryS3(new MemoryS3Options
            {
                ETagOf = areETagsTrue ? null : static stored => $"\"{Hex("secret " + stored.Key)}\"",
            });
            _memory.AddBucket("bucket");
            _handler = new MemoryHandler(_memory) { Before = Note };
            _http = new HttpMessageInvoker(_handler);
            Client = new S3Client(new S3ClientOptions { Endpoint = "http://memory" }, credentials: null, _http);
        }

        public S3Client Client { get; }

        public List<string> Reads { get; } = [];

        /// <summary>The ETags that a list shows of objects with a content.</summary>
        public HashSet<string> ETags { get; } = [];

        public string Put(string key, byte[] content)
        {
            _memory.Put("bucket", key, content);
            string etag = _memory.Find("bucket", key)!.QuotedETag;
            if (content.Length > 0)
            {
                ETags.Add(etag);
            }

            return etag;
        }

        public void Dispose()
        {
            Client.Dispose();
            _http.Dispose();
            _handler.Dispose();
        }

        [SuppressMessage("Security", "CA5351", Justification = "Servers make ETags with MD5.")]
        private static string Hex(string text) => Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes(text)));

        private void Note(RawRequest request)
        {
            if (request.Method == "GET" && request.Query.Length == 0)
            {
                Reads.Add(request.Path["/bucket/".Length..]);
            }
        }
    }
}
