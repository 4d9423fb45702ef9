using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <content>Buckets alone whose ETags say little or nothing.</content>
public sealed partial class S3FindTests
{
    /// <summary>
    /// Equal objects are found or counted in a warning, and no others are called copies, if the list shows that its
    /// ETags are no digests: by their form, or because objects of two sizes have one.
    /// </summary>
    [Fact]
    public async Task A_search_of_a_bucket_alone_is_never_silent_about_objects_that_it_cannot_compare()
    {
        for (int i = 0; i < TestRun.Count(reduced: 10, full: 500); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            byte[][] contents = [.. Enumerable.Range(0, 3).Select(_ => Content(random))];
            ETagScheme scheme = ETagScheme.Random(random, contents);
            int sizes = contents.Select(static content => content.Length).Distinct().Count();
            bool isOneForAll = scheme.Name is not ("of a secret and the size" or "of a secret and the name");
            if (scheme.IsPlausible && !(isOneForAll && sizes > 1))
            {
                continue;
            }

            await using var s3 = new FaultyS3(
                new MemoryS3Options { ETagOf = scheme.ETagOf, AddsChecksums = random.Next(2) == 0 });
            for (int key = 0; key < 6; key++)
            {
                s3.Memory.Put(FaultyS3.Bucket, $"{key}", contents[key % 2]);
            }

            s3.Memory.Put(FaultyS3.Bucket, "other", contents[2]);
            ProcessEnd end = Find(s3, s_bucket).MustSucceed();
            string told = $"seed {seed}, {scheme.Name}: {end.OutputText}{end.ErrorText}";
            bool isFound = Regex.Count(end.OutputText, "3 copies of") == 2;
            Assert.True(isFound || end.ErrorText.Contains("ETag", StringComparison.Ordinal)
                || end.ErrorText.Contains("may have a copy", StringComparison.Ordinal)
                || end.ErrorText.Contains("digest", StringComparison.Ordinal), told);
            Assert.True(!scheme.IsHonest || isFound, told);
            foreach (string group in Regex.Split(end.OutputText, "\n\n").Where(
                static text => text.Contains("copies of", StringComparison.Ordinal)))
            {
                Assert.Single(Regex.Matches(group, $"{s_bucket}/(\\w+)")
                    .Select(static one => one.Groups[1].Value)
                    .Select(static key => key == "other" ? 2 : int.Parse(key, CultureInfo.InvariantCulture) % 2)
                    .Distinct());
            }
        }

        static byte[] Content(Random random)
        {
            byte[] content = new byte[random.Next(3, 6) == 3 ? 20 : 21];
            random.NextBytes(content);
            return content;
        }
    }

    /// <summary>An object whose name is also that of a folder, or the beginning of other names.</summary>
    [Fact]
    public async Task A_root_that_is_an_object_and_a_folder_is_searched_as_both_and_as_nothing_else()
    {
        await using var s3 = new FaultyS3();
        for (int i = 0; i < TestRun.Count(reduced: 4, full: 100); i++)
        {
            var random = new Random(TestRun.SeedOffset + i);
            string root = $"r{i}{(random.Next(2) == 0 ? "/deep" : "")}";
            string[] all = [root, root + "/", root + "/b", root + "/c/d", root + "b", root + "-", root + "b/c"];
            string[] keys = [.. all.Where(_ => random.Next(4) > 0)];
            Array.ForEach(keys, key => s3.Memory.Put(FaultyS3.Bucket, key, Encoding.UTF8.GetBytes($"same {i}")));
            string[] below =
            [
                .. keys.Where(key => key != root + "/"
                    && (key == root || key.StartsWith(root + "/", StringComparison.Ordinal))),
            ];
            if (below.Length < 2)
            {
                continue;
            }

            ProcessEnd end = Find(s3, $"{s_bucket}/{root}");
            string[] found =
            [
                .. Regex.Matches(end.OutputText, $" {s_bucket}/(\\S+)").Select(static one => one.Groups[1].Value),
            ];
            Assert.True(
                below.Order(StringComparer.Ordinal).SequenceEqual(found.Order(StringComparer.Ordinal)),
                $"{string.Join(' ', keys)}: {end.OutputText}{end.ErrorText}");
        }
    }
}
