using System.Globalization;
using System.Text.RegularExpressions;

namespace Doppel.EndToEnd;

/// <summary>What happens on a terminal while the program asks for confirmation, and while it acts.</summary>
public sealed class QuestionTests
{
    private const int Interrupted = 130;

    [Theory]
    [InlineData("delete")]
    [InlineData("link")]
    [InlineData("undo")]
    [InlineData("resume")]
    public void Ctrl_C_at_the_question_ends_the_program_at_once_and_nothing_is_done(string command)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, 3);
        if (command is "undo" or "resume")
        {
            StateFolder.Run(state.Folder, "link", "--yes", tree.Folder).MustSucceed();
        }

        if (command == "resume")
        {
            CutEnd(state);
        }

        string[] before = Look(tree, state);
        ProcessEnd end = OnTerminal(
            tree, state, $"{command} {(command is "undo" or "resume" ? "" : tree.Folder)}", "\\003");
        Assert.True(end.ExitCode == Interrupted, $"exit code {end.ExitCode}: {end.OutputText}");
        Assert.Matches(@"\[y/N[^]]*\] \^C\n\z", end.OutputText.Replace("\r", "", StringComparison.Ordinal));
        Assert.Equal(before, Look(tree, state));
    }

    [Fact]
    public void An_undo_names_its_run_what_is_restored_where_and_the_space_that_it_needs()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, 3);
        StateFolder.Run(state.Folder, "delete", "--yes", tree["a"], tree["b"]).MustSucceed();
        ProcessEnd end = OnTerminal(tree, state, "undo --no-progress", "y\\n", "stty cols 200;").MustSucceed();
        Assert.Matches(
            $@"\Arun [-0-9TZa-f]+, \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d: doppel delete --yes {tree["a"]} {tree["b"]}
3 files come back in b
this needs [\d.]+ [KM]?i?B of disk space
Restore 3 files\? \[y/N\] y
folder times are not restored
restored 3 files
\z",
            end.OutputText.Replace("\r", "", StringComparison.Ordinal));
        Assert.Equal(6, Directory.GetFiles(tree.Folder, "*", SearchOption.AllDirectories).Length);
    }

    [Fact]
    public void Undo_says_how_many_files_folders_and_links_come_back()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        foreach (string name in (string[])["a", "b"])
        {
            tree.AddFile($"both/{name}/file", "content");
            tree.AddFile($"both/{name}/below/other", "other content");
            tree.AddSymbolicLink($"both/{name}/link", "file");
        }

        StateFolder.Run(
            state.Folder, "delete", "--yes", "--folders", "--keep", tree["both/a"], tree["both"]).MustSucceed();
        string text = OnTerminal(tree, state, "undo --no-progress", "y\\n", "stty cols 200;").MustSucceed().OutputText;
        Assert.Contains("2 files, 2 folders and 1 symbolic link come back in both\r\n", text, StringComparison.Ordinal);
        Assert.Contains("Restore 2 files, 2 folders and 1 symbolic link? [y/N] y", text, StringComparison.Ordinal);
        Assert.EndsWith("restored 2 files, 2 folders and 1 symbolic link\r\n", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("--progress never", false)]
    [InlineData("-q", false)]
    public void Actions_and_undo_show_progress_on_a_terminal_unless_it_is_switched_off(string option, bool isShown)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, 1500);
        foreach ((string command, string verb) in ((string, string)[])[("delete", "Deleting"), ("undo", "Restoring")])
        {
            string roots = command == "undo" ? "" : tree.Folder;
            string line = $"{command} --yes --color never {option} {roots}";
            string text = OnTerminal(tree, state, line, answer: "").MustSucceed().OutputText;
            Assert.True(isShown == text.Contains(verb + "  ", StringComparison.Ordinal), text);
            Assert.True(
                !isShown || Regex.IsMatch(
                    text, verb + @"  [\d,]+/1,500 names  [\d.]+ [KMi]*B/[\d.]+ [KMi]*B"), text);
        }
    }

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    [InlineData(200)]
    public void No_line_of_the_list_of_runs_is_wider_than_the_terminal(int columns)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, 3);
        StateFolder.Run(state.Folder, "delete", "--yes", tree["a"], tree["b"]).MustSucceed();
        StateFolder.Run(state.Folder, "undo", "--yes", "--only", tree["b/0"]).MustSucceed();
        string width = columns.ToString(CultureInfo.InvariantCulture);
        ProcessEnd end = OnTerminal(tree, state, "journal", "", $"stty cols {width};").MustSucceed();
        string[] lines = end.OutputText.Replace("\r", "", StringComparison.Ordinal).Split('\n')[..^1];
        Assert.InRange(lines.Length, 3, 9);
        Assert.All(lines, line => Assert.InRange(line.Length, 1, columns));
        Assert.Contains(lines, static line => line.Contains("partly undone", StringComparison.Ordinal));
    }

    // Runs a command in a terminal and types the answer once it asks.
    private static ProcessEnd OnTerminal(
        TempTree tree, TempTree state, string command, string answer, string before = "") => TypedTerminal.Run(
        DoppelProgram.Start().WithState(state.Folder) with { Folder = tree.Folder },
        $"{before} '{DoppelProgram.Path}' {command}", $"{state.Folder}/shown", answer);

    // As if the run had been killed before its end.
    private static void CutEnd(TempTree state)
    {
        string journal = Assert.Single(Directory.GetFiles($"{state.Folder}/doppel/journal", "*.jsonl"));
        File.WriteAllLines(journal, File.ReadAllLines(journal)[..^1]);
    }

    private static void Fill(TempTree tree, int pairs)
    {
        for (int i = 0; i < pairs; i++)
        {
            tree.AddFile($"a/{i}", $"content {i}");
            tree.AddFile($"b/{i}", $"content {i}");
        }
    }

    private static string[] Look(TempTree tree, TempTree state) =>
    [
        .. Directory.GetFiles(tree.Folder, "*", SearchOption.AllDirectories)
            .Select(static path => $"{path} {FileLook.Inode(FileLook.Terminated(path))}")
            .Concat(Directory.Exists($"{state.Folder}/doppel/journal")
                ? Directory.GetFiles($"{state.Folder}/doppel/journal", "*.jsonl")
                    .Select(static path => $"{path} {new FileInfo(path).Length}")
                : [])
            .Order(StringComparer.Ordinal),
    ];
}
