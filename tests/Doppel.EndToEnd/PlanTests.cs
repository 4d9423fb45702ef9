using System.Text;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>doppel plan</c> as a person runs it.</summary>
public sealed class PlanTests
{
    [Theory]
    [InlineData("json")]
    [InlineData("html")]
    [InlineData("csv")]
    [InlineData("text")]
    [InlineData("fdupes")]
    [InlineData("fclones")]
    public void A_report_of_any_form_becomes_the_same_plan(string format)
    {
        using TempTree tree = Copies();
        DoppelProgram.Run("find", "--format", format, "-o", tree["report"], tree["roots"]).MustSucceed();
        ProcessEnd end = DoppelProgram.Run("plan", "--prefer", "deepest", tree["report"]).MustSucceed();
        JsonElement[] lines = Lines(end.Output);
        Assert.Equal(["plan", "group", "summary"], lines.Select(line => line.GetProperty("type").GetString()!));
        Assert.Equal(["roots/deep/er/1", "roots/deep/er/2"], Names(tree, lines[1].GetProperty("keep")[0]));
        Assert.Equal(
            ["roots/a", "roots/b"],
            lines[1].GetProperty("drop").EnumerateArray().SelectMany(copy => Names(tree, copy)).Order());
        Assert.Equal((2, 1), (Count(lines[2], "files"), Count(lines[2], "held_files")));
        Assert.StartsWith("1 group, 2 files to act on, ", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("1 file would free nothing", end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public void A_report_is_read_from_standard_input_and_a_plan_is_written_to_a_file()
    {
        using TempTree tree = Copies();
        ProcessEnd report = DoppelProgram.Run("find", "--json", tree["roots"]).MustSucceed();
        ProcessEnd end = Tool.Run(
            DoppelProgram.Start("plan", "-q", "-o", tree["plan"], "-") with { Input = report.Output }).MustSucceed();
        Assert.Equal(("", ""), (end.OutputText, end.ErrorText));
        Assert.Equal(3, Lines(File.ReadAllBytes($"{tree["plan"]}")).Length);
    }

    [Fact]
    public void An_explanation_names_the_rule_for_each_copy_and_replaces_the_plan()
    {
        using TempTree tree = Copies();

        // What a hard link would change is told as well; here it is nothing, however long it took to make them.
        Tool.Run(
            "touch", "-d", "2004-05-06 07:08:09", tree["roots/a"], tree["roots/b"], tree["roots/deep/er/1"])
            .MustSucceed();
        DoppelProgram.Run("find", "--json", "-o", tree["report"], tree["roots"]).MustSucceed();
        ProcessEnd end = DoppelProgram.Run(
            "plan", "--explain", "--drop", "deep/**", "--keep", "a", tree["report"]).MustSucceed();
        Assert.Equal(
            $"""
            3 copies of 10.0 KiB: keep 1, drop 2
              keep  '{tree["roots/a"]}': keep a
              drop  '{tree["roots/b"]}': another copy is kept: keep a, frees nothing
              drop  '{tree["roots/deep/er/1"]}': drop deep/**
                  = '{tree["roots/deep/er/2"]}'


            """,
            end.OutputText);
    }

    [Fact]
    public void Plans_keep_everything_below_a_protected_folder_whatever_path_names_it()
    {
        using TempTree tree = Copies();
        tree.AddSymbolicLink("way", "roots/deep");
        DoppelProgram.Run("find", "--json", "-o", tree["report"], tree["roots"]).MustSucceed();
        ProcessEnd end = DoppelProgram.Run(
            "plan", "--never", tree["way"], "--drop", "**", tree["report"]).MustSucceed();
        JsonElement group = Lines(end.Output)[1];
        Assert.Equal(["roots/deep/er/1", "roots/deep/er/2"], Names(tree, group.GetProperty("keep")[0]));
        Assert.Equal(1, group.GetProperty("keep").GetArrayLength());
    }

    [Fact]
    public void Changes_since_the_report_are_reported_with_exit_code_1_and_nothing_is_changed()
    {
        using TempTree tree = Copies();
        DoppelProgram.Run("find", "--json", "-o", tree["report"], tree["roots"]).MustSucceed();
        tree.Rename("roots/a", "moved");
        tree.AddSymbolicLink("roots/a", "../moved");
        ProcessEnd end = DoppelProgram.Run("plan", tree["report"]);
        Assert.Equal(1, end.ExitCode);
        string expected = $"cannot act on '{tree["roots/a"]}': it is a symbolic link\n";
        Assert.Contains(expected, end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("\"reason\":\"symbolic-link\"", end.OutputText, StringComparison.Ordinal);
        Assert.DoesNotContain("moved", end.OutputText, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("plan", "plan: missing argument")]
    [InlineData("plan missing", "cannot read the report 'missing': No such file or directory")]
    [InlineData("plan --prefer nicest x", "--prefer: 'nicest' is not one of outside-links")]
    [InlineData("plan --copies 0 x", "--copies: '0' is not a number of at least 1")]
    [InlineData("plan --never missing x", "--never: cannot open 'missing': No such file or directory")]
    [InlineData("plan --keep dir/ x", "--keep: there is no folder 'dir/', and the name of a file cannot end with '/'")]
    [InlineData("plan --explain -o - x", "--explain and the plan cannot both be written to standard output")]
    public void Bad_usage_is_reported_in_one_line_with_exit_code_2(string line, string expected)
    {
        using TempTree tree = new();
        ProcessEnd end = Tool.Run(
            DoppelProgram.Start([.. line.Split(' ').Select(word => (ByteName)word)]) with
            {
                Folder = tree[""],
            });
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.StartsWith("doppel: " + expected, end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public void A_damaged_report_leaves_no_plan_and_names_the_line()
    {
        using TempTree tree = Copies();
        ProcessEnd report = DoppelProgram.Run("find", "--json", tree["roots"]).MustSucceed();
        tree.AddFile("report", report.OutputText.Replace("\"size\":", "\"size\":x", StringComparison.Ordinal));
        ProcessEnd end = DoppelProgram.Run("plan", "-o", tree["plan"], tree["report"]);
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("line 2: is not valid JSON", end.ErrorText, StringComparison.Ordinal);
        Assert.False(File.Exists($"{tree["plan"]}"));
    }

    [Fact]
    public void A_plan_interrupted_while_reading_its_report_leaves_nothing_behind()
    {
        using TempTree tree = Copies();
        using var place = new TempTree();
        ProcessEnd report = DoppelProgram.Run("find", "--json", tree["roots"]).MustSucceed();
        ByteName fifo = tree.AddFifo("fifo");
        using ChildProcess child = ChildProcess.Start(DoppelProgram.Start("plan", "-o", place["plan"], fifo) with
        {
            TimeLimit = TimeSpan.FromMinutes(1),
        });
        using var writer = new FileStream($"{fifo}", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0);
        writer.Write(report.Output.AsSpan(0, Array.IndexOf(report.Output, (byte)'\n') + 1));

        // The form of a report is found out from its first 64 KiB; lines of unknown types are passed over.
        writer.Write(Encoding.UTF8.GetBytes($"{{\"type\":\"later\",\"text\":\"{new string('x', 1 << 17)}\"}}\n"));
        bool began = SpinWait.SpinUntil(
            () => Directory.GetFiles(place.Folder, ".doppel-*.tmp").Length > 0, TimeSpan.FromSeconds(30));
        child.Signal(2);
        Assert.Equal(130, child.WaitForEnd().ExitCode);
        Assert.True(began);
        Assert.Empty(Directory.GetFileSystemEntries(place.Folder));
    }

    /// <summary>Three copies: a, b with a name outside, and one with two names deep below.</summary>
    private static TempTree Copies()
    {
        var tree = new TempTree();
        byte[] content = new byte[10 * 1024];
        new Random(5).NextBytes(content);
        tree.AddFile("roots/a", content);
        tree.AddFile("roots/b", content);
        tree.AddHardLink("outside", "roots/b");
        tree.AddFile("roots/deep/er/1", content);
        tree.AddHardLink("roots/deep/er/2", "roots/deep/er/1");
        return tree;
    }

    private static JsonElement[] Lines(byte[] plan) =>
    [
        .. Encoding.UTF8.GetString(plan).TrimEnd('\n').Split('\n').Select(line => JsonDocument.Parse(line).RootElement),
    ];

    private static IEnumerable<string> Names(TempTree tree, JsonElement copy) =>
        copy.GetProperty("names").EnumerateArray().Select(name => Path.GetRelativePath(tree.Folder, name.GetString()!));

    private static int Count(JsonElement summary, string field) => summary.GetProperty(field).GetInt32();
}
