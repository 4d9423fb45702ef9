namespace Doppel.EndToEnd;

/// <summary>A RUN is the id of a run and nothing else, since it becomes the name of a file.</summary>
public sealed class RunIdTests
{
    [Theory]
    [InlineData("undo --yes")]
    [InlineData("journal")]
    [InlineData("journal --prune")]
    public void Only_ids_of_runs_are_taken_and_the_nearest_are_told(string command)
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
            id[..^1], id.Replace('T', 't'), $"{id}\n", "20260101T000000000Z-000000", new string('x', 5000),
        ];
        foreach (string run in wrong)
        {
            ProcessEnd end = StateFolder.Run(
                state.Folder, [.. command.Split(' ').Select(static word => (ByteName)word), run]);
            Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
            Assert.Matches(@"\Adoppel: '[^\n]*' is not a run id\nhint: [^\n]*\n\z", end.ErrorText);
            Assert.Contains(id, end.ErrorText.Split('\n')[1], StringComparison.Ordinal);
            Assert.Equal(before, Look());
        }

        StateFolder.Run(state.Folder, [.. command.Split(' ').Select(static word => (ByteName)word), id]).MustSucceed();

        string[] Look() =>
        [
            .. Directory.GetFileSystemEntries(tree.Folder).Concat(Directory.GetFileSystemEntries(journals)).Order(),
        ];
    }

    [Fact]
    public void Without_any_run_the_error_says_so()
    {
        using var state = new TempTree();
        Assert.Equal(
            "doppel: 'x' is not a run id\nhint: there are no runs\n",
            StateFolder.Run(state.Folder, "undo", "--yes", "x").ErrorText);
    }
}
