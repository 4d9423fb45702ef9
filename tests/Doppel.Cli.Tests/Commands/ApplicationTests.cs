using System.Text.Json;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

public sealed class ApplicationTests
{
    [Fact]
    public void Groups_go_to_standard_output_and_the_summary_to_standard_error()
    {
        using TempTree tree = TwoTwins();
        var host = new TestHost();
        Assert.Equal(0, host.Run("find", "--format", "fdupes", tree.Folder));
        Assert.Equal($"{tree.Folder}/a\n{tree.Folder}/b\n\n", host.Output);
        Assert.Matches("^1 group, 1 redundant file, 5 B redundant; 3 files searched in [0-9.]+ s\n$", host.Errors);
    }

    [Theory]
    [InlineData("--summary")]
    [InlineData("-m")]
    public void A_summary_is_one_line_on_standard_output(string option)
    {
        using TempTree tree = TwoTwins();
        var host = new TestHost();
        Assert.Equal(0, host.Run("find", option, "--unique", tree.Folder));
        Assert.Equal("Total: 1 group, 1 redundant file, 5 B redundant, 1 unique file\n", host.Output);
        Assert.Matches("^3 files searched in [0-9.]+ s\n$", host.Errors);
    }

    [Fact]
    public void Long_shows_size_and_local_time_and_can_be_read_back()
    {
        using TempTree tree = TwoTwins();
        string a = Path.Combine(tree.Folder, "a");
        string b = Path.Combine(tree.Folder, "b");
        File.SetLastWriteTimeUtc(a, new DateTime(2024, 2, 3, 4, 5, 6, DateTimeKind.Utc));
        File.SetLastWriteTimeUtc(b, new DateTime(1999, 12, 31, 22, 30, 0, DateTimeKind.Utc));
        string report = Path.Combine(tree.Folder, "report");
        Assert.Equal(0, new TestHost().Run("find", "-l", "--exact", "-o", report, tree.Folder));
        Assert.Equal(
            $"""
                      Size  Modified          Name
            2 copies of 5 B, 5 B redundant, bytes
                       5 B  2024-02-03 06:05  {a}
                       5 B  2000-01-01 00:30  {b}

            Total: 1 group, 1 redundant file, 5 B redundant

            """,
            File.ReadAllText(report));
        var plan = new TestHost();
        plan.Environment["HOME"] = tree.Folder;
        Assert.Equal(0, plan.Run("plan", "--explain", report));
        Assert.Contains(a, plan.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Case_is_ignored_in_globs_when_asked_for()
    {
        using var tree = new TempTree();
        tree.AddFile("A.JPG", "hello");
        tree.AddFile("b.jpg", "hello");
        tree.AddFile("CACHE/c.jpg", "hello");
        string[] line = ["find", "-q", "--format=fdupes", "--include=*.jpg", "--exclude=cache/", tree.Folder];
        var exact = new TestHost();
        exact.Run(line);
        Assert.Equal($"{tree.Folder}/CACHE/c.jpg\n{tree.Folder}/b.jpg\n\n", exact.Output);
        var ignoring = new TestHost();
        ignoring.Run([.. line, "--ignore-case"]);
        Assert.Equal($"{tree.Folder}/A.JPG\n{tree.Folder}/b.jpg\n\n", ignoring.Output);
    }

    [Fact]
    public void Quiet_leaves_results_alone()
    {
        using TempTree tree = TwoTwins();
        var host = new TestHost();
        Assert.Equal(0, host.Run("find", "-q", "--format=fdupes", tree.Folder));
        Assert.NotEmpty(host.Output);
        Assert.Empty(host.Errors);
    }

    [Fact]
    public void Json_names_the_command_and_ends_with_a_summary()
    {
        using TempTree tree = TwoTwins();
        var host = new TestHost();
        Assert.Equal(0, host.Run("find", "--json", tree.Folder));
        string[] lines = host.Output.TrimEnd('\n').Split('\n');
        using JsonDocument begin = JsonDocument.Parse(lines[0]);
        Assert.Equal("begin", begin.RootElement.GetProperty("type").GetString());
        Assert.Equal("--json", begin.RootElement.GetProperty("command")[1].GetString());
        Assert.Equal(Environment.CurrentDirectory, begin.RootElement.GetProperty("cwd").GetString());
        Assert.Contains(
            "2024-06-15T10:00:00", begin.RootElement.GetProperty("started").GetString(), StringComparison.Ordinal);
        using JsonDocument summary = JsonDocument.Parse(lines[^1]);
        Assert.Equal(1, summary.RootElement.GetProperty("groups").GetInt32());
    }

    [Theory]
    [InlineData("--exit-code", 3)]
    [InlineData("--exit-code --min-size=1k", 0)]
    [InlineData("--exit-code --no-exit-code", 0)]
    public void Exit_code_3_means_that_duplicates_were_found(string flags, int expected)
    {
        using TempTree tree = TwoTwins();
        Assert.Equal(expected, new TestHost().Run(["find", .. flags.Split(' '), tree.Folder]));
    }

    [Fact]
    public void Problems_win_over_duplicates_and_do_not_end_the_run()
    {
        using TempTree tree = TwoTwins();
        string list = Path.Combine(tree.Folder, "list");
        File.WriteAllText(list, $"{tree.Folder}/a\n{tree.Folder}/gone\n{tree.Folder}/b");
        var host = new TestHost();
        Assert.Equal(1, host.Run("find", "--exit-code", "--format=fdupes", "--files-from", list));
        Assert.Equal($"{tree.Folder}/a\n{tree.Folder}/b\n\n", host.Output);
        string expected = $"doppel: cannot stat '{tree.Folder}/gone': No such file or directory\n";
        Assert.Contains(expected, host.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void An_empty_list_is_no_working_directory()
    {
        using TempTree tree = TwoTwins();
        string list = Path.Combine(tree.Folder, "list");
        File.WriteAllText(list, "");
        var host = new TestHost();
        Assert.Equal(0, host.Run("find", "--files0-from", list, "--format=fdupes"));
        Assert.Equal("", host.Output);
    }

    [Fact]
    public void A_list_adds_to_the_roots_that_were_typed()
    {
        using TempTree tree = TwoTwins();
        string list = Path.Combine(tree.Folder, "list");
        File.WriteAllText(list, $"{tree.Folder}/b\0");
        var host = new TestHost();
        Assert.Equal(0, host.Run("find", "--files0-from", list, "--format=fdupes", tree.Folder + "/a"));
        Assert.Equal($"{tree.Folder}/a\n{tree.Folder}/b\n\n", host.Output);
    }

    [Theory]
    [InlineData(
        "find gone",
        "doppel: cannot open 'gone': No such file or directory\n"
        + "hint: check the spelling, and quote names with spaces\n")]
    [InlineData(
        "plan . gone",
        "doppel: cannot open 'gone': No such file or directory\n"
        + "hint: check the spelling, and quote names with spaces\n")]
    [InlineData(
        "find --files-from gone",
        "doppel: cannot read the list 'gone': No such file or directory\n"
        + "hint: name a file that contains one name per line, or - for standard input\n")]
    [InlineData(
        "find --files-from .",
        "doppel: cannot read the list '.': Is a directory\n"
        + "hint: name a file that contains one name per line, or - for standard input\n")]
    [InlineData(
        "find -o gone/x",
        "doppel: cannot write to 'gone/x': No such file or directory\nhint: create the folder first\n")]
    [InlineData("find -o .", "doppel: cannot write to '.': Is a directory\nhint: name a file in that folder\n")]
    [InlineData(
        "find --json -0",
        "doppel: -0 cannot be used with --format json\nhint: it requires the format text or fdupes\n")]
    [InlineData(
        "find /dev/null",
        "doppel: cannot search '/dev/null': it is neither a folder nor a file\nhint: name a folder or a file\n")]
    [InlineData(
        "find --profile x",
        "doppel: no profile named 'x'\nhint: there are none yet: doppel profile save NAME -- OPTION...\n")]
    [InlineData(
        "generate completions csh",
        "doppel: no completions for 'csh'\nhint: doppel generate completions bash|zsh|fish|pwsh\n")]
    public void Bad_usage_is_exit_code_2_and_nothing_on_standard_output(string line, string expected)
    {
        using TempTree tree = new();
        var host = new TestHost();
        host.Environment["XDG_CONFIG_HOME"] = tree.Folder;
        Assert.Equal(2, host.Run(line.Split(' ')));
        Assert.Equal(expected, host.Errors);
        Assert.Empty(host.Output);
    }

    [Fact]
    public void Without_arguments_there_is_help()
    {
        var host = new TestHost();
        Assert.Equal(0, host.Run());
        Assert.Contains("Usage: doppel COMMAND", host.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_version_is_shown()
    {
        var host = new TestHost();
        Assert.Equal(0, host.Run("--version"));
        Assert.Matches(@"^doppel \d+\.\d+\.\d+\S*\n$", host.Output);
    }

    [Fact]
    public void Names_are_escaped_on_a_terminal_only()
    {
        using TempTree tree = new();
        tree.AddFile("a\u202Eb", "hello");
        tree.AddFile("c", "hello");
        var terminal = new TestHost { IsTerminal = true };
        terminal.Environment["TERM"] = "dumb";
        terminal.Run("find", "--format=fdupes", tree.Folder);
        Assert.Contains("a\\u{202E}b", terminal.Output, StringComparison.Ordinal);
        var pipe = new TestHost();
        pipe.Run("find", "--format=fdupes", tree.Folder);
        Assert.Contains("a\u202Eb", pipe.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Dots_in_a_root_are_removed_where_they_lead_to_the_same_folder()
    {
        using TempTree tree = TwoTwins();
        tree.AddFolder("d");
        var host = new TestHost();
        host.Run("find", "--json", tree.Folder + "/d/.././");
        Assert.Contains($"\"roots\":[\"{tree.Folder}\"]", host.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Statistics_are_shown_when_asked_for()
    {
        using TempTree tree = TwoTwins();
        var host = new TestHost();
        host.Run("find", "-q", "--stats", tree.Folder);
        Assert.Contains("  scan ", host.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("searched", host.Errors, StringComparison.Ordinal);
    }

    private static TempTree TwoTwins()
    {
        var tree = new TempTree();
        tree.AddFile("a", "hello");
        tree.AddFile("b", "hello");
        tree.AddFile("c", "other");
        return tree;
    }
}
