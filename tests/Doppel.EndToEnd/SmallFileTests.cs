namespace Doppel.EndToEnd;

/// <summary>Files of settings are read in bounded time and memory, whatever stands in their place.</summary>
public sealed class SmallFileTests
{
    private static readonly TimeSpan s_atOnce = TimeSpan.FromSeconds(30);

    public static TheoryData<string, string> Places { get; } = new MatrixTheoryData<string, string>(
        ["config.json", "tuning.json"], ["zero", "fifo", "folder", "large", "endless"]);

    [Theory]
    [MemberData(nameof(Places))]
    public void An_invalid_settings_file_ends_the_run_with_one_line_that_names_it(string file, string kind)
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        tree.AddFile("a", "same");
        ByteName path = $"doppel/{file}";
        home.AddFolder("doppel");
        string why = Put(home, path, kind);
        ProcessStart start = DoppelProgram.Start(
            file == "config.json" ? ["find", "--profile", "x", tree.Folder] : ["find", tree.Folder]);
        ProcessEnd end = Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_CONFIG_HOME"] = home.Folder,
                ["XDG_STATE_HOME"] = home.Folder,
            },
            TimeLimit = s_atOnce,
        });
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.Equal(
            $"""
            doppel: cannot read '{home[path]}': {why}
            hint: replace it by a regular file of at most 64 KiB, or remove it

            """,
            end.ErrorText);
    }

    [Fact]
    public void An_action_reads_what_tune_measured_like_a_search()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        home.AddFolder("doppel");
        string why = Put(home, "doppel/tuning.json", "folder");
        ProcessStart start = DoppelProgram.Start("delete", "--dry-run", tree.Folder);
        ProcessEnd end = Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_STATE_HOME"] = home.Folder },
        });
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.StartsWith($"doppel: cannot read '{home["doppel/tuning.json"]}': {why}\n", end.ErrorText);
    }

    [Fact]
    public void A_configuration_reached_by_a_symbolic_link_is_read()
    {
        using var home = new TempTree();
        home.AddFile("real", """{"profiles": {"x": ["--ext", "jpg"]}}""");
        home.AddFolder("doppel");
        home.AddSymbolicLink("doppel/config.json", "../real");
        ProcessStart start = DoppelProgram.Start("profile", "show", "x");
        ProcessEnd end = Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_CONFIG_HOME"] = home.Folder },
        });
        Assert.Equal("--ext\njpg\n", end.OutputText);
    }

    [Theory]
    [InlineData("plan", "/dev/zero")]
    [InlineData("link --yes", "/dev/zero")]
    [InlineData("find --files-from", "/dev/zero")]
    public void A_report_or_list_without_an_end_is_refused(string command, string path)
    {
        ProcessEnd end = Tool.Run(
            DoppelProgram.Start([.. command.Split(' ').Select(static word => (ByteName)word), path]) with
            {
                TimeLimit = s_atOnce,
            });
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.StartsWith("doppel: ", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("'/dev/zero'", end.ErrorText, StringComparison.Ordinal);
    }

    private static string Put(TempTree home, ByteName path, string kind)
    {
        switch (kind)
        {
            case "zero":
                home.AddSymbolicLink(path, "/dev/zero");
                return "it is not a regular file";
            case "fifo":
                home.AddFifo(path);
                return "it is not a regular file";
            case "folder":
                home.AddFolder(path);
                return "it is a folder";
            case "large":
                home.AddFile(path, new byte[(64 << 10) + 1]);
                return "it is larger than 64 KiB";
            default:
                home.AddSparseFile(path, 4L << 40, 1);
                return "it is larger than 64 KiB";
        }
    }
}
