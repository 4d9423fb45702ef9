using System.Text;

namespace Doppel.EndToEnd;

/// <summary>What the real executable brings back, and what it says where it cannot.</summary>
public sealed class UndoTests
{
    [Fact]
    public void Without_enough_space_nothing_is_changed_and_the_missing_bytes_are_reported()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "-o", "size=1m", "none");
        for (int i = 0; i < 4; i++)
        {
            tree.AddFile($"m/{i}", Encoding.ASCII.GetBytes(new string('x', 200 * 1024)));
        }

        Assert.Equal(0, Run(state, "delete", "--yes", tree["m"]).ExitCode);
        tree.AddFile("m/other", Encoding.ASCII.GetBytes(new string('y', 500 * 1024)));
        ProcessEnd end = Run(state, "undo", "--yes");
        Assert.Equal(2, end.ExitCode);
        Assert.Contains($"bytes more are needed on {tree["m"]} (614,400 to rebuild, ", end.ErrorText);
        Assert.Contains("nothing was changed", end.ErrorText);
        Assert.Equal(2, Directory.GetFiles($"{tree["m"]}").Length);
        tree.Remove("m/other");
        Assert.Equal(0, Run(state, "undo", "--yes").ExitCode);
        Assert.Equal(4, Directory.GetFiles($"{tree["m"]}").Length);
    }

    [Fact]
    public void A_journal_without_a_head_is_listed_as_a_run_that_did_nothing_and_can_be_pruned()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("a", "same");
        tree.AddFile("b", "same");
        Assert.Equal(0, Run(state, "delete", "--yes", tree.Folder).ExitCode);
        state.AddFile("doppel/journal/20990101T000000000Z-abcdef.jsonl", "{\"type\":\"run\",\"sche");
        string[] lines = Run(state, "journal").OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2, lines.Length);
        Assert.StartsWith(
            "20990101T000000000Z-abcdef\t-\t-\t-\tunreadable\tnothing was done", lines[1], StringComparison.Ordinal);

        // It is not in the way of what can be undone.
        Assert.Equal(0, Run(state, "undo", "--yes").ExitCode);
        Assert.Equal("same", File.ReadAllText($"{tree["b"]}"));
        Assert.Equal(0, Run(state, "journal", "--prune", "20990101T000000000Z-abcdef").ExitCode);
        lines = Run(state, "journal").OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2, lines.Length);
        Assert.Equal("undone", lines[0].Split('\t')[4]);
        Assert.Equal(2, Run(state, "undo", "--yes").ExitCode);
    }

    [Fact]
    public void A_deleted_file_is_restored_from_where_a_later_run_has_moved_its_keeper()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("one/keep", "same");
        tree.AddFile("one/drop", "same");
        tree.AddFolder("moved");
        Assert.Equal(0, Run(state, "delete", "--yes", "--keep", "keep", tree["one"]).ExitCode);
        tree.AddFile("two/keep", "same");
        Assert.Equal(
            0, Run(state, "move", "--yes", "--to", tree["moved"], "--never", tree["two"], tree["one"], tree["two"])
                .ExitCode);
        tree.Remove("two/keep");
        Assert.False(File.Exists($"{tree["one/keep"]}"));
        string first = Run(state, "journal").OutputText.Split('\t')[0];
        ProcessEnd end = Run(state, "undo", "--yes", first);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal("same", File.ReadAllText($"{tree["one/drop"]}"));
    }

    private static ProcessEnd Run(TempTree state, params IReadOnlyList<ByteName> arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_STATE_HOME"] = state.Folder },
        });
    }
}
