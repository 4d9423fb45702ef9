using System.Text;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.Acting.Tests;

/// <summary>Laws about objects that another program changes during a run, and about requests that fail.</summary>
public sealed class ObjectActorTests
{
    private static bool IsLook(RawRequest request, string key) =>
        request.Method == "HEAD" && request.Path.EndsWith("/" + key, StringComparison.Ordinal);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_object_stays_if_its_keeper_is_removed_or_replaced_at_the_last_moment(bool isReplaced)
    {
        await using var run = new ObjectRun();
        run.Put("from", "keep", "one");
        run.Put("from", "drop", "one");
        run.Before(
            static request => IsLook(request, "keep"),
            () =>
            {
                run.Memory.Remove("from", "keep");
                if (isReplaced)
                {
                    run.Put("from", "keep", "new");
                }
            },
            after: 1);
        run.Act("s3://from/drop", "s3://from/keep");
        Assert.Equal("one", run.TextOf("from", "drop"));
        Assert.Equal(isReplaced ? "new" : null, run.TextOf("from", "keep"));
    }

    // The last look comes right before the deletion, which such a server carries out whatever it says.
    [Fact]
    public async Task An_object_that_is_replaced_at_the_last_look_stays_on_a_server_without_conditions()
    {
        await using var run = new ObjectRun(new S3Quirks { IgnoresConditionalDelete = true });
        run.Put("from", "keep", "one");
        run.Put("from", "drop", "one");
        run.Before(static request => IsLook(request, "drop"), () => run.Put("from", "drop", "new"), after: 1);
        run.Act("s3://from/drop", "s3://from/keep");
        Assert.Equal("new", run.TextOf("from", "drop"));
        Assert.Equal(ActStatus.Skipped, Assert.Single(run.Results).Status);
    }

    [Fact]
    public async Task A_move_does_not_replace_an_object_at_its_destination_and_its_undo_leaves_it_alone()
    {
        await using var run = new ObjectRun();
        run.Put("from", "keep", "one");
        run.Put("from", "drop", "one");
        run.Put("kept", "x/from/drop", "other");
        string id = run.Act("s3://from/drop", "s3://from/keep", ActionKind.Move, "s3://kept/x");
        Assert.Equal("one", run.TextOf("from", "drop"));
        Assert.Equal("other", run.TextOf("kept", "x/from/drop"));
        run.Undo(id);
        Assert.Equal("one", run.TextOf("from", "drop"));
        Assert.Equal("other", run.TextOf("kept", "x/from/drop"));
    }

    [Theory]
    [InlineData("s3://from/drop", "s3://kept/keep", "kept")]
    [InlineData("s3://from/drop", "s3://from/keep", "from")]
    public async Task A_lock_of_another_run_is_heeded_in_both_buckets_and_stays(
        string drop, string keep, string locked)
    {
        await using var run = new ObjectRun();
        run.Put("from", "drop", "one");
        run.Put("from", "keep", "one");
        run.Put("kept", "keep", "one");
        string text = "doppel acts on it from elsewhere, run 7. It removes this object at the end.\n";
        run.Put(locked, ".doppel-lock", text);
        string id = run.Act(drop, keep);
        Assert.Equal("one", run.TextOf("from", "drop"));
        Assert.Equal(text, run.TextOf(locked, ".doppel-lock"));
        run.Undo(id);
        Assert.Equal(text, run.TextOf(locked, ".doppel-lock"));
    }

    [Fact]
    public async Task Undo_takes_no_other_content_from_a_keeper_that_has_changed()
    {
        await using var run = new ObjectRun();
        run.Put("from", "keep", "one");
        run.Put("from", "drop", "one");
        string id = run.Act("s3://from/drop", "s3://from/keep");
        Assert.Null(run.TextOf("from", "drop"));
        run.Put("from", "keep", "two");
        run.Undo(id);
        Assert.Null(run.TextOf("from", "drop"));
        Assert.NotEqual(ActStatus.Done, Assert.Single(run.Results).Status);
    }

    // At each request in turn: it fails, or another program replaces or removes the object or its keeper just before.
    [Theory]
    [InlineData("s3://from/drop", "s3://from/keep")]
    [InlineData("s3://a@from/drop", "s3://kept/keep")]
    [InlineData("s3://from/drop", "FILE")]
    [InlineData("FILE", "s3://kept/keep")]
    public async Task No_content_is_lost_whatever_happens_at_any_request(string drop, string keep)
    {
        for (int at = 0, requests = int.MaxValue; at < requests; at++)
        {
            foreach (string what in (string[])["fails", "is refused", "keeper replaced", "keeper gone", "replaced"])
            {
                await using var run = new ObjectRun();
                run.Put("from", "drop", "one");
                run.Put("from", "keep", "one");
                run.Put("kept", "keep", "one");
                run.Files.AddFile("d/file", "one");
                string file = $"{run.Files.Folder}/d/file";
                bool isWritten = false;
                void Change()
                {
                    isWritten = true;
                    string name = what.StartsWith("keeper", StringComparison.Ordinal) ? keep : drop;
                    if (name == "FILE")
                    {
                        File.Delete(file);
                        if (what != "keeper gone")
                        {
                            File.WriteAllText(file, "new");
                        }

                        return;
                    }

                    string bucket = name.Contains("from", StringComparison.Ordinal) ? "from" : "kept";
                    string key = name[(name.LastIndexOf('/') + 1)..];
                    run.Memory.Remove(bucket, key);
                    if (what != "keeper gone")
                    {
                        run.Put(bucket, key, "new");
                    }
                }

                int count = 0;
                run.Server.On(_ => Interlocked.Increment(ref count) == at + 1, what switch
                {
                    "fails" => Fault.LoseAnswer,
                    "is refused" => new Fault("refused", static async exchange =>
                    {
                        await exchange.SkipBodyAsync();
                        await exchange.WriteAsync(Answer.Xml(
                            403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>"));
                    }),
                    _ => new Fault(what, async exchange =>
                    {
                        Change();
                        await exchange.WriteAsync(await exchange.AnswerAsync());
                    }),
                });
                run.Act(drop.Replace("FILE", file, StringComparison.Ordinal),
                    keep.Replace("FILE", file, StringComparison.Ordinal));
                requests = Math.Min(requests, what == "fails" ? int.MaxValue : Math.Max(count, at + 1));
                string state = $"{what} at {at} of {count}: {run.Results[0].Status} {run.Results[0].Reason}";
                string? dropped = drop == "FILE" ? TextOf(file) : run.TextOf("from", "drop");
                string bucket = keep.Contains("from", StringComparison.Ordinal) ? "from" : "kept";
                string? kept = keep == "FILE" ? TextOf(file) : run.TextOf(bucket, "keep");
                Assert.True(dropped == "one" || kept == "one" || isWritten, "lost: " + state);
                Assert.True(what != "replaced" || !isWritten || dropped == "new", "a new content is lost: " + state);

                // After its last look at the keeper a run cannot know what others do with it.
                IEnumerable<RawRequest> beforeRemoval = run.Server.Requests.Skip(at).TakeWhile(
                    static request => request.Method != "DELETE"
                        || !request.Path.EndsWith("/drop", StringComparison.Ordinal));
                bool isLookedAt = keep == "FILE"
                    ? beforeRemoval.Any()
                    : beforeRemoval.Any(static request => IsLook(request, "keep"));
                bool isKeeperLost = what.StartsWith("keeper", StringComparison.Ordinal) && isWritten;
                Assert.True(!isKeeperLost || !isLookedAt || dropped == "one", "removed: " + state);
            }
        }
    }

    private static string? TextOf(string file) => File.Exists(file) ? File.ReadAllText(file, Encoding.UTF8) : null;
}
