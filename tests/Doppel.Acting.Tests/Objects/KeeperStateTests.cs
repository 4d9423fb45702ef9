using Doppel.S3.Server;

namespace Doppel.Acting.Tests;

/// <summary>Objects that will not stay, or of which a change would not be noticed, are no keepers.</summary>
public sealed class KeeperStateTests
{
    private static readonly byte[] s_content = "one content"u8.ToArray();

    /// <summary>
    /// What goes is decided by the states of the objects alone: something goes if a copy stays that lasts.
    /// </summary>
    [Fact]
    public void Nothing_is_removed_because_of_an_object_that_expires_is_archived_or_has_no_ETag()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(60, 10_000); seed++)
        {
            var random = new Random(seed);
            HashSet<string> hasNoETag = [];
            using var world = new BucketWorld(
                new MemoryS3Options { ETagOf = one => hasNoETag.Contains(one.Key) ? "" : $"\"{one.ETag}\"" },
                "one", "two");
            world.Put("one", "unlike", "another content"u8.ToArray());
            world.Put("two", "unlike", "another content"u8.ToArray());
            List<(string Name, State State)> kept = [];
            for (int i = 0; i < random.Next(1, 4); i++)
            {
                kept.Add(Put(world, random, hasNoETag, $"kept{i}"));
            }

            (string Name, State State) dropped = random.Next(2) == 0
                ? (world.AddFile("dropped", s_content), State.Lasts)
                : Put(world, random, hasNoETag, "dropped");
            PlanGroup group = world.Group([kept[0].Name, dropped.Name]);
            PlanCopy[] others = [.. kept.Skip(1).SelectMany(one => world.Group([kept[0].Name, one.Name]).Drop)];
            world.Act([group with { Keep = [.. group.Keep, .. others] }]);
            bool goes = kept.Exists(static one => one.State == State.Lasts)
                && dropped.State is State.Lasts or State.Expires;
            ActResult result = world.ResultOf(dropped.Name);
            string told = $"seed {seed}: {string.Join(", ", kept)}, {dropped}: {result}";
            Assert.True(goes == (result.Status == ActStatus.Done), told);
            Assert.True(goes == (world.Now(dropped.Name) is null), told);
            Assert.True(goes || result.Reason.Length > 0, told);
            Assert.All(kept, one => Assert.Equal(s_content, world.Now(one.Name)));
        }
    }

    private static (string Name, State State) Put(
        BucketWorld world, Random random, HashSet<string> hasNoETag, string key)
    {
        var state = (State)random.Next(5);
        (string Name, string Value)? header = state switch
        {
            State.Expires => ("x-amz-expiration", "expiry-date=\"Fri, 21 Dec 2040 00:00:00 GMT\", rule-id=\"old\""),
            State.Archived => ("x-amz-storage-class", random.Next(2) == 0 ? "GLACIER" : "DEEP_ARCHIVE"),
            State.ArchivedLater => ("x-amz-archive-status", "ARCHIVE_ACCESS"),
            _ => null,
        };
        _ = state == State.HasNoETag && hasNoETag.Add(key);
        string name = world.Put(random.Next(2) == 0 ? "one" : "two", key, s_content, stored => header is { } one
            ? stored with { Headers = new Dictionary<string, string>(stored.Headers) { [one.Name] = one.Value } }
            : stored);
        return (name, state);
    }

    private enum State
    {
        Lasts,
        Expires,
        Archived,
        ArchivedLater,
        HasNoETag,
    }
}
