using System.Globalization;
using System.Text.Json;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

/// <summary>What <c>doppel journal</c> lists of each run.</summary>
public sealed class JournalCommandTests
{
    [Fact]
    public void A_run_has_its_local_time_its_names_their_space_its_state_its_command_and_its_roots()
    {
        using TempTree tree = Twins();
        (string files, string more) = (tree.Folder + "/files", tree.Folder + "/more");
        string id = Act(tree, "delete", "--yes", files, more);
        Assert.Equal(
            $"{id}\t2024-06-15 12:00:00\t2\t8.0 KiB\tdone\tdoppel delete --yes {files} {more}\t'{files}', '{more}'\n",
            List(tree));
    }

    [Fact]
    public void Without_runs_people_read_a_sentence_and_programs_nothing()
    {
        using TempTree tree = Twins();
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "journal"));
        Assert.Equal("", host.Output);
        Assert.Equal(
            "no runs yet: the journal records what doppel link, reflink, trash, delete and move do\n", host.Errors);
    }

    [Fact]
    public void Undone_runs_and_undos_are_shown_as_such_and_the_newest_run_comes_last()
    {
        using TempTree tree = Twins();
        string id = Act(tree, "link", "--yes", $"{tree.Folder}/files");
        Act(tree, "undo", "--yes");
        Act(tree, "delete", "--yes", $"{tree.Folder}/more");
        string[][] rows = [.. List(tree).Split('\n')[..^1].Select(static line => line.Split('\t'))];
        Assert.Equal(["undone", "done", "done"], rows.Select(static row => row[4]));
        Assert.Equal("doppel undo", rows[1][5][..11]);
        string[] ids = [.. rows.Select(static row => row[0])];
        Assert.Equal(ids.Order(StringComparer.Ordinal), ids);
        Assert.Equal(id, rows[0][0]);
    }

    [Fact]
    public void JSON_has_one_object_per_run_with_exact_numbers_and_UTC()
    {
        using TempTree tree = Twins();
        string id = Act(tree, "trash", "--yes", $"{tree.Folder}/files", $"{tree.Folder}/more");
        Act(tree, "undo", "--yes", id);
        JsonElement[] lines =
        [
            .. List(tree, "--json").Split('\n')[..^1].Select(static line => JsonDocument.Parse(line).RootElement),
        ];
        Assert.Equal(2, lines.Length);
        Assert.Equal(id, lines[0].GetProperty("id").GetString());
        Assert.Equal(id, lines[1].GetProperty("undoes").GetString());
        Assert.Equal("undone", lines[0].GetProperty("state").GetString());
        Assert.Equal("2024-06-15T10:00:00Z", lines[0].GetProperty("started").GetString());
        Assert.Equal(2, lines[0].GetProperty("done").GetInt64());
        Assert.Equal(8192, lines[0].GetProperty("space_bytes").GetInt64());
        Assert.Equal(
            [$"{tree.Folder}/files", $"{tree.Folder}/more"],
            lines[0].GetProperty("roots").EnumerateArray().Select(static root => root.GetString()));
        Assert.Equal("trash", lines[0].GetProperty("command")[0].GetString());
        Assert.False(lines[1].TryGetProperty("space_bytes", out _));
    }

    [Fact]
    public void On_a_terminal_no_line_is_wider_and_columns_have_headings()
    {
        using TempTree tree = Twins();
        Act(tree, "delete", "--yes", $"{tree.Folder}/files", $"{tree.Folder}/more", $"{tree.Folder}/files/../more");
        using var host = new TestHost { IsTerminal = true };
        Assert.Equal(0, Run(host, tree, "journal"));
        string[] lines = host.Output.Split('\n')[..^1];
        Assert.Equal(
            ["RUN", "TIME", "NAMES", "SPACE", "STATE"], lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.All(lines, static line => Assert.InRange(line.Length, 1, 79));
        Assert.StartsWith("  doppel delete --yes", lines[2], StringComparison.Ordinal);
        Assert.EndsWith("…", lines[2], StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_was_interrupted_is_listed_with_what_it_had_done()
    {
        using TempTree tree = Twins();
        string id = Act(tree, "delete", "--yes", $"{tree.Folder}/files", $"{tree.Folder}/more");
        string path = $"{tree.Folder}/state/doppel/journal/{id}.jsonl";
        string[] lines = File.ReadAllLines(path);
        File.WriteAllLines(path, lines[..^1]);
        string[] row = List(tree).TrimEnd('\n').Split('\t');
        Assert.Equal(["2", "8.0 KiB", "interrupted"], row[2..5]);
    }

    [Fact]
    public void Journals_of_older_versions_are_listed_without_what_they_do_not_contain()
    {
        using TempTree tree = Twins();
        tree.AddFile(
            "state/doppel/journal/20230101T120000123Z-1a2b3c.jsonl",
            """
            {"type":"run","schema":2,"version":"0.1.0","action":"delete","key":"00112233445566778899aabbccddeeff",
            "started":"2023-01-01T12:00:00.1230000+00:00","command":["delete","/srv"]}
            {"type":"end","done":5,"skipped":1,"failed":0,"unfinished":0,"idle":0}

            """.Replace(",\n", ",", StringComparison.Ordinal));
        Assert.Equal(
            "20230101T120000123Z-1a2b3c\t2023-01-01 14:00:00\t5\t-\tdone\tdoppel delete /srv\t-\n", List(tree));
    }

    [Fact]
    public void A_journal_that_cannot_be_read_is_listed_with_the_reason_and_hides_no_other()
    {
        using TempTree tree = Twins();
        string id = Act(tree, "link", "--yes", $"{tree.Folder}/files");
        File.WriteAllText($"{tree.Folder}/state/doppel/journal/20230101T120000123Z-1a2b3c.jsonl", "{}\n");
        string[] lines = List(tree).Split('\n');
        Assert.StartsWith(
            "20230101T120000123Z-1a2b3c\t-\t-\t-\tunreadable\tthe journal is damaged", lines[0],
            StringComparison.Ordinal);
        Assert.StartsWith(id, lines[1], StringComparison.Ordinal);
        Assert.Contains("\"state\":\"unreadable\",\"reason\":\"the journal", List(tree, "--json"));
    }

    [Theory]
    [InlineData("", "journal: unknown argument '2024'; to show a run, use doppel journal show RUN")]
    [InlineData("show", "journal show requires a RUN; run doppel journal to list all runs")]
    [InlineData("--prune", "--prune requires a RUN; run doppel journal to list all runs")]
    [InlineData("show --json", "--json cannot be combined with show")]
    public void Misuse_is_refused_in_one_line_that_says_what_to_do(string arguments, string message)
    {
        using TempTree tree = Twins();
        string[] more = arguments.Length == 0 ? ["2024"] : arguments.Split(' ');
        using var host = new TestHost();
        Assert.Equal(2, Run(host, tree, ["journal", .. more]));
        Assert.Equal($"doppel: {message}\n", host.Errors);
    }

    [Theory]
    [InlineData("delete --yes a", "doppel delete --yes a")]
    [InlineData("delete a|b c", "doppel delete 'a|b c'")]
    [InlineData("delete --keep *.raw", "doppel delete --keep '*.raw'")]
    [InlineData("delete é", "doppel delete é")]
    [InlineData("delete a\u001b[31m", "doppel delete 'a\\x1B[31m'")]
    public void A_command_is_shown_as_it_could_be_typed(string command, string shown)
    {
        string[] arguments = command.Replace("|b c", "|", StringComparison.Ordinal).Split(' ');
        arguments[^1] = command.EndsWith("|b c", StringComparison.Ordinal) ? "a|b c" : arguments[^1];
        var run = new Acting.JournalRun
        {
            Version = "1",
            Action = null,
            Started = DateTimeOffset.Parse("2024-01-01T00:00:00Z", CultureInfo.InvariantCulture),
            Command = arguments,
        };
        Assert.Equal(shown, ListedRun.CommandOf(run));
    }

    [Fact]
    public void An_undo_without_a_RUN_takes_the_newest_that_changed_something_and_is_not_undone()
    {
        using TempTree tree = Twins();
        Act(tree, "delete", "--yes", $"{tree.Folder}/files");
        Act(tree, "link", "--yes", $"{tree.Folder}/more");
        Assert.Equal("restored 1 file", LastOfUndo(tree, $"{tree.Folder}/more/d", isBack: true));
        File.WriteAllText($"{tree.Folder}/state/doppel/journal/20990101T120000123Z-1a2b3c.jsonl", "{\"type\":\"ru");
        Assert.Equal("restored 1 file", LastOfUndo(tree, $"{tree.Folder}/files/b", isBack: true));
        using var host = new TestHost();
        Assert.Equal(2, Run(host, tree, "undo", "--yes"));
        Assert.Equal("doppel: there is no run to undo; run doppel journal to list all runs\n", host.Errors);
    }

    [Fact]
    public void An_undo_of_a_part_takes_paths_as_typed_and_names_those_without_any_change()
    {
        using TempTree tree = Twins();
        tree.AddSymbolicLink("way", "more");
        string id = Act(tree, "delete", "--yes", $"{tree.Folder}/files", $"{tree.Folder}/more");
        using var refused = new TestHost();
        Assert.Equal(2, Run(refused, tree, "undo", "--yes", "--only", $"{tree.Folder}/more", "--only", "/nowhere"));
        Assert.EndsWith(
            $"run {id} changed nothing at or below '/nowhere'; run doppel journal show {id} to list its names\n",
            refused.Errors);
        Assert.False(File.Exists($"{tree.Folder}/more/d"));
        using var undoing = new TestHost
        {
            Paths = new RootPaths(System.Text.Encoding.UTF8.GetBytes(tree.Folder + "/state")),
        };
        Assert.True(Run(undoing, tree, "undo", "--yes", "--only", "../files/../way/d") == 0, undoing.Errors);
        Assert.EndsWith("restored 1 file\n", undoing.Errors);
        Assert.True(File.Exists($"{tree.Folder}/more/d"));
        Assert.False(File.Exists($"{tree.Folder}/files/b"));
        Assert.Equal("partly undone", List(tree).Split('\t')[4]);
        Assert.EndsWith($"'{tree.Folder}/more/d'\n", List(tree));
        using var dry = new TestHost();
        Assert.Equal(0, Run(dry, tree, "undo", "--dry-run"));
        Assert.Equal($"restore '{tree.Folder}/files/b'\n", dry.Output);
        using var rest = new TestHost();
        Assert.True(Run(rest, tree, "undo", "--yes") == 0, rest.Errors);
        Assert.EndsWith("restored 1 file, 1 with nothing to do\n", rest.Errors);
        Assert.Equal("undone", List(tree).Split('\t')[4]);
    }

    private static string LastOfUndo(TempTree tree, string path, bool isBack)
    {
        using var host = new TestHost();
        Assert.True(Run(host, tree, "undo", "--yes") == 0, host.Errors);
        Assert.Equal(isBack, File.Exists(path));
        return host.Errors.TrimEnd('\n').Split('\n')[^1];
    }

    // Runs a command and returns the ID of its run.
    private static string Act(TempTree tree, params string[] arguments)
    {
        using var host = new TestHost();
        Assert.True(Run(host, tree, arguments) == 0, host.Errors);
        return Directory.GetFiles($"{tree.Folder}/state/doppel/journal", "*.jsonl")
            .Select(static path => Path.GetFileNameWithoutExtension(path)).Max(StringComparer.Ordinal)!;
    }

    private static string List(TempTree tree, params string[] arguments)
    {
        using var host = new TestHost();
        Assert.True(Run(host, tree, ["journal", .. arguments]) == 0, host.Errors);
        return host.Output;
    }

    private static int Run(TestHost host, TempTree tree, params string[] arguments)
    {
        host.Environment["XDG_STATE_HOME"] = tree.Folder + "/state";
        host.Environment["HOME"] = tree.Folder;
        return host.Run(arguments);
    }

    private static TempTree Twins()
    {
        var tree = new TempTree();
        foreach (string name in (string[])["files/a", "files/b", "more/c", "more/d"])
        {
            tree.AddFile(name, name[0] == 'f' ? "same" : "other");
        }

        return tree;
    }
}
