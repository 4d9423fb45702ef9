namespace Doppel.EndToEnd;

/// <summary>A RUN is the ID of a run, the start of one, or "latest", and never a path.</summary>
public sealed class RunIdTests
{
    [Theory]
    [InlineData("undo --yes")]
    [InlineData("resume --yes")]
    [InlineData("journal show")]
    [InlineData("journal --prune")]
    public void Anything_else_is_refused_in_one_line_that_says_what_to_do(string command)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        foreach (string name in (string[])["a", "b", "outside.jsonl", "outside.recipes"])
        {
            tree.AddFile(name, "same");
        }

        StateFolder.Run(state.Folder, "link", "--yes", tree["a"], tree["b"]).MustSucceed();
        string journals = $"{state.Folder}/doppel/journal";
        string id = Path.GetFileNameWithoutExtension(Assert.Single(Directory.GetFiles(journals, "*.jsonl")));
        File.Copy($"{journals}/{id}.jsonl", $"{journals}/copy.jsonl");
        string[] before = Look();
        string[] wrong =
        [
            "../../x", $"{tree.Folder}/outside", $"../journal/{id}", $"./{id}", "", "lock", "copy", $"{id}.jsonl",
            id[1..], id.Replace('T', 't'), $"{id}\n", "20260101T000000000Z-000000", "Latest", new string('x', 5000),
        ];
        foreach (string run in wrong)
        {
            ProcessEnd end = Run(state, command, run);
            Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
            Assert.Matches(
                @"\Adoppel: no run has the ID '[^\n]*'; run doppel journal to list all runs\n\z", end.ErrorText);
            Assert.Equal(before, Look());
        }

        string[] Look() =>
        [
            .. Directory.GetFileSystemEntries(tree.Folder).Concat(Directory.GetFileSystemEntries(journals)).Order(),
        ];
    }

    [Theory]
    [InlineData("undo --yes")]
    [InlineData("journal show")]
    [InlineData("journal --prune")]
    public void The_start_of_an_ID_is_enough_if_only_one_run_has_it(string command)
    {
        for (int length = 1; length <= 26; length += 5)
        {
            using var state = new TempTree();
            string[] ids = TwoRuns(state, "20260101T120000123Z-1a2b3c", "20270101T120000123Z-1a2b3c");
            string prefix = ids[1][..length];
            ProcessEnd end = Run(state, command, prefix);
            if (length < 4)
            {
                Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
                Assert.Equal($"doppel: '{prefix}' matches 2 runs: {ids[0]}, {ids[1]}\n", end.ErrorText);
            }
            else
            {
                end.MustSucceed();
            }

            bool isPruned = length >= 4 && command.EndsWith("prune", StringComparison.Ordinal);
            Assert.Equal(!isPruned, File.Exists($"{state.Folder}/doppel/journal/{ids[1]}.jsonl"));
        }
    }

    [Fact]
    public void Many_matches_are_counted_and_the_first_ones_listed()
    {
        using var state = new TempTree();
        string[] ids =
        [
            .. Enumerable.Range(1, 9).Select(i => Act(state, $"2026010{i}T120000123Z-1a2b3c")),
        ];
        Assert.Equal(
            $"doppel: '2026' matches 9 runs: {string.Join(", ", ids[..5])} and 4 more\n",
            Run(state, "journal show", "2026").ErrorText);
    }

    [Fact]
    public void Latest_is_the_newest_run_that_the_command_applies_to()
    {
        using var state = new TempTree();
        string[] ids = TwoRuns(state, "20260101T120000123Z-1a2b3c", "20270101T120000123Z-1a2b3c");
        Assert.Contains(
            $"of {ids[1]}/", Run(state, "journal show", "latest").MustSucceed().OutputText, StringComparison.Ordinal);
        Run(state, "undo --yes", "latest").MustSucceed();
        Run(state, "undo --yes", "latest").MustSucceed();
        Assert.Equal(
            "doppel: there is no run to undo; run doppel journal to list all runs\n",
            Run(state, "undo --yes", "latest").ErrorText);
        Assert.Equal(
            "doppel: there is no interrupted run; run doppel journal to list all runs\n",
            Run(state, "resume --yes", "latest").ErrorText);
        Run(state, "journal --prune", "latest").MustSucceed();
        Assert.Equal(3, Directory.GetFiles($"{state.Folder}/doppel/journal", "*.jsonl").Length);
        Assert.True(File.Exists($"{state.Folder}/doppel/journal/{ids[0]}.jsonl"));
    }

    [Fact]
    public void Without_any_run_the_error_says_so()
    {
        using var state = new TempTree();
        Assert.Equal(
            "doppel: there is no such run; run doppel journal to list all runs\n",
            Run(state, "journal show", "latest").ErrorText);
        Assert.Equal("", Run(state, "journal").MustSucceed().OutputText);
    }

    private static ProcessEnd Run(TempTree state, string command, params string[] more) => StateFolder.Run(
        state.Folder, [.. command.Split(' ').Concat(more).Select(static word => (ByteName)word)]);

    private static string[] TwoRuns(TempTree state, string first, string second)
    {
        Act(state, first);
        Act(state, second);
        return [first, second];
    }

    // A run that changes something, with an ID of our choice.
    private static string Act(TempTree state, string id)
    {
        state.AddFile($"of {id}/a", "same");
        state.AddFile($"of {id}/b", "same");
        string journals = $"{state.Folder}/doppel/journal";
        string[] before = Directory.Exists(journals) ? Directory.GetFiles(journals, "*.jsonl") : [];
        Run(state, "link --yes", $"{state[$"of {id}"]}").MustSucceed();
        string made = Assert.Single(Directory.GetFiles(journals, "*.jsonl").Except(before));
        File.Move(made, $"{journals}/{id}.jsonl");
        return id;
    }
}
