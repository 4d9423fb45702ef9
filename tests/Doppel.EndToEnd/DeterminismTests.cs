using System.Text.RegularExpressions;

namespace Doppel.EndToEnd;

public sealed partial class DeterminismTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void The_same_tree_gives_the_same_report_whatever_the_threads_do(VolumeKind volume)
    {
        using TempTree tree = Mixed();
        string? first = null;
        for (int i = 0; i < TestRun.Count(4, 50); i++)
        {
            ProcessEnd end = Tool.Run(DoppelProgram.Start(
                [
                    "find", "--json", "--unique", "--catalog", "none", "--threads", $"{1 + (i % 8)}", tree.Folder,
                ]).Through(volume));
            string report = Threads.Replace(DoppelProgram.ReadOutput(end).WithoutTimes, "");
            first ??= report;
            Assert.Equal(first, report);
        }
    }

    [Theory, InlineData("text"), InlineData("fdupes"), InlineData("csv"), InlineData("fclones")]
    public void Every_format_gives_the_same_bytes(string format)
    {
        using TempTree tree = Mixed();
        string? first = null;
        for (int i = 0; i < TestRun.Count(2, 20); i++)
        {
            ProcessEnd end = DoppelProgram.Run(
                "find", "-q", "--format", format, "--threads", $"{1 + (i % 8)}", tree.Folder);
            string report = Timestamps.Replace(Threads.Replace(end.OutputText, ""), "");
            first ??= report;
            Assert.Equal(first, report);
        }
    }

    private static TempTree Mixed()
    {
        var tree = new TempTree();
        TreeGenerator.Fill(tree, TestRun.SeedOffset + 7);
        CorpusGenerator.Small(tree, 2_000, TestRun.SeedOffset);
        CorpusGenerator.Same(tree, 600, TestRun.SeedOffset);
        CorpusGenerator.Mid(tree, 60, TestRun.SeedOffset);
        return tree;
    }

    // The report records how it was asked for; the number of threads stands there too.
    [GeneratedRegex("""(?<="--threads",\s*)"\d" """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Threads { get; }

    [GeneratedRegex("""(?<="timestamp":\s*)"[^"]*" """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Timestamps { get; }
}
