using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <summary>A command that removes files or objects is killed at any moment, and so is its undo.</summary>
public sealed class KillTests
{
    private int _kills;
    private int _runs;
    private int _halfway;
    private int _lost;

    // Each trial happens twice: as a whole, which shows how long the command takes, and with a kill.
    [Fact]
    public async Task Undo_of_a_killed_run_brings_back_all_but_what_was_announced()
    {
        int trials = TestRun.Count(reduced: 5, full: 240);
        var halfway = RemovalTrial.Commands.ToDictionary(static command => command, static _ => 0);
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + trials; seed++)
        {
            int before = _halfway;
            (int requests, int deletion, int gone) = await RunWholeAsync(seed);
            await using var trial = new RemovalTrial(seed);
            var random = new Random(seed ^ 0x5EED);
            KillRun(trial, random, requests, deletion, gone);
            halfway[trial.Command] += _halfway - before;
            if (random.Next(3) == 0)
            {
                // Without a plan there is nothing to resume, and the same command continues.
                Tool.Run(trial.HasPlan ? trial.Start("resume", "--yes") : trial.Start());
            }

            Undo(trial, random);
        }

        string counts = $"{trials} trials: {_runs} runs killed, {_halfway} of them halfway; "
            + $"{_kills - _runs} undos killed; {_lost} names lost as announced; halfway: "
            + string.Join(", ", halfway.Select(static one => $"{one.Value} {one.Key}"));
        TestContext.Current.TestOutputHelper?.WriteLine(counts);
        Assert.True(_runs >= trials * 2 / 3 && _halfway >= trials / 4, counts);
    }

    // Returns the number of requests, of those before the first deletion, and of the names that went.
    private static async Task<(int Requests, int Deletion, int Gone)> RunWholeAsync(int seed)
    {
        await using var trial = new RemovalTrial(seed);
        ProcessEnd end = Tool.Run(trial.Start());
        Assert.True(end.ExitCode == 0, $"{trial.About}: {end.ErrorText}");
        trial.CheckAnnounced(end.ErrorText);
        IReadOnlyList<RawRequest> requests = trial.S3.Server.Requests;
        int deletion = requests.TakeWhile(static one => one.Method != "DELETE" || IsLock(one)).Count();
        int gone = trial.CountGone();
        Assert.True(gone > 0, $"{trial.About}: nothing went");
        HashSet<string> lost = trial.ReadLost(trial.Runs);
        end = Tool.Run(trial.Start("undo", "--yes"));
        Assert.True(end.ExitCode == (lost.Count == 0 ? 0 : 1), $"{trial.About}: {end.ErrorText}");
        trial.CheckUndone(lost);
        return (requests.Count, deletion < requests.Count ? deletion : 0, gone);

        static bool IsLock(RawRequest request) => request.Path.Contains(".doppel-", StringComparison.Ordinal);
    }

    // Mostly when it removes something: it sends most requests before.
    private void KillRun(RemovalTrial trial, Random random, int requests, int deletion, int gone)
    {
        int first = random.Next(4) > 0 ? deletion : 0;
        bool isKilled = trial.RemovesFiles && random.Next(8) > 0
            ? KillAmongFiles(trial.Start(), random, gone, left => trial.CountGone() > left)
            : trial.S3.KillAt(trial.Start(), first + 1 + random.Next(requests - first), random.Next(2) == 0);
        _kills += isKilled ? 1 : 0;
        int now = trial.CountGone();
        _runs += isKilled ? 1 : 0;
        _halfway += isKilled && now > 0 && now < gone ? 1 : 0;
    }

    // At a system call that changes a folder or waits for the disk, or when a number of files is gone or back.
    private static bool KillAmongFiles(ProcessStart start, Random random, int files, Func<int, bool> isTime)
    {
        int number = random.Next(files);
        return random.Next(8) switch
        {
            0 or 1 => start.Interrupt(Interruption.Kill, () => isTime(number)),
            2 => start.KillAtCall("fsync", 1 + random.Next(8)),
            3 or 4 => start.KillAtCall("unlinkat", 1 + number),
            _ => start.KillAtCall("renameat2", 1 + number),
        };
    }

    private void Undo(RemovalTrial trial, Random random)
    {
        IReadOnlyList<string> runs = trial.Runs;
        HashSet<string> lost = trial.ReadLost(runs);
        _lost += lost.Count;
        foreach (string run in runs.Reverse())
        {
            ProcessStart undo = trial.Start("undo", "--yes", run);
            int gone = trial.CountGone();
            if (random.Next(2) == 0 && gone > 0)
            {
                bool isKilled = trial.RemovesFiles
                    ? KillAmongFiles(undo, random, gone, left => trial.CountGone() <= left)
                    : trial.S3.KillAt(undo, 1 + random.Next(4 * gone), isDone: random.Next(2) == 0);
                _kills += isKilled ? 1 : 0;
            }

            // 2: it was killed before it had changed anything.
            ProcessEnd end = Tool.Run(undo);
            Assert.True(
                end.ExitCode is 0 or 2 || (end.ExitCode == 1 && lost.Count > 0),
                $"{trial.About}: exit code {end.ExitCode}: {end.ErrorText}");
        }

        trial.CheckUndone(lost);
        ProcessEnd rest = Tool.Run(trial.Start("resume", "--yes"));
        Assert.True(rest.ExitCode == 2, $"{trial.About}: a run is left: {rest.ErrorText}");
    }
}
