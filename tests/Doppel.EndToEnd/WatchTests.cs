using System.Globalization;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>doppel watch</c>: its lines say at every moment what a search would find.</summary>
[System.Runtime.Versioning.SupportedOSPlatform("linux")]
public sealed class WatchTests : IDisposable
{
    private const int Interrupt = 2;
    private const int Terminate = 15;

    private readonly TempTree _tree = new();
    private readonly TempTree _catalog = new();

    public void Dispose()
    {
        _tree.Dispose();
        _catalog.Dispose();
    }

    [Theory]
    [InlineData("tmpfs")]
    [InlineData("ext4")]
    public void The_lines_add_up_to_a_fresh_search_whatever_programs_do(string fileSystem)
    {
        using Mount mount = MountOf(fileSystem);
        string[] roots = [$"{_tree["m/one"]}", $"{_tree["m/two"]}"];
        foreach (string name in (string[])["one", "two", "out"])
        {
            _tree.AddFolder("m/" + name);
        }

        int seed = TestRun.SeedOffset + fileSystem.Length;
        var writer = new RandomWriter(_tree, "m", seed);
        writer.Write(40);
        using var run = new WatchRun(_catalog.Folder, [.. roots.Select(static root => (ByteName)root)]);
        run.WaitForFirst();
        for (int round = 0; round < TestRun.Count(5, 500); round++)
        {
            writer.Write(TestRun.IsFull && round % 10 == 0 ? 200 : 12);
            run.CatchUp(roots[round % 2]);
            string expected = WatchRun.GroupsOf(
                DoppelProgram.Find(["--catalog", "none", .. roots.Select(static root => (ByteName)root)]));
            Assert.True(
                expected == run.Groups, $"{fileSystem}, round {round}, {writer}\n{expected}\nbut\n{run.Groups}");
        }

        Assert.Equal(0, run.Stop(Terminate).ExitCode);
    }

    [Fact]
    public void A_missing_root_is_a_problem_and_the_others_are_watched()
    {
        _tree.AddFile("here/1", "content");
        _tree.AddFile("here/2", "content");
        using var run = new WatchRun(_catalog.Folder, _tree["here"], _tree["gone"]);
        run.WaitForFirst();
        Assert.Equal(1, run.Totals.GetProperty("groups").GetInt64());
        Assert.Equal(1, run.Totals.GetProperty("problems").GetInt64());
        _tree.AddFile("here/3", "content");
        run.WaitFor(static totals => totals.GetProperty("redundant_files").GetInt64() == 2);
        ProcessEnd end = run.Stop(Terminate);
        Assert.Equal(0, end.ExitCode);
        Assert.Contains($"cannot stat '{_tree["gone"]}'", end.ErrorText, StringComparison.Ordinal);

        // Without any root that is there, nothing can be watched.
        Assert.Equal(2, DoppelProgram.Run("watch", "--catalog", "none", _tree["gone"]).ExitCode);
    }

    [Theory]
    [InlineData(Terminate)]
    [InlineData(Interrupt)]
    public void It_starts_with_all_groups_and_ends_with_success(int signal)
    {
        _tree.AddFile("a/1", "content");
        _tree.AddFile("b/2", "content");
        _tree.AddFile("alone", "other");
        using WatchRun run = Start();
        Assert.Equal(["begin", "new", "totals"], run.Lines.Select(TypeOf));
        Assert.Equal(3, run.Totals.GetProperty("files").GetInt32());
        Assert.Equal(7, run.Totals.GetProperty("redundant_bytes").GetInt32());
        ProcessEnd end = run.Stop(signal);
        Assert.Equal((0, ""), (end.ExitCode, end.ErrorText));
    }

    [Fact]
    public void A_change_of_nothing_but_names_reads_no_file_on_a_file_system_without_identity()
    {
        using Mount mount = MountOf("tmpfs");
        for (int i = 0; i < 40; i++)
        {
            _tree.AddFile($"m/{i % 4}/{i}", new byte[i < 20 ? 5000 : 100_000]);
        }

        using WatchRun run = Start("m");
        run.CatchUp($"{_tree["m"]}");
        run.CatchUp($"{_tree["m"]}");
        _tree.Rename("m/0/0", "m/1/renamed");
        int before = run.Lines.Count;
        run.CatchUp($"{_tree["m"]}");
        long opened = run.Lines.Skip(before).Where(static line => TypeOf(line) == "totals").Sum(
            static line => line.GetProperty("opened").GetInt64());

        // The renamed file has another change time. The two markers are read, and again until they are older.
        Assert.InRange(opened, 3, 8);
        Assert.Equal(2, run.Totals.GetProperty("groups").GetInt32());
    }

    [Fact]
    public void Folders_that_are_made_and_filled_at_once_are_complete()
    {
        using WatchRun run = Start();
        for (int i = 0; i < 30; i++)
        {
            Tool.Run("sh", "-c", $"""
                mkdir -p '{_tree.Folder}/{i}/a/b/c' && cd '{_tree.Folder}/{i}' &&
                echo {i} > a/b/c/1 && echo {i} > a/2 && echo {i} > 3
                """).MustSucceed();
        }

        run.CatchUp(_tree.Folder);
        Assert.Equal(30, run.Totals.GetProperty("groups").GetInt32());
        Assert.Equal(60, run.Totals.GetProperty("redundant_files").GetInt32());
    }

    [Fact]
    public void An_overflow_of_the_queue_is_healed_by_listing_everything()
    {
        const int Stop = 19;
        const int Continue = 18;
        int queue = int.Parse(
            File.ReadAllText("/proc/sys/fs/inotify/max_queued_events"), CultureInfo.InvariantCulture);
        Assert.SkipWhen(queue > 100_000, "the queue of events is too long here");
        _tree.AddFile("noise", "x");
        _tree.AddFile("a/1", "content");
        _tree.AddFile("b/2", "content");
        using WatchRun run = Start();
        run.Child.Signal(Stop);
        using (FileStream noise = File.OpenWrite($"{_tree["noise"]}"))
        {
            // Two kinds in turn, since the kernel keeps only one of several equal events in a row.
            for (int i = 0; i <= queue / 2; i++)
            {
                noise.SetLength(1 + (i % 7));
                File.SetUnixFileMode(noise.SafeFileHandle, UnixFileMode.UserRead | (UnixFileMode)(i % 2));
            }
        }

        _tree.AddFile("c/deep/3", "content");
        _tree.Remove("b/2");
        run.Child.Signal(Continue);
        run.CatchUp(_tree.Folder);
        Assert.Equal(Fresh(), run.Groups);
        Assert.Contains("c/deep/3", run.Groups);
    }

    [Fact]
    public void Every_field_of_the_lines_is_in_the_documentation()
    {
        _tree.AddFile("r/1", "content");
        _tree.AddFile("a/2", "content");
        using WatchRun run = new(_catalog.Folder, "--reference", _tree["r"], _tree["a"]);
        run.WaitForFirst();
        _tree.AddFile("a/3", "content");
        run.WaitFor(static totals => totals.GetProperty("redundant_files").GetInt32() == 2);
        _tree.Remove("r/1");
        run.WaitFor(static totals => totals.GetProperty("groups").GetInt32() == 0);
        string page = File.ReadAllText(Path.Combine(SourceTree.Root, "docs/watch.md"));
        Assert.Equal(
            ["begin", "changed", "gone", "new", "totals"], run.Lines.Select(TypeOf).Distinct().Order());
        Assert.All(
            run.Lines.SelectMany(static line => line.EnumerateObject().Select(static field => field.Name))
                .Concat(run.Lines.Select(TypeOf)).Distinct().Where(static name => name != "type"),
            name => Assert.Contains($"`{name}`", page, StringComparison.Ordinal));
    }

    [Fact]
    public void A_write_through_another_name_changes_all_names()
    {
        _tree.AddFile("a/1", "content");
        _tree.AddFile("b/2", "content");
        using var outside = new TempTree();
        Tool.Run("ln", _tree["a/1"], $"{outside.Folder}/name").MustSucceed();
        _tree.AddHardLink("c/3", "a/1");
        using WatchRun run = Start();
        Assert.Equal(1, run.Totals.GetProperty("groups").GetInt32());
        File.WriteAllText($"{outside.Folder}/name", "CONTENT");
        run.CatchUp(_tree.Folder);
        Assert.Equal(0, run.Totals.GetProperty("groups").GetInt32());
        File.WriteAllText($"{outside.Folder}/name", "content");
        run.CatchUp(_tree.Folder);
        Assert.Equal(Fresh(), run.Groups);
        Assert.Contains("a/1", run.Groups);
    }

    [Fact]
    public void Roots_come_and_go()
    {
        _tree.AddFile("above/root/1", "content");
        _tree.AddFile("other/2", "content");
        _tree.AddFile("file", "content");
        using WatchRun run = Start("above/root", "other", "file");
        Assert.Equal(2, run.Totals.GetProperty("redundant_files").GetInt32());
        _tree.Rename("above", "away");
        run.WaitFor(static totals => totals.GetProperty("redundant_files").GetInt32() == 1);
        _tree.Rename("away", "above");
        run.WaitFor(static totals => totals.GetProperty("redundant_files").GetInt32() == 2);
        _tree.AddFile("new", "CONTENT");
        _tree.Rename("new", "file");
        run.WaitFor(static totals => totals.GetProperty("redundant_files").GetInt32() == 1);
        File.WriteAllText($"{_tree["file"]}", "content");
        run.WaitFor(static totals => totals.GetProperty("redundant_files").GetInt32() == 2);
        run.CatchUp($"{_tree["above/root"]}");
        ProcessEnd end = run.Stop(Terminate);
        Assert.Equal(0, end.ExitCode);
        Assert.Equal(
            $"doppel: cannot stat '{_tree["above/root"]}': No such file or directory\n", end.ErrorText);
    }

    [Fact]
    public void Mounts_that_come_and_go_below_a_root_are_noticed()
    {
        Needs.Root();
        _tree.AddFile("1", "content");
        _tree.AddFile("m/covered", "content");
        using WatchRun run = Start();
        Assert.Equal(1, run.Totals.GetProperty("groups").GetInt32());
        using (Mount mount = Mount.Make(_tree, "m", "-t", "tmpfs", "none"))
        {
            run.WaitFor(static totals => totals.GetProperty("groups").GetInt32() == 0);
            _tree.AddFile("m/2", "content");
            run.WaitFor(static totals => totals.GetProperty("groups").GetInt32() == 1);
            Assert.Contains("m/2", run.Groups);
        }

        run.WaitFor(static totals => totals.GetProperty("groups").GetInt32() == 1);
        run.CatchUp(_tree.Folder);
        Assert.Contains("m/covered", run.Groups);
    }

    // Counted rather than timed: whatever else the machine does, who sleeps gets no processor.
    [Fact]
    public void While_nothing_changes_it_sleeps()
    {
        _tree.AddFile("1", "content");
        _tree.AddFile("2", "content");
        using WatchRun run = WatchRun.Undisturbed(_catalog.Folder, _tree.Folder);
        run.WaitForFirst();
        run.CatchUp(_tree.Folder);
        AssertSleeps(run);
    }

    [Fact]
    public void It_becomes_idle_although_it_watches_its_own_output_and_its_catalog()
    {
        _tree.AddFile("1", "content");
        _tree.AddFile("2", "content");
        using WatchRun run = WatchRun.Undisturbed(
            _catalog.Folder, _tree.Folder, _catalog.Folder, WatchRun.OwnFolder);
        run.WaitForFirst();
        _tree.AddFile("3", "content");
        run.WaitFor(static totals => totals.GetProperty("redundant_files").GetInt32() == 2);
        AssertSleeps(run);
    }

    [Theory]
    [InlineData("watches", 9, "there are more folders than the system lets you watch")]
    [InlineData("instances", 0, "too many programs of yours watch folders")]
    public void A_limit_of_the_system_is_one_error_that_says_what_to_set(string what, int limit, string expected)
    {
        // A user namespace has limits of its own, so nobody else notices.
        Needs.Program("unshare", "util-linux");
        for (int i = 0; i < 20; i++)
        {
            _tree.AddFile($"{i}/1", "content");
        }

        string line = $"echo {limit} > /proc/sys/user/max_inotify_{what} && "
            + $"exec '{DoppelProgram.Path}' watch --catalog none '{_tree.Folder}'";
        ProcessEnd end = Tool.Run("unshare", "--user", "--map-root-user", "sh", "-c", line);
        Assert.Equal(2, end.ExitCode);
        Assert.StartsWith("doppel: " + expected, end.ErrorText);
        Assert.Matches(
            $@"\nhint: as root: sysctl fs\.inotify\.max_user_{what}=\d+ \(in /etc/sysctl\.d to keep it\)\n$",
            end.ErrorText);
    }

    [Fact]
    public void A_closed_output_pipe_is_a_success()
    {
        ProcessEnd end = Tool.Run(
            DoppelProgram.Start("watch", "--catalog", "none", _tree.Folder) with { OutputBroken = true });
        Assert.Equal((0, ""), (end.ExitCode, end.ErrorText));
    }

    [Fact]
    public void The_portable_volume_refuses()
    {
        ProcessEnd end = Tool.Run(
            DoppelProgram.Start("watch", _tree.Folder).Through(VolumeKind.Portable));
        Assert.Equal(2, end.ExitCode);
        Assert.Equal(
            "doppel: doppel watch works on Linux only\n"
            + "hint: run doppel find --since-last from time to time instead\n",
            end.ErrorText);
    }

    private static void AssertSleeps(WatchRun run)
    {
        // A round may have to end first, and a busy machine may cause a single switch. Whatever looks around by itself
        // does so in every period of 1.5 seconds.
        bool isAsleep = SpinWait.SpinUntil(
            () =>
            {
                long before = SwitchesOf(run.Child.Id);
                long start = TimeProvider.System.GetTimestamp();
                SpinWait.SpinUntil(() => TimeProvider.System.GetElapsedTime(start) > TimeSpan.FromSeconds(1.5));
                return before == SwitchesOf(run.Child.Id) && AreAsleep(run.Child.Id);
            },
            TimeSpan.FromMinutes(1));
        Assert.True(isAsleep, "It never sleeps, or a thread waits for a disk.");
    }

    // A thread that waits for a disk gets no processor either, but is in another state, and will run again.
    private static bool AreAsleep(int process) => Directory.GetDirectories($"/proc/{process}/task").All(
        static thread =>
        {
            try
            {
                return File.ReadAllText(thread + "/comm").StartsWith(".NET ", StringComparison.Ordinal)
                    || File.ReadAllText(thread + "/status").Contains("\nState:\tS", StringComparison.Ordinal);
            }
            catch (IOException)
            {
                return true; // it has ended
            }
        });

    private static string TypeOf(JsonElement line) => line.GetProperty("type").GetString()!;

    // How often its threads have got the processor. Those of the runtime's pool end on their own after 20 s, once.
    private static long SwitchesOf(int process) => Directory.GetDirectories($"/proc/{process}/task").Sum(
        static thread =>
        {
            try
            {
                return File.ReadAllText(thread + "/comm").StartsWith(".NET ", StringComparison.Ordinal)
                    ? 0
                    : File.ReadLines(thread + "/status").Where(static line => line.Contains("ctxt_switches:"))
                        .Sum(static line => long.Parse(line[(line.IndexOf(':') + 1)..], CultureInfo.InvariantCulture));
            }
            catch (IOException)
            {
                return 0; // it has ended
            }
        });

    private WatchRun Start(params string[] roots)
    {
        ByteName[] paths = roots.Length == 0 ? [_tree.Folder] : [.. roots.Select(root => _tree[root])];
        var run = new WatchRun(_catalog.Folder, paths);
        run.WaitForFirst();
        return run;
    }

    private string Fresh() => WatchRun.GroupsOf(DoppelProgram.Find("--catalog", "none", _tree.Folder));

    private Mount MountOf(string fileSystem)
    {
        if (fileSystem == "tmpfs")
        {
            return Mount.Make(_tree, "m", "-t", "tmpfs", "none");
        }

        Needs.Root();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        _tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs.ext4", "-q", _tree["image"]).MustSucceed();
        return Mount.Make(_tree, "m", "-o", "loop", _tree["image"]);
    }
}
