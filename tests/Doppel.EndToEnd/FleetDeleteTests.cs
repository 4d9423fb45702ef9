using System.Globalization;

namespace Doppel.EndToEnd;

/// <summary>A machine deletes what another one has too, and nothing is ever lost.</summary>
public sealed class FleetDeleteTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(2);

    [Fact]
    public void Files_that_another_machine_has_are_deleted_and_can_be_restored()
    {
        const int Machines = 3;
        var random = new Random(TestRun.SeedOffset);
        using var fleet = new FleetMachines(Machines);
        for (int i = 0; i < 120; i++)
        {
            int content = random.Next(25);
            int size = content % 3 == 0 ? 10 + content : 100_000 + (content % 4);
            Fill(fleet, random.Next(Machines), i, size, content);
        }

        fleet.Scan(Machines);
        SortedDictionary<string, string>[] before = [.. Enumerable.Range(0, Machines).Select(fleet.Files)];
        ProcessEnd planned = fleet.Plan(0, reference: 1).MustSucceed();
        Assert.Contains("files to act on", planned.ErrorText, StringComparison.Ordinal);
        using (ChildProcess prover = fleet.Prove(1))
        {
            Tool.Run(fleet.Deletion(0)).MustSucceed();
            prover.Signal(15);
            prover.WaitForEnd();
        }

        HashSet<string> kept = [.. before[1].Values];
        Assert.Equal(before[0].Where(file => !kept.Contains(file.Value)), fleet.Files(0));
        Assert.NotEqual(before[0].Count, fleet.Files(0).Count);
        Assert.Equal(before[1], fleet.Files(1));
        Assert.Equal(before[2], fleet.Files(2));

        ProcessEnd without = fleet.Undo(0);
        Assert.Contains("it is on h1; --fetch can get it", without.ErrorText, StringComparison.Ordinal);
        ProcessEnd other = fleet.Undo(0, "--fetch", "echo {host} {path}");
        Assert.Contains("it has different content", other.ErrorText, StringComparison.Ordinal);
        fleet.Undo(0, "--fetch", "cat {path}").MustSucceed();
        Assert.Equal(before[0], fleet.Files(0));
    }

    [Fact]
    public void Two_machines_that_delete_because_of_each_other_lose_no_content()
    {
        using FleetMachines fleet = TwoAlike(files: 40);
        HashSet<string> contents = [.. fleet.Files(0).Values];
        fleet.Plan(0, reference: 1).MustSucceed();
        fleet.Plan(1, reference: 0).MustSucceed();
        using ChildProcess first = ChildProcess.Start(fleet.Deletion(0));
        using ChildProcess second = ChildProcess.Start(fleet.Deletion(1));
        using ChildProcess ofFirst = fleet.Prove(0);
        using ChildProcess ofSecond = fleet.Prove(1);
        string told = first.WaitForEnd().ErrorText + second.WaitForEnd().ErrorText;
        ofFirst.Signal(15);
        ofSecond.Signal(15);
        Assert.Equal(contents.Order(), fleet.Files(0).Values.Concat(fleet.Files(1).Values).Distinct().Order());
        Assert.Contains("this content is being deleted there", told, StringComparison.Ordinal);
    }

    [Fact]
    public void A_proved_copy_is_not_deleted_on_its_machine_while_the_proof_is_valid()
    {
        using FleetMachines fleet = TwoAlike(files: 1);
        fleet.Plan(0, reference: 1).MustSucceed();
        fleet.Plan(1, reference: 0).MustSucceed();

        // Stopped after it has its answer, when it has not deleted anything yet.
        using ChildProcess prover = fleet.Prove(1);
        using ChildProcess first = ChildProcess.Start(fleet.Deletion(0));
        Assert.True(SpinWait.SpinUntil(() => fleet.Sql("SELECT count() FROM questions") != "0", s_limit));
        first.Signal(19);
        Assert.True(SpinWait.SpinUntil(
            () => fleet.Sql("SELECT count() FROM answers FINAL WHERE state = 3") == "1", s_limit));
        using ChildProcess other = fleet.Prove(0);
        ProcessEnd second = Tool.Run(fleet.Deletion(1));
        Assert.NotEqual(0, second.ExitCode);
        Assert.Single(fleet.Files(1));
        first.Signal(18);
        first.WaitForEnd().MustSucceed();
        Assert.Empty(fleet.Files(0));
        Assert.Single(fleet.Files(1));
        prover.Signal(15);
        other.Signal(15);
    }

    [Fact]
    public void Nothing_is_deleted_without_a_proof_of_the_current_content()
    {
        using FleetMachines fleet = TwoAlike(files: 7);
        fleet.Plan(0, reference: 1).MustSucceed();
        string there = $"{fleet.Tree["h1"]}";
        File.WriteAllText($"{there}/0", Text(50_000, content: 100));
        File.WriteAllText($"{there}/1", "shorter");
        File.Delete($"{there}/2");
        File.Move($"{there}/3", $"{there}/elsewhere");
        File.CreateSymbolicLink($"{there}/3", $"{there}/elsewhere");
        DateTime time = File.GetLastWriteTimeUtc($"{there}/4");
        File.WriteAllText($"{there}/4", Text(50_000, content: 104));
        File.SetLastWriteTimeUtc($"{there}/4", time);
        File.WriteAllText($"{fleet.Tree["h0"]}/5", Text(50_000, content: 105));
        SortedDictionary<string, string> before = fleet.Files(0);
        using ChildProcess prover = fleet.Prove(1);
        ProcessEnd end = Tool.Run(fleet.Deletion(0));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains(
            "h1 does not prove its copy: it has changed since it was scanned", end.ErrorText, StringComparison.Ordinal);
        before.Remove($"{fleet.Tree["h0"]}/6");
        Assert.Equal(before, fleet.Files(0));
        prover.Signal(15);
    }

    [Fact]
    public void No_machine_without_the_proof_key_can_make_another_one_delete_anything()
    {
        using FleetMachines fleet = TwoAlike(files: 3);
        fleet.Plan(0, reference: 1).MustSucceed();
        SortedDictionary<string, string> before = fleet.Files(0);
        fleet.AddKey("other");
        using (ChildProcess hostile = fleet.Prove(1, key: "other"))
        {
            ProcessEnd refused = Tool.Run(fleet.Deletion(0));
            Assert.Contains("the two machines have different proof keys", refused.ErrorText, StringComparison.Ordinal);
            hostile.Signal(15);
        }

        // Somebody who may write to all tables makes answers up, and repeats an answer that was right once.
        using ChildProcess deletion = ChildProcess.Start(fleet.Deletion(0));
        Assert.True(SpinWait.SpinUntil(
            () => fleet.Sql("SELECT count() FROM questions FINAL WHERE state = 1") == "3", s_limit));
        fleet.Sql("INSERT INTO answers SELECT host, run, number, size, digest, until, 3, "
            + "toFixedString(substring(path, 1, 32), 32), 1, 2, 3, '', 2 "
            + "FROM questions FINAL WHERE state = 1");
        ProcessEnd end = deletion.WaitForEnd();
        Assert.Contains("its content differs from that of the other machine", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(before, fleet.Files(0));
    }

    [Fact]
    public void Folders_left_empty_are_deleted_and_restored_too()
    {
        using var fleet = new FleetMachines(2);
        fleet.Tree.AddFile("h0/year/month/a", "in both");
        fleet.Tree.AddFile("h0/year/b", "only here");
        fleet.Tree.AddFile("h1/c", "in both");
        fleet.Scan(2);
        fleet.Plan(0, reference: 1).MustSucceed();
        using ChildProcess prover = fleet.Prove(1);
        Tool.Run(fleet.Deletion(0, "--empty-folders")).MustSucceed();
        Assert.False(Directory.Exists($"{fleet.Tree["h0/year/month"]}"));
        Assert.Equal("only here", File.ReadAllText($"{fleet.Tree["h0/year/b"]}"));
        fleet.Undo(0, "--fetch", "cat {path}").MustSucceed();
        Assert.Equal("in both", File.ReadAllText($"{fleet.Tree["h0/year/month/a"]}"));
        prover.Signal(15);
    }

    [Fact]
    public void The_same_file_on_two_machines_stays()
    {
        using var fleet = new FleetMachines(1);
        fleet.Tree.AddFolder("h0/exported");
        File.WriteAllText($"{fleet.Tree["h0/exported"]}/file", Text(50_000, content: 1));
        SortedDictionary<string, string> before = fleet.Files(0);
        for (int scan = 0; scan < 3; scan++)
        {
            fleet.Run(0, "scan", "--host", "h0", fleet.Tree["h0"]).MustSucceed();
            fleet.Run(1, "scan", "--host", "h1", fleet.Tree["h0/exported"]).MustSucceed();
        }

        fleet.Plan(0, reference: 1).MustSucceed();
        using ChildProcess prover = fleet.Prove(1, folder: "h0/exported");
        ProcessEnd end = Tool.Run(fleet.Deletion(0));
        Assert.Contains("it is the same file that the other machine has", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(before, fleet.Files(0));
        prover.Signal(15);
    }

    [Fact]
    public void A_killed_deletion_loses_nothing()
    {
        const int Total = 150;
        var random = new Random(TestRun.SeedOffset);
        using FleetMachines fleet = TwoAlike(files: Total);
        SortedDictionary<string, string> before = fleet.Files(0);
        using ChildProcess prover = fleet.Prove(1);
        int rounds = TestRun.Count(reduced: 3, full: 60);
        int killed = 0;
        int halfway = 0;
        int killedUndos = 0;
        for (int round = 0; round < rounds; round++)
        {
            string about = $"seed {TestRun.SeedOffset}, round {round}";

            // What was brought back is another file, so it is scanned anew.
            fleet.Scan(1);
            fleet.Plan(0, reference: 1).MustSucceed();
            killed += KillAmongFiles(fleet.Deletion(0), random) ? 1 : 0;
            halfway += Count(fleet) is > 0 and < Total ? 1 : 0;
            bool isContinued = random.Next(3) == 0;
            if (isContinued)
            {
                // What stays half done is reversed first, and the same plan does the rest.
                Tool.Run(fleet.Deletion(0));
            }

            ProcessStart undo = fleet.StartUndo(0, "--fetch", "cat {path}");
            if (random.Next(2) == 0)
            {
                killedUndos += KillAmongFiles(undo, random) ? 1 : 0;
            }

            // 2: everything was back before the undo was killed.
            for (int undos = 0; undos == 0 || (isContinued && undos == 1); undos++)
            {
                ProcessEnd end = Tool.Run(undo);
                Assert.True(end.ExitCode is 0 or 2, $"{about}: {end.ErrorText}");
            }

            AssertSame(before, fleet.Files(0), about);
        }

        prover.Signal(15);
        string counts = $"{killed} of {rounds} deletions killed, {halfway} halfway, and {killedUndos} undos";
        TestContext.Current.TestOutputHelper?.WriteLine(counts);
        Assert.True(halfway >= rounds / 2, counts);
    }

    // Several threads act, and the calls of each are counted alone.
    private static bool KillAmongFiles(ProcessStart start, Random random) =>
        start.KillAtCall(random.Next(2) == 0 ? "renameat2" : "unlinkat", 1 + random.Next(20));

    private static void AssertSame(
        SortedDictionary<string, string> before, SortedDictionary<string, string> now, string about)
    {
        string[] changed = [.. before.Concat(now).Where(one => before.GetValueOrDefault(one.Key) != one.Value
            || now.GetValueOrDefault(one.Key) != one.Value).Select(static one => one.Key)];
        Assert.True(changed.Length == 0, $"{about}: {string.Join(' ', changed)}");
    }

    // Two machines that have the same files, and know it.
    private static FleetMachines TwoAlike(int files)
    {
        var fleet = new FleetMachines(2);
        for (int i = 0; i < files; i++)
        {
            Fill(fleet, 0, i, 50_000, content: i);
            Fill(fleet, 1, i, 50_000, content: i);
        }

        fleet.Scan(2);
        return fleet;
    }

    private static int Count(FleetMachines fleet) => Directory.GetFiles($"{fleet.Tree["h0"]}").Length;

    private static void Fill(FleetMachines fleet, int machine, int number, int size, int content) => File.WriteAllText(
        string.Create(CultureInfo.InvariantCulture, $"{fleet.Tree[$"h{machine}"]}/{number}"), Text(size, content));

    private static string Text(int size, int content) =>
        string.Concat(new Random(content).GetItems<char>("abcdefghijklmnopqrstuvwxyz", size));
}
