using System.Diagnostics.CodeAnalysis;
using Doppel.S3.Server;

namespace Doppel.Acting.Tests;

/// <summary>What runs believe of what servers say about objects.</summary>
public sealed class DigestTests
{
    // Another content of one of these sizes is the rule.
    private static readonly int[] s_sizes = [1, 10, 11, 4000];
    private static readonly string[] s_types = ["", ".txt", ".jpg"];

    /// <summary>
    /// Whatever the ETags of a server are, a run removes nothing whose content is not kept, and an undo never says that
    /// it has restored a name that has another content. Honest servers are believed, after one object was read.
    /// </summary>
    [Fact]
    public void Random_ETags_never_cost_a_content()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(60, 10_000); seed++)
        {
            try
            {
                Try(new Random(seed));
            }
            catch (Exception failure)
            {
                throw new InvalidOperationException($"seed {seed}", failure);
            }
        }
    }

    private static void Try(Random random)
    {
        byte[][] contents = [.. Enumerable.Range(0, random.Next(2, 6)).Select(_ => Content(random))];
        ETagScheme scheme = ETagScheme.Random(random, contents);
        using var world = new BucketWorld(
            new MemoryS3Options { ETagOf = scheme.ETagOf, AddsChecksums = random.Next(2) == 0 }, "one", "two");
        Fill(world, random, contents);
        string[] before = [.. world.Contents.Keys];
        HashSet<string> inParts = [.. before.Where(IsObject).Where(name => world.ObjectAt(name)!.Parts.Count > 0)];
        bool isAlone = HasOneDigestAlone(world);
        PlanGroup[] plan = [.. Plan(world, random)];
        int reads = 0;
        world.Handler.Before = request =>
            reads += request.Method == "GET" && request.Query.Length == 0 && !request.Path.Contains(".doppel") ? 1 : 0;
        long downloads = random.Next(3) == 0 ? 1 << 20 : 0;
        world.Act(plan, change: options => options with { DownloadBytesMax = downloads });

        AssertNothingIsLost(world, plan);
        if (scheme.IsHonest)
        {
            AssertAllIsDone(world, plan, inParts);
            Assert.True(downloads > 0 || reads <= 4 || isAlone, $"{reads} objects were read");
        }

        world.Handler.Before = null;
        HashSet<string> changed = Disturb(world, random, plan);
        Dictionary<string, byte[]?> foreign = changed.ToDictionary(static name => name, world.Now);
        world.Undo();
        foreach (ActResult result in world.Results)
        {
            string name = result.Name.ToString();
            bool isRight = world.Now(name) is { } now && now.AsSpan().SequenceEqual(world.Contents[name]);
            Assert.True(result.Status != ActStatus.Done || isRight, $"{scheme.Name}: {result} is not restored");
        }

        Assert.All(foreign, one => Assert.Equal(one.Value, world.Now(one.Key)));
        if (scheme.IsHonest && changed.Count == 0)
        {
            Assert.All(before, name => Assert.Equal(world.Contents[name], world.Now(name)));
        }
    }

    private static byte[] Content(Random random)
    {
        byte[] content = new byte[s_sizes[random.Next(s_sizes.Length)]];
        random.NextBytes(content);
        return content;
    }

    private static void Fill(BucketWorld world, Random random, byte[][] contents)
    {
        int objects = random.Next(2, 10);
        for (int i = 0; i < objects; i++)
        {
            byte[] content = contents[random.Next(contents.Length)];
            string key = $"{(char)('a' + i)}/{i % 3}{s_types[random.Next(s_types.Length)]}";
            bool isInParts = content.Length > 2 && random.Next(4) == 0;
            world.Put(
                random.Next(3) == 0 ? "two" : "one", key, content,
                stored => (isInParts ? InParts(stored) : stored) with
                {
                    LastModified = stored.LastModified.AddSeconds(-random.Next(10_000)),
                });
        }

        for (int i = 0; i < random.Next(3); i++)
        {
            world.AddFile($"file{i}", contents[random.Next(contents.Length)]);
        }
    }

    // Two parts, the first of them the larger one.
    private static StoredObject InParts(StoredObject stored)
    {
        int first = (stored.Body.Length + 1) / 2;
        ReadOnlyMemory<byte>[] bodies = [stored.Body.AsMemory(0, first), stored.Body.AsMemory(first)];
        StoredPart[] parts =
        [
            .. bodies.Select((body, i) => new StoredPart(
                i + 1, body, Md5(body.ToArray()), Checksum: null, stored.LastModified)),
        ];
        return stored with
        {
            Parts = parts,
            ETag = Md5([.. parts.SelectMany(static part => Convert.FromHexString(part.ETag))]) + "-2",
        };
    }

    [SuppressMessage("Security", "CA5351", Justification = "Servers make ETags with MD5.")]
    private static string Md5(byte[] content) =>
        Convert.ToHexStringLower(System.Security.Cryptography.MD5.HashData(content));

    // What a search that believes all would plan, or one that believes even more: that equal sizes are equal contents.
    private static IEnumerable<PlanGroup> Plan(BucketWorld world, Random random)
    {
        bool bySize = random.Next(4) == 0;
        foreach (IGrouping<string, string> same in world.Contents.Keys.Order(StringComparer.Ordinal).GroupBy(
            name => bySize ? $"{world.Contents[name].Length}" : KeyOf(world, name)))
        {
            string[] names = [.. same];
            random.Shuffle(names);
            string[] objects = [.. names.Where(IsObject)];
            string[] files = [.. names.Except(objects)];
            bool areFilesKept = random.Next(2) == 0;
            if (files.Length > 0 && objects.Length > 0)
            {
                yield return areFilesKept
                    ? world.Group([files[0], .. objects]) : world.Group([objects[0], .. files]);
            }
            else if (objects.Length > 1)
            {
                yield return world.Group(objects);
            }
        }
    }

    private static string KeyOf(BucketWorld world, string name) => IsObject(name)
        ? $"{world.Contents[name].Length} {world.ObjectAt(name)!.QuotedETag}"
        : $"{world.Contents[name].Length} \"{Md5(world.Contents[name])}\"";

    private static bool IsObject(string name) => name.StartsWith("s3://", StringComparison.Ordinal);

    private static void AssertNothingIsLost(BucketWorld world, PlanGroup[] plan)
    {
        foreach (ActResult result in world.Results)
        {
            string name = result.Name.ToString();
            bool isGone = world.Now(name) is null;
            Assert.True(isGone == (result.Status == ActStatus.Done), $"{result}");
            string keeper = plan.First(group => group.Drop.Any(copy => copy.Names[0] == result.Name))
                .Keep[0].Names[0].ToString();
            Assert.True(
                !isGone || world.Contents[name].AsSpan().SequenceEqual(world.Now(keeper)),
                $"{result} was removed, but {keeper} has another content");
        }
    }

    // A plan by sizes alone claims too much. If one of two was stored in parts, the server tells nothing to compare.
    private static void AssertAllIsDone(BucketWorld world, PlanGroup[] plan, HashSet<string> inParts)
    {
        foreach (PlanGroup group in plan)
        {
            string keeper = group.Keep[0].Names[0].ToString();
            foreach (string name in group.Drop.Select(static copy => copy.Names[0].ToString()))
            {
                bool isEqual = world.Contents[name].AsSpan().SequenceEqual(world.Contents[keeper]);
                bool isComparable = inParts.Contains(name) == inParts.Contains(keeper);
                ActResult result = world.ResultOf(name);
                Assert.True(result.Status == ActStatus.Done || !isEqual || !isComparable, $"{result}");
            }
        }
    }

    // Of a kind of which a bucket has one digest alone, all that it stands for is read.
    private static bool HasOneDigestAlone(BucketWorld world) => world.Contents.Keys.Where(IsObject)
        .GroupBy(
            name => (world.ObjectAt(name)!.Parts.Count, name["s3://".Length..].Split('/')[0]),
            name => world.ObjectAt(name)!.ETag)
        .Any(static kind => kind.Distinct().Count() == 1);

    // Another program replaces a keeper, or stores something under a name that has become free.
    private static HashSet<string> Disturb(BucketWorld world, Random random, PlanGroup[] plan)
    {
        HashSet<string> changed = [];
        foreach (PlanGroup group in plan)
        {
            string name = (random.Next(2) == 0 ? group.Keep[0] : group.Drop[0]).Names[0].ToString();
            if (random.Next(3) > 0 || !IsObject(name))
            {
                continue;
            }

            byte[] other = [.. world.Contents[name].Select(static value => (byte)~value)];
            DateTimeOffset? modified = random.Next(2) == 0 ? world.ObjectAt(name)?.LastModified : null;
            (string bucket, string key) = (name["s3://".Length..].Split('/')[0], name["s3://one/".Length..]);
            world.Memory.Put(bucket, key, other, stored => stored with
            {
                LastModified = modified ?? stored.LastModified,
            });
            changed.Add(name);
        }

        return changed;
    }
}
