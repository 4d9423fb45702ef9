using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <content>A run that is killed at a request, and then its undo.</content>
public sealed partial class S3ActTests
{
    // Before the server does what the request asks for, or after it.
    [Theory]
    [InlineData("delete --yes -q --reference disk s3://bucket", 0)]
    [InlineData("delete --yes -q s3://bucket", 1)]
    [InlineData("delete --yes -q --reference s3://bucket disk", 3)]
    [InlineData("move --to s3://bucket/away --yes -q s3://bucket", 2)]
    public async Task A_kill_at_any_request_loses_nothing_and_undo_brings_all_back(string command, int index)
    {
        _tree.AddFile("disk/a", "one");
        _tree.AddFile("disk/b", "two");
        int requests = await CountAsync(command);
        int kills = 0;
        int stride = TestRun.Count(reduced: 23, full: 1);
        for (int at = 1 + ((TestRun.SeedOffset + index) % stride); at <= requests; at += stride)
        {
            foreach (bool isDone in (bool[])[false, true])
            {
                bool isResumed = (at + (isDone ? 1 : 0)) % 2 == 0;
                string trial = $"{command}, request {at} of {requests}, {(isDone ? "after" : "before")} it";
                await using FaultyS3 s3 = Serve(ignoresETags: at % 3 == 0);
                Fill(s3);
                Dictionary<string, StoredObject> before = All(s3);
                kills += s3.KillAt(Start(s3, command.Split(' ')), at, isDone) ? 1 : 0;
                AssertNothingLost(before, s3, trial);
                if (isResumed)
                {
                    // Of a run that was killed before it had a plan there is nothing to finish.
                    Tool.Run(Start(s3, "resume", "--yes", "-q"));
                    AssertNothingLost(before, s3, trial);
                }

                s3.KillAt(Start(s3, "undo", "--yes", "-q"), 1 + (at % 7), isDone);
                AssertNothingLost(before, s3, trial);
                ProcessEnd end = Tool.Run(Start(s3, "undo", "--yes"));
                Assert.True(end.ExitCode is 0 or 2, $"{trial}: {end.ErrorText}");
                AssertSame(before, All(s3, withLock: true), trial);
                Assert.Equal(["one", "two"], Directory.GetFiles($"{_tree["disk"]}").Order().Select(File.ReadAllText));
                Directory.Delete($"{_state.Folder}/doppel", recursive: true);
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{kills} runs killed, each undo as well");
        Assert.True(kills > 0, "No run was killed.");
    }

    private static void Fill(FaultyS3 s3)
    {
        for (int i = 0; i < 4; i++)
        {
            Put(s3, $"a/{i}", "one", i);
            Put(s3, $"b/{i}", "two", i);
        }

        Put(s3, "other", "three", 9);
    }

    // What has gone is elsewhere: in the bucket, or on the disk.
    private static void AssertNothingLost(Dictionary<string, StoredObject> before, FaultyS3 s3, string trial)
    {
        string[] onDisk = trial.Contains("--reference disk", StringComparison.Ordinal) ? ["one", "two"] : [];
        HashSet<string> kept = [.. All(s3).Values.Select(TextOf), .. onDisk];
        Assert.True(before.Values.All(one => kept.Contains(TextOf(one))), trial);
    }

    private async Task<int> CountAsync(string command)
    {
        await using FaultyS3 s3 = Serve();
        Fill(s3);
        Run(s3, command.Split(' '));
        int requests = s3.Server.Requests.Count;
        Run(s3, "undo", "--yes");
        Directory.Delete($"{_state.Folder}/doppel", recursive: true);
        return requests;
    }
}
