using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>doppel tune</c> as a person runs it, on real file systems.</summary>
public sealed class TuneTests
{
    private const int Interrupt = 2;

    private static readonly ByteName[] s_short =
        ["--strategies", "engine,pread-1,pread-4", "--sizes", "2,2000", "--repeats", "2", "--cold"];

    [Fact]
    public void The_result_is_reported_saved_shown_and_forgotten()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        AddFiles(tree, "files");
        ByteName html = home["report.html"];
        ProcessEnd end = Tune(home, [.. s_short, "--html", html, tree["files"]]).MustSucceed();
        Assert.Contains("cold, MB/s", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("\nbest: ", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("seed ", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("<svg", File.ReadAllText($"{html}"), StringComparison.Ordinal);

        byte[] state = File.ReadAllBytes($"{home["state/doppel/tuning.json"]}");
        JsonElement kept = JsonSerializer.Deserialize<JsonElement>(state).GetProperty("devices");
        Assert.All(kept.EnumerateArray(), device => Assert.InRange(device.GetProperty("width").GetInt32(), 1, 4));
        ProcessEnd devices = Run(home, "devices", "--device", tree.Folder + "=solid", tree["files"]).MustSucceed();
        Assert.DoesNotContain("at once was best on", devices.OutputText, StringComparison.Ordinal);
        Expect.Groups(tree, [], DoppelProgram.Read(Start(home, "find", "--json", tree["files"]), exitCode: 0));

        string forgot = Run(home, "tune", "--forget", tree["files"]).MustSucceed().ErrorText;
        Assert.StartsWith("forgot ", forgot, StringComparison.Ordinal);
        string again = Run(home, "tune", "--forget", tree["files"]).MustSucceed().ErrorText;
        Assert.StartsWith("no results were saved", again, StringComparison.Ordinal);
    }

    [Theory, InlineData("ext4"), InlineData("xfs"), InlineData("btrfs")]
    public void Every_way_reads_every_byte_on(string fileSystem)
    {
        Needs.Root();
        Needs.Program("mkfs." + fileSystem, fileSystem == "ext4" ? "e2fsprogs" : fileSystem + "progs");
        using var tree = new TempTree();
        using var home = new TempTree();
        tree.AddSparseFile("image", 320 << 20);
        Tool.Run("mkfs." + fileSystem, "-q", tree["image"]).MustSucceed();
        using Mount mount = Mount.Make(tree, "mounted", "-o", "loop", tree["image"]);
        AddFiles(tree, "mounted");
        ProcessEnd end = Tune(
            home, "--strategies", "all", "--sizes", "2,2000", "--repeats", "1", "--cold", "--json", "-",
            tree["mounted"]);
        JsonElement report = JsonSerializer.Deserialize<JsonElement>(end.MustSucceed().Output);
        Assert.True(report.GetProperty("complete").GetBoolean());
        JsonElement[] cells = [.. report.GetProperty("cells").EnumerateArray()];
        Assert.All(cells, cell => Assert.True(
            cell.GetProperty("status").GetString() is "done" or "unsupported" or "refused", $"{cell}"));
        foreach (IGrouping<long, JsonElement> set in cells.GroupBy(cell => cell.GetProperty("from").GetInt64()))
        {
            string[] sums = [.. set.Where(cell => cell.GetProperty("status").GetString() == "done")
                .Select(cell => cell.GetProperty("runs")[0].GetProperty("sum").GetString()!)];
            Assert.True(sums.Length > 10, $"{sums.Length}");
            Assert.Single(sums.Distinct());
        }
    }

    [Fact]
    public void Unreadable_files_are_skipped_and_named()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        AddFiles(tree, "files");
        ByteName secret = tree.AddFile("files/secret", new byte[500]);
        tree.ChangeMode("files/secret", 0);
        ProcessEnd end = Tool.Run(AsNobody(home, Start(home, ["tune", .. s_short, tree["files"]])));
        Assert.True(end.ExitCode == 1, end.ErrorText);
        Assert.Contains($"doppel: skipped '{secret}': Permission denied\n", end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_root_may_drop_everybodys_caches()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        AddFiles(tree, "files");
        ProcessEnd end = Tool.Run(AsNobody(home, Start(home, "tune", "--drop-caches", tree["files"])));
        Assert.Equal(2, end.ExitCode);
        Assert.Equal(
            $"doppel: cannot measure '{tree["files"]}': cannot drop the machine's caches: Permission denied\n"
            + "hint: only root may; without --drop-caches content is dropped file by file, which anybody may\n",
            end.ErrorText);
    }

    [Fact]
    public void A_full_disk_for_the_report_takes_nothing_else_with_it()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        AddFiles(tree, "files");
        ProcessEnd end = Tune(home, [.. s_short, "--json", "/dev/full", "--html", home["page"], tree["files"]]);
        Assert.Equal(2, end.ExitCode);
        Assert.Contains(
            "doppel: cannot write to '/dev/full': No space left on device\n", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("\nbest: ", end.OutputText, StringComparison.Ordinal);
        Assert.True(File.Exists($"{home["page"]}"));
        Assert.True(File.Exists($"{home["state/doppel/tuning.json"]}"));
    }

    [Fact]
    public void An_interrupted_run_reports_what_it_has_saves_nothing_and_leaves_no_child()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        AddFiles(tree, "files");
        ProcessStart start = Start(home, "tune", "--repeats", "99", "--json", home["report"], tree["files"]);
        using ChildProcess child = ChildProcess.Start(start);
        Assert.True(SpinWait.SpinUntil(() => ChildrenOf(child.Id).Length > 0 || !child.Runs, TimeSpan.FromMinutes(1)));
        child.Signal(Interrupt);
        ProcessEnd end = child.WaitForEnd();
        Assert.True(end.ExitCode == 130, end.ErrorText);
        Assert.Contains("the results are incomplete", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("interrupted after ", end.ErrorText, StringComparison.Ordinal);
        JsonElement report = JsonSerializer.Deserialize<JsonElement>(File.ReadAllBytes($"{home["report"]}"));
        Assert.False(report.GetProperty("complete").GetBoolean());
        Assert.False(File.Exists($"{home["state/doppel/tuning.json"]}"));
        Assert.Empty(ChildrenOf(child.Id));
    }

    [Theory]
    [InlineData("tune --strategies nothing", "doppel: --strategies: unknown strategy: 'nothing'\nhint: doppel tune")]
    [InlineData(
        "tune --sizes 10k,2",
        "doppel: --sizes: '2' is not a size, or not larger than the one before it\nhint: a size")]
    [InlineData("tune --repeats 0", "doppel: --repeats: '0' is not a number from 1 to 99\n")]
    [InlineData("tune gone", "doppel: cannot open 'gone': No such file or directory\nhint: check the spelling")]
    [InlineData("tune-run", "doppel: tune-run: ")]
    public void Bad_usage_is_exit_code_2(string line, string expected)
    {
        using var home = new TempTree();
        ProcessEnd end = Run(home, [.. line.Split(' ').Select(word => (ByteName)word)]);
        Assert.Equal(2, end.ExitCode);
        Assert.StartsWith(expected, end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public void An_empty_folder_is_refused()
    {
        using var tree = new TempTree();
        ProcessEnd end = Tune(tree, tree.AddFolder("empty"));
        Assert.Equal(2, end.ExitCode);
        Assert.Equal(
            $"doppel: cannot measure '{tree["empty"]}': there are no files to read below it\n"
            + "hint: name a folder with files like those that are to be read\n",
            end.ErrorText);
    }

    private static void AddFiles(TempTree tree, ByteName folder)
    {
        var random = new Random(1);
        for (int i = 0; i < 60; i++)
        {
            byte[] content = new byte[100 + (i * 131)];
            random.NextBytes(content);
            tree.AddFile(folder / $"sub{i % 4}/file{i}", content);
        }
    }

    private static ProcessEnd Tune(TempTree home, params ByteName[] arguments) => Run(home, ["tune", .. arguments]);

    private static ProcessEnd Run(TempTree home, params ByteName[] arguments) => Tool.Run(Start(home, arguments));

    private static ProcessStart Start(TempTree home, params ByteName[] arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return start with
        {
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = $"{home["state"]}",
            },
        };
    }

    // Root is refused nothing. A copy of the executable lies where everybody may read it.
    private static ProcessStart AsNobody(TempTree home, ProcessStart start)
    {
        if (LibC.UserId != 0)
        {
            return start;
        }

        Needs.Program("setpriv", "util-linux");
        home.ChangeMode("", 0x1FF);
        Tool.Run("cp", DoppelProgram.Path, home["doppel"]).MustSucceed();
        return start with
        {
            Program = "setpriv",
            Arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", "--", home["doppel"], .. start.Arguments],
            Folder = "/",
        };
    }

    private static string[] ChildrenOf(int process)
    {
        try
        {
            return Directory.GetDirectories($"/proc/{process}/task").SelectMany(
                thread => File.ReadAllText(Path.Combine(thread, "children"))
                    .Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToArray();
        }
        catch (IOException)
        {
            return [];
        }
    }
}
