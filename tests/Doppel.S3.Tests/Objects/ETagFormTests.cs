using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;
using Doppel.S3.Server;
using Doppel.Testing;

namespace Doppel.S3.Tests.Objects;

/// <summary>Which ETags are taken for digests of contents.</summary>
[SuppressMessage("Security", "CA5351", Justification = "Servers make ETags with MD5.")]
public sealed class ETagFormTests
{
    [Theory]
    [InlineData("00000000000000000000000000000000")]
    [InlineData("00000000000000000000000000000000-1")]
    [InlineData("ffffffffffffffffffffffffffffffff")]
    [InlineData("ffffffffffffffffffffffffffffffff-1")]
    [InlineData("d41d8cd98f00b204e9800998ecf8427e")]
    [InlineData("d41d8cd98f00b204e9800998ecf8427e-3")]
    [InlineData("59adb24ef3cdbe0297f05b395827453f-1")]
    [InlineData("0123456789abcdef0123456789abcdef")]
    [InlineData("000000000000000000000000000003e8")]
    [InlineData("3e800000000000000000000000000000")]
    [InlineData("abababababababababababababababab")]
    [InlineData("5d41402abc4b2a76b9719d911017c592-1001")]
    [InlineData("5D41402ABC4B2A76B9719D911017C592")]
    [InlineData("5d41402abc4b2a76")]
    [InlineData("")]
    public void Placeholders_are_no_digests(string etag) =>
        Assert.False(S3ETag.Parse(etag).MayBeDigestOf(1000));

    [Fact]
    public void Digests_of_contents_may_be_digests()
    {
        Assert.True(S3ETag.Parse("d41d8cd98f00b204e9800998ecf8427e").MayBeDigestOf(0));
        Assert.True(S3ETag.Parse("59adb24ef3cdbe0297f05b395827453f-1").MayBeDigestOf(0));
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(10_000, 1_000_000); seed++)
        {
            string digits = Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes($"{seed}")));
            Assert.True(S3ETag.Parse(digits).MayBeDigestOf(1), digits);
            Assert.True(S3ETag.Parse(digits + "-2").MayBeDigestOf(2), digits);
        }
    }

    /// <summary>
    /// A list shows that ETags are no digests wherever it can be known, and never that others are none.
    /// </summary>
    [Fact]
    public void Lists_contradict_ETags_that_are_no_digests()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(500, 10_000); seed++)
        {
            var random = new Random(seed);
            byte[][] contents = [.. Enumerable.Range(0, random.Next(2, 8)).Select(_ => Content(random))];
            ETagScheme scheme = ETagScheme.Random(random, contents);
            var survey = new S3ETagSurvey();
            List<(S3ETag ETag, byte[] Content)> believed = [];
            for (int i = 0; i < random.Next(2, 30); i++)
            {
                byte[] content = contents[random.Next(contents.Length)];
                StoredObject stored = Stored($"{i % 5}/name{i % 3}.txt", content, random);
                var etag = S3ETag.Parse(scheme.ETagOf(stored));
                survey.Add(etag, content.Length, stored.LastModified, Encoding.UTF8.GetBytes(stored.Key));
                if (etag.MayBeDigestOf(content.Length))
                {
                    believed.Add((etag, content));
                }
            }

            string place = $"seed {seed}: {scheme.Name}: {survey.Contradiction}";
            bool haveTwoSizes = believed.GroupBy(static one => one.ETag)
                .Any(static same => same.Select(static one => one.Content.Length).Distinct().Count() > 1);
            bool isShown = haveTwoSizes || (believed.Count > 0 && scheme.Name is "of the size" or "of the hour"
                or "of the type");
            bool isWrong = survey.Contradiction is not null;
            Assert.False(isWrong && scheme.IsHonest, place);
            Assert.False(isShown && !isWrong && believed.Count > 0, place);
        }
    }

    // Never a text that a scheme digests.
    private static byte[] Content(Random random)
    {
        byte[] content = new byte[random.Next(40, 44)];
        random.NextBytes(content);
        return content;
    }

    private static StoredObject Stored(string key, byte[] content, Random random) => new()
    {
        Key = key,
        Body = content,
        ETag = Convert.ToHexStringLower(MD5.HashData(content)),
        LastModified = DateTimeOffset.UnixEpoch.AddSeconds(random.Next(10_000)),
    };
}
