namespace Doppel.EndToEnd;

/// <summary>
/// What cannot be done is said in one line, perhaps with a hint below, with exit code 2, and leaves nothing behind.
/// </summary>
public sealed class BadInputTests
{
    [Theory]
    [InlineData("no-such-folder", "find", "no-such-folder")]
    [InlineData("--nonsense", "find", "--nonsense", ".")]
    [InlineData("-9", "find", "-9", ".")]
    [InlineData("frob", "frob")]
    [InlineData("12parsecs", "find", "--min-size", "12parsecs", ".")]
    [InlineData("-1", "find", "--min-size=-1", ".")]
    [InlineData("99999999999999999999", "find", "--max-size", "99999999999999999999", ".")]
    [InlineData("--threads", "find", "--threads", "0", ".")]
    [InlineData("many", "find", "--threads", "many", ".")]
    [InlineData("--max-depth", "find", "--max-depth", "x", ".")]
    [InlineData("sideways", "find", "--scan=sideways", ".")]
    [InlineData("xml", "find", "--format", "xml", ".")]
    [InlineData("purple", "find", "--color", "purple", ".")]
    [InlineData("[a", "find", "--exclude", "[a", ".")]
    [InlineData("yesterdayish", "find", "--newer", "yesterdayish", ".")]
    [InlineData("no-such-list", "find", "--files-from", "no-such-list")]
    [InlineData("no-such-list", "find", "--files0-from", "no-such-list")]
    [InlineData("no-such-dir", "find", "-o", "no-such-dir/report", ".")]
    [InlineData("nobody-made-it", "find", "--profile", "nobody-made-it", ".")]
    [InlineData("--min-size", "find", "--min-size")]
    public void It_is_said_in_one_line_with_exit_code_2(string mentioned, params string[] arguments)
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        ProcessStart start = DoppelProgram.Start([.. arguments.Select(a => (ByteName)a)]) with { Folder = tree.Folder };
        ProcessEnd end = Tool.Run(start);
        Assert.True(end.ExitCode == 2, $"exit code {end.ExitCode}: {end.ErrorText}");
        Assert.Equal("", end.OutputText);
        string[] lines = end.ErrorText.TrimEnd('\n').Split('\n');
        Assert.StartsWith("doppel: ", lines[0]);
        Assert.Contains(mentioned, lines[0]);
        Assert.True(lines.Length == 1 || (lines.Length == 2 && lines[1].StartsWith("hint: ")), end.ErrorText);
        Assert.Equal(["one", "two"], Directory.GetFileSystemEntries(tree.Folder).Select(Path.GetFileName).Order());
    }

    [Fact]
    public void A_list_that_may_not_be_read_is_refused()
    {
        using var tree = new TempTree();
        ProcessEnd end = DoppelProgram.Run("find", "--files-from", tree.AddFolder("folder"));
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("folder", end.ErrorText);
    }

    [Fact]
    public void A_root_does_not_become_the_value_of_a_flag()
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        string[] flags = ["--unique", "--exact", "--follow", "--stats", "--no-hidden", "-0", "-v", "--idle"];
        foreach (string flag in flags)
        {
            ProcessEnd end = DoppelProgram.Run("find", flag, tree.Folder);
            Assert.True(end.ExitCode == 0 && end.OutputText.Contains("one"), $"{flag}: {end.ErrorText}");
        }
    }
}
