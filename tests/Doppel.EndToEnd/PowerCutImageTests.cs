namespace Doppel.EndToEnd;

/// <summary>
/// The power fails during a run, its undo or its resume, and the disks keep any part of what was not flushed: nothing
/// is lost, undo brings everything back, and resume never says that all is done while work is left.
/// </summary>
/// <remarks>
/// Each write and flush of two disks is recorded. A power cut keeps what was written before the last flush of a disk,
/// and a random part of the rest. All contents are on disk when a run begins; <see cref="PowerCutTests"/> has others.
/// </remarks>
public sealed class PowerCutImageTests
{
    private const int ImagesOfRun = 6;

    public static TheoryData<string, string, int> Cases { get; } = new(
        from fileSystem in (string[])["ext4", "xfs", "btrfs"]
        from action in (string[])["link", "link --symbolic", "reflink", "trash", "delete", "move 0", "move 1"]
        from journal in (int[])[0, 1]
        where action != "reflink" || fileSystem != "ext4"
        where TestRun.IsFull || (fileSystem, action, journal) is
            ("ext4", "link", 1) or ("xfs", "delete", 0) or ("btrfs", "move 1", 1)
        select (fileSystem, action, journal));

    [Theory]
    [MemberData(nameof(Cases))]
    public void No_power_cut_loses_a_content_or_makes_undo_or_resume_wrong(
        string fileSystem, string action, int journal)
    {
        int wanted = TestRun.Count(2, 13);
        using var trial = new CutTrial(fileSystem, action, journal);
        Counts counts = new();
        for (int done = 0; done < wanted;)
        {
            int seed = TestRun.SeedOffset + (100 * journal) + done;
            var random = new Random(seed);
            trial.StartFrom(trial.Full);
            CutRecord record = trial.Record("act", random);
            record.End.MustSucceed();
            Assert.Empty(trial.Remaining());
            for (int i = 0; i < ImagesOfRun && done < wanted; i++, done++)
            {
                Check(trial, record, random, counts, $"seed {seed}, image {i}");
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{wanted} images, {counts}");
    }

    private static void Check(CutTrial trial, CutRecord record, Random random, Counts counts, string about)
    {
        about = Cut(trial, record, random, about, "act");
        for (int cuts = random.Next(3); cuts > 0; cuts--)
        {
            about = Cut(trial, trial.Record("resume", random), random, about, "resume");
        }

        if (random.Next(3) > 0)
        {
            Resume(trial, counts, about);
        }

        for (int cuts = random.Next(3); cuts > 0; cuts--)
        {
            about = Cut(trial, trial.Record("undo", random), random, about, "undo");
        }

        ProcessEnd end = trial.Run("undo");
        bool isNone = end.ErrorText.Contains("there is no run to undo", StringComparison.Ordinal);
        bool isAsBefore = trial.IsAsBefore(out string difference);
        Assert.True(
            isAsBefore && (end.ExitCode == 0 || isNone), $"{about}, undo: {end.ExitCode} {end.ErrorText}{difference}");
        counts.Undone += isNone ? 0 : 1;
    }

    private static string Cut(CutTrial trial, CutRecord record, Random random, string about, string command)
    {
        DiskContents contents = record.Cut(random);
        trial.StartFrom(contents);
        about = $"{about}, {command} cut at {contents.Cut} of {record}";
        trial.AssertNothingLost(about);
        return about;
    }

    private static void Resume(CutTrial trial, Counts counts, string about)
    {
        ProcessEnd end = trial.Run("resume");
        about = $"{about}, resume: {end.ExitCode} {end.ErrorText}";
        trial.AssertNothingLost(about);
        if (end.ExitCode == 0)
        {
            Assert.True(trial.Remaining().Count == 0, $"{about} left: {string.Join(' ', trial.Remaining())}");
            counts.Resumed++;
            return;
        }

        // Either the run never began, or it had ended, and both disks agree on that.
        Assert.True(
            end.ErrorText.Contains("there is no interrupted run", StringComparison.Ordinal)
            && (trial.Remaining().Count == 0 || trial.IsAsBefore(out _)),
            about);
    }

    private sealed record Counts
    {
        public int Resumed { get; set; }

        public int Undone { get; set; }

        public override string ToString() => $"{Resumed} resumed, {Undone} undone";
    }
}
