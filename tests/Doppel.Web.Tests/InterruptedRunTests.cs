using System.Text.Json;

namespace Doppel.Web.Tests;

/// <summary>With an interrupted run open, the page acts no further before it is finished or undone.</summary>
public sealed class InterruptedRunTests
{
    private const string JournalFolder = ".local/state/doppel/journal";

    [Fact]
    public async Task Nothing_is_done_before_the_interrupted_run_is_finished_or_undone()
    {
        (string finished, string interrupted) = ("", "");
        await using UiRig rig = await UiRig.Open(tree =>
        {
            UiRig.SmallTree(tree);
            finished = RunOn(tree, "x.bin", isInterrupted: false);
            interrupted = RunOn(tree, "two.svg", isInterrupted: true);
        });
        Assert.Equal([interrupted], Unfinished(await rig.State()));
        IReadOnlyList<string> before = rig.Files();
        await rig.Post("review", "{}");
        string plan = (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
        RawResponse refused = await rig.Act(plan);
        Assert.Equal(409, refused.Status);
        Assert.Contains("Finish or undo the interrupted run first.", refused.Text, StringComparison.Ordinal);
        Assert.Equal(before, rig.Files());

        // A run that has ended is not resumed.
        Assert.Equal(404, (await rig.Post("resume", $"{{\"run\":\"{finished}\"}}")).Status);
        Assert.Equal(before, rig.Files());

        Assert.Equal(200, (await rig.Post("undo", $"{{\"run\":\"{interrupted}\"}}")).Status);
        Assert.Equal(before.Count + 2, rig.Files().Count);
        Assert.Empty(Unfinished(await rig.State()));
        await rig.Post("review", "{}");
        plan = (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
        Assert.Equal(200, (await rig.Act(plan)).Status);
    }

    private static string[] Unfinished(JsonElement state) =>
        [.. state.GetProperty("unfinished").EnumerateArray().Select(static run => run.GetString()!)];

    // Moves the copies of a file to the trash. An interrupted run lacks the last line of its journal.
    private static string RunOn(Testing.Trees.TempTree tree, string file, bool isInterrupted)
    {
        UiRig.Run(tree, "trash", "--yes", "--include", file, Path.Combine(tree.Folder, "root"));
        string journal = Directory.GetFiles(Path.Combine(tree.Folder, JournalFolder), "*.jsonl").Max()!;
        if (isInterrupted)
        {
            string[] lines = File.ReadAllLines(journal);
            File.WriteAllText(journal, string.Concat(lines.SkipLast(1).Select(static line => line + "\n")));
        }

        return Path.GetFileNameWithoutExtension(journal);
    }
}
