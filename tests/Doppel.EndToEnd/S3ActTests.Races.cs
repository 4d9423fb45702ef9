using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <content>Other programs, which change objects between two requests of a run.</content>
public sealed partial class S3ActTests
{
    // Between the last look and the deletion: with conditions nothing is lost, whatever happens in between.
    [Fact]
    public async Task An_object_that_is_replaced_at_the_last_moment_stays()
    {
        await using FaultyS3 s3 = Serve();
        _tree.AddFile("disk/a", "one");
        Put(s3, "a", "one", 1);
        s3.Server.On(
            static request => request.Method == "DELETE" && !request.Target.Contains(Lock, StringComparison.Ordinal),
            new Fault("replaced", async exchange =>
            {
                Put(s3, "a", "new", 9);
                await exchange.WriteAsync(await exchange.AnswerAsync());
            }));
        ProcessEnd end = Tool.Run(Start(s3, "delete", "--yes", "--reference", "disk", s_bucket));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("it has changed", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal("new", TextOf(All(s3)["a"]));
    }

    [Fact]
    public async Task An_object_stays_if_its_keeper_is_removed_or_replaced_at_the_last_moment()
    {
        await using FaultyS3 s3 = Serve();
        Put(s3, "keep", "one", 1);
        Put(s3, "drop", "one", 2);
        int looks = 0;
        s3.Server.On(
            request => request.Method == "HEAD" && request.Target.EndsWith("/keep", StringComparison.Ordinal)
                && ++looks == 2,
            new Fault("removed", async exchange =>
            {
                s3.Memory.Remove(FaultyS3.Bucket, "keep");
                await exchange.WriteAsync(await exchange.AnswerAsync());
            }));
        ProcessEnd end = Tool.Run(Start(s3, "delete", "--yes", "--drop", "drop", s_bucket));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("the keeper no longer exists", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal("one", TextOf(All(s3)["drop"]));
    }

    // The source is replaced, so its copy goes again; but what another program has stored in its place is not the copy.
    [Fact]
    public async Task An_object_that_replaced_the_copy_of_a_refused_move_stays()
    {
        await using FaultyS3 s3 = Serve();
        Put(s3, "keep", "one", 1);
        Put(s3, "drop", "one", 2);
        string? copied = null;
        s3.Server.On(
            request => copied is null && request.Method == "HEAD"
                && request.Target.Contains("/aside/", StringComparison.Ordinal)
                && (copied = All(s3).Keys.FirstOrDefault(
                    static key => key.StartsWith("aside/", StringComparison.Ordinal))) is not null,
            new Fault("copy replaced", async exchange =>
            {
                Put(s3, copied!, "new", 9);
                await exchange.WriteAsync(await exchange.AnswerAsync());
            }));
        s3.Server.On(
            static request => request.Method == "DELETE" && request.Target.EndsWith("/drop", StringComparison.Ordinal),
            new Fault("source replaced", async exchange =>
            {
                Put(s3, "drop", "two", 9);
                await exchange.WriteAsync(await exchange.AnswerAsync());
            }));
        ProcessEnd end = Tool.Run(Start(s3, "move", "--yes", "--drop", "drop", "--to", s_bucket + "/aside", s_bucket));
        Assert.Equal(1, end.ExitCode);
        Assert.Equal("two", TextOf(All(s3)["drop"]));
        Assert.Equal("new", TextOf(All(s3)[copied!]));
    }

    // Each request takes a while, so that those that are sent together meet.
    [Fact]
    public async Task Deleting_many_objects_or_files_and_restoring_objects_takes_many_requests_at_once()
    {
        await using FaultyS3 s3 = Serve();
        for (int i = 0; i < 40; i++)
        {
            Put(s3, $"a/{i}", $"content {i}", i);
            Put(s3, $"b/{i}", $"content {i}", i);
            _tree.AddFile($"many/{i}", $"content {i}");
        }

        Dictionary<string, StoredObject> before = All(s3);
        (int now, int most) = (0, 0);
        s3.Server.On(static _ => true, new Fault("slow", async exchange =>
        {
            int count = Interlocked.Increment(ref now);
            most = Math.Max(Volatile.Read(ref most), count);
            await Task.Delay(15);
            Interlocked.Decrement(ref now);
            await exchange.WriteAsync(await exchange.AnswerAsync());
        }));
        Run(s3, "delete", "--yes", "-q", s_bucket);
        Assert.Equal(40, All(s3).Count);
        Assert.InRange(most, 8, 16);

        most = 0;
        Run(s3, "undo", "--yes", "-q");
        AssertSame(before, All(s3), "");
        Assert.InRange(most, 8, 16);

        (most, int requests) = (0, s3.Server.Requests.Count);
        Run(s3, "delete", "--yes", "-q", "--reference", s_bucket + "/a", "many");
        Assert.Empty(Directory.EnumerateFiles($"{_tree["many"]}"));
        Assert.InRange(most, 8, 16);

        // A list, the keeper of each file before and after, and each time the lock.
        Assert.InRange(s3.Server.Requests.Count - requests, 3 * 40, (3 * 40) + 5);
    }
}
