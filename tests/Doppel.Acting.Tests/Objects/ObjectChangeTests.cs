using System.Globalization;
using System.Text;

namespace Doppel.Acting.Tests;

/// <summary>
/// Objects are deleted or moved, and brought back, while another program stores objects under the same names.
/// </summary>
public sealed class ObjectChangeTests
{
    private static readonly string[] s_drops = ["s3://one/a/drop", "s3://two/drop"];

    /// <summary>
    /// What another program stores stays, at any request of a run and its undo. The content of the group is never lost,
    /// and if nobody else changes anything, the undo leaves all as it was.
    /// </summary>
    [Fact]
    public void No_run_and_no_undo_overwrites_or_removes_what_another_program_has_stored()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(75, 10_000); seed++)
        {
            Try(new Random(seed), string.Create(CultureInfo.InvariantCulture, $"seed {seed}"));
        }
    }

    private static void Try(Random random, string told)
    {
        byte[] content = Encoding.UTF8.GetBytes($"content {random.Next()}");
        using var world = new BucketWorld(options: null, "one", "two");
        string keeper = random.Next(4) == 0 ? world.AddFile("keep", content) : world.Put("one", "keep", content);
        string[] drops = [.. s_drops.Select(name => Put(world, name, content))];
        world.Put("one", "unlike", "another content"u8.ToArray());
        world.Put("two", "unlike", "another content"u8.ToArray());
        bool isMove = random.Next(2) == 0;
        string[] targets = isMove ? [.. drops.Select(TargetOf)] : [];
        Dictionary<string, byte[]> foreign = [];
        if (isMove && random.Next(4) == 0)
        {
            string taken = targets[random.Next(targets.Length)];
            foreign[taken] = random.Next(2) == 0 ? content : Other(random, content);
            Put(world, taken, foreign[taken]);
        }

        string[] versioned = [.. ((string[])["one", "two"]).Where(_ => random.Next(3) == 0)];
        versioned.ToList().ForEach(bucket => world.Memory.SetVersioning(bucket, "Enabled"));
        Dictionary<string, byte[]?> before = State(world, [keeper, .. drops, .. targets]);
        string[] names = [.. drops, .. targets];
        int first = random.Next(3);
        string disturbed = first < 2 ? Disturb(world, random, names, content, foreign) : "";
        ActionKind action = isMove ? ActionKind.Move : ActionKind.Delete;
        world.Act([world.Group([keeper, .. drops])], action, options => options with
        {
            MoveTo = isMove ? "s3://one/moved"u8.ToArray() : default,
            DownloadBytesMax = 1000,
        });
        world.Handler.Before = null;
        told += $", move: {isMove}, versions: {string.Join(' ', versioned)}, disturbs {disturbed}, ";
        told += string.Join('\n', world.Results);
        AssertForeign(world, foreign, told);
        Assert.True(content.AsSpan().SequenceEqual(world.Now(keeper)), told);

        string last = random.Next(3) == 0 ? Disturb(world, random, names, content, foreign) : "";
        world.Undo();
        world.Handler.Before = null;
        told += $"\n-- disturbs {last}\n{string.Join('\n', world.Results)}";
        AssertForeign(world, foreign, told);
        foreach ((string name, byte[]? was) in before)
        {
            bool isOwn = !foreign.ContainsKey(name) && (foreign.Count == 0 || world.Results.Exists(
                one => one.Name.ToString() == name && one.Status is ActStatus.Done));
            Assert.True(!isOwn || was.AsSpan().SequenceEqual(world.Now(name)), $"{name} is not as before: {told}");
        }
    }

    // Before one of the requests, another program stores something under a name.
    private static string Disturb(
        BucketWorld world, Random random, string[] names, byte[] content, Dictionary<string, byte[]> foreign)
    {
        string name = names[random.Next(names.Length)];
        byte[] other = Other(random, content);
        int at = random.Next(1, 45);
        int count = 0;
        world.Handler.Before = _ =>
        {
            if (Interlocked.Increment(ref count) == at)
            {
                foreign[name] = other;
                Put(world, name, other);
            }
        };
        return string.Create(CultureInfo.InvariantCulture, $"{name} at {at}");
    }

    private static byte[] Other(Random random, byte[] content) => random.Next(2) == 0
        ? [.. content.Select(static value => (byte)~value)]
        : Encoding.UTF8.GetBytes($"something of another size {random.Next()}");

    private static string Put(BucketWorld world, string name, byte[] content)
    {
        string[] parts = name["s3://".Length..].Split('/', 2);
        return world.Put(parts[0], parts[1], content);
    }

    private static string TargetOf(string name) => "s3://one/moved/" + name["s3://".Length..];

    private static Dictionary<string, byte[]?> State(BucketWorld world, IEnumerable<string> names) =>
        names.Distinct().ToDictionary(static name => name, world.Now);

    private static void AssertForeign(BucketWorld world, Dictionary<string, byte[]> foreign, string told)
    {
        foreach ((string name, byte[] content) in foreign)
        {
            Assert.True(content.AsSpan().SequenceEqual(world.Now(name)), $"{name} of another program is gone: {told}");
        }
    }
}
