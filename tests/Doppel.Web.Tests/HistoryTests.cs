using System.Globalization;
using System.Text.Json;
using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

/// <summary>The history has every run of the journals, and restores what they changed.</summary>
public sealed class HistoryTests
{
    private const string JournalFolder = ".local/state/doppel/journal";

    // Three copies: an act removes or replaces two of them.
    private const int Acted = 2;

    private enum End
    {
        Whole,
        Stripped,
        OnlyHead,
        Damaged,
        WritableByOthers,
    }

    [Fact]
    public async Task History_lists_every_run_with_what_became_of_it()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(3, 30); seed++)
        {
            var random = new Random(seed);
            List<Ran> runs = [];
            await using UiRig rig = await UiRig.Open(tree =>
            {
                tree.AddFile("root/lonely", "the only one");
                for (int i = 0; i < 14; i++)
                {
                    runs.Add(AnyRun(tree, runs, random, i));
                }

                // Only now, since a run asks what to do about those that were interrupted.
                foreach (Ran run in runs.Where(_ => random.Next(3) == 0))
                {
                    run.End = (End)random.Next(1, 5);
                    Cut(tree, run);
                }
            });
            string[] expected = [.. runs.OrderByDescending(static run => run.Id, StringComparer.Ordinal)
                .Select(run => Expected(run, runs))];
            var listed = new List<string>();
            for (int from = 0; from < runs.Count; from += 5)
            {
                JsonElement page = (await rig.Get($"api/history?from={from}&count=5")).Json;
                Assert.Equal(runs.Count, page.GetProperty("total").GetInt32());
                Assert.False(page.GetProperty("isOtherActing").GetBoolean());
                listed.AddRange(page.GetProperty("runs").EnumerateArray().Select(Line));
            }

            string where = $"seed {seed}\n";
            Assert.Equal(where + string.Join('\n', expected), where + string.Join('\n', listed));
        }
    }

    [Fact]
    public async Task A_run_of_yesterday_is_restored_byte_for_byte_and_its_duplicates_are_shown_again()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = rig.Files();
        UiRig.Run(rig.Tree, "delete", "--yes", Path.Combine(rig.Tree.Folder, "root"));
        Assert.Equal(before.Count - 5, rig.Files().Count);
        await rig.Restart();
        JsonElement run = (await rig.Get("api/history")).Json.GetProperty("runs")[0];
        string id = run.GetProperty("id").GetString()!;
        Assert.Equal(0, (await rig.State()).GetProperty("found").GetProperty("groups").GetInt32());
        JsonElement survey = (await rig.Get($"api/history/{id}")).Json;
        Assert.Equal(5, survey.GetProperty("names").GetInt64());
        Assert.Equal(
            Path.Combine(rig.Tree.Folder, "root"),
            survey.GetProperty("places")[0].GetProperty("path").GetString());

        Assert.Equal(200, (await rig.Post("undo", Run(id))).Status);
        Assert.Equal(before, rig.Files());
        JsonElement state = await rig.State();
        Assert.Equal(5, state.GetProperty("lastRun").GetProperty("done").GetInt64());
        Assert.True(state.GetProperty("lastRun").GetProperty("isUndone").GetBoolean());
        Assert.Equal(3, state.GetProperty("found").GetProperty("groups").GetInt32());
        JsonElement runs = (await rig.Get("api/history")).Json.GetProperty("runs");
        Assert.Equal(id, runs[0].GetProperty("undoes").GetString());
        Assert.Equal("undone", runs[1].GetProperty("state").GetString());
        Assert.Equal(404, (await rig.Post("undo", Run(id))).Status);
    }

    [Fact]
    public async Task A_run_that_is_undone_after_another_search_brings_its_groups_back()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = rig.Files();
        string id = await Act(rig);
        await rig.Post("search", "{}");
        Assert.Equal(id, UndoRun(await rig.State()));
        Assert.Equal(200, (await rig.Post("undo", Run(id))).Status);
        Assert.Equal(before, rig.Files());
        Assert.Equal(3, (await rig.State()).GetProperty("found").GetProperty("groups").GetInt32());
    }

    [Fact]
    public async Task Undo_takes_back_choices_and_runs_in_the_order_in_which_they_were_made()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = rig.Files();
        await rig.Post("choice", "{\"group\":0,\"stay\":[1,2]}");
        string first = UndoChoice(await rig.State())!;
        string one = await Act(rig);
        Assert.Equal((one, null), Steps(await rig.State()));
        await rig.Post("choice", "{\"group\":0,\"stay\":[1]}");
        string two = await Act(rig);
        Assert.Equal((two, null), Steps(await rig.State()));
        await rig.Post("prefer", "{\"rules\":[\"newest\"]}");
        Assert.Equal((null, "rules"), Steps(await rig.State()));
        await rig.Post("undo-choice", "{}");
        Assert.Equal((two, null), Steps(await rig.State()));

        // Choices before a run are behind it.
        await rig.Post("undo-choice", "{}");
        Assert.Equal((two, null), Steps(await rig.State()));
        await rig.Post("undo", Run(two));
        Assert.Equal((null, first), Steps(await rig.State()));
        await rig.Post("undo-choice", "{}");
        Assert.Equal((one, null), Steps(await rig.State()));
        await rig.Post("undo", Run(one));
        Assert.Equal((null, first), Steps(await rig.State()));
        Assert.Equal(before, rig.Files());
        await rig.Post("undo-choice", "{}");
        Assert.Equal((null, null), Steps(await rig.State()));
    }

    [Fact]
    public async Task A_result_stays_closed_until_the_next_run()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string id = await Act(rig);
        Assert.False(IsClosed(await rig.State()));
        await rig.Post("close-result", "{}");
        Assert.True(IsClosed(await rig.State()));
        await rig.Post("undo", Run(id));
        Assert.False(IsClosed(await rig.State()));
    }

    // While another program acts, its journal has no end yet.
    [Fact]
    public async Task The_history_can_be_read_while_another_program_acts()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string id = await Act(rig);
        using (new FileStream(
            Path.Combine(rig.Tree.Folder, JournalFolder, "lock"), FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        {
            JsonElement history = (await rig.Get("api/history")).Json;
            Assert.True(history.GetProperty("isOtherActing").GetBoolean());
            Assert.Equal(id, history.GetProperty("runs")[0].GetProperty("id").GetString());
            await rig.Post("undo", Run(id));
            Assert.Contains(
                "another run of doppel is acting",
                (await rig.State()).GetProperty("lastRun").GetProperty("failure").GetString()!,
                StringComparison.Ordinal);
        }

        Assert.Equal(200, (await rig.Post("undo", Run(id))).Status);
        Assert.True((await rig.State()).GetProperty("lastRun").GetProperty("isUndone").GetBoolean());
    }

    [Theory]
    [InlineData("")]
    [InlineData("20200101T000000000Z-000000")]
    [InlineData("../../secret")]
    public async Task An_id_without_a_journal_is_neither_read_nor_undone(string id)
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        await Act(rig);
        Assert.Equal(404, (await rig.Get($"api/history/{id}")).Status);
        Assert.Equal(404, (await rig.Post("undo", Run(id))).Status);
        Assert.Equal(404, (await rig.Post("resume", Run(id))).Status);
    }

    private static Ran AnyRun(TempTree tree, IReadOnlyList<Ran> runs, Random random, int number)
    {
        Ran[] whole =
        [
            .. runs.Where(run => run.Action is not null && !runs.Any(one => one.Undoes == run.Id && !one.IsPart)),
        ];
        Ran[] untouched = [.. whole.Where(run => !runs.Any(one => one.Undoes == run.Id))];
        return random.Next(5) switch
        {
            0 when whole.Length > 0 => Undo(tree, whole[random.Next(whole.Length)], isPart: false),
            1 when untouched.Length > 0 => Undo(tree, untouched[random.Next(untouched.Length)], isPart: true),
            _ => Act(tree, random, number),
        };
    }

    private static Ran Act(TempTree tree, Random random, int number)
    {
        foreach (string name in (string[])["a", "b", "c"])
        {
            tree.AddFile($"root/{number}/{name}", $"the content of {number}");
        }

        (string action, string[] words) = random.Next(4) switch
        {
            0 => ("delete", ["delete"]),
            1 => ("link", ["link"]),
            2 => ("symlink", ["link", "--symbolic"]),
            _ => ("trash", (string[])["trash"]),
        };
        string folder = Path.Combine(tree.Folder, "root", number.ToString(CultureInfo.InvariantCulture));
        UiRig.Run(tree, [.. words, "--yes", "--keep", "a", folder]);
        return new Ran(NewestOf(tree), action) { Folder = folder };
    }

    private static Ran Undo(TempTree tree, Ran run, bool isPart)
    {
        string[] only = isPart ? ["--only", Path.Combine(run.Folder, "b")] : [];
        UiRig.Run(tree, ["undo", "--yes", .. only, run.Id]);
        return new Ran(NewestOf(tree), Action: null) { Undoes = run.Id, IsPart = isPart };
    }

    private static string NewestOf(TempTree tree) => Path.GetFileNameWithoutExtension(
        Directory.GetFiles(Path.Combine(tree.Folder, JournalFolder), "*.jsonl").Max()!);

    private static void Cut(TempTree tree, Ran run)
    {
        string journal = Path.Combine(tree.Folder, JournalFolder, run.Id + ".jsonl");
        if (run.End == End.WritableByOthers && !OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(journal, File.GetUnixFileMode(journal) | UnixFileMode.OtherWrite);
            return;
        }

        string[] lines = File.ReadAllLines(journal);
        string[] left = run.End switch
        {
            End.Stripped => lines[..^1],
            End.OnlyHead => lines[..1],
            _ => ["damaged"],
        };
        File.WriteAllText(journal, string.Concat(left.Select(static line => line + "\n")));
    }

    // What a person would say who knows what was done to each journal.
    private static string Expected(Ran run, IReadOnlyList<Ran> runs)
    {
        Ran[] undos = [.. runs.Where(one => one.Undoes == run.Id && one.CanBeRead)];
        string state = run.End switch
        {
            _ when !run.CanBeRead => "unreadable",
            _ when run.Action is null => run.End == End.Whole ? "done" : "incomplete",
            _ when undos.Any(static undo => !undo.IsPart && undo.End == End.Whole) => "undone",
            _ when undos.Length > 0 => "partly-undone",
            End.Whole => "done",
            End.Stripped => "interrupted",
            _ => "nothing-done",
        };
        bool isAct = run.Action is not null && run.CanBeRead;
        bool canUndo = isAct && (state is "done" or "partly-undone" or "interrupted");
        bool canResume = isAct && run.End == End.Stripped && state != "undone";
        int names = run.End == End.OnlyHead ? 0 : Acted;
        string done = isAct ? names.ToString(CultureInfo.InvariantCulture) : "";
        return run.CanBeRead
            ? $"{run.Id} {state} {run.Action} {run.Undoes} {done} {canUndo} {canResume}"
            : $"{run.Id} unreadable with a reason";
    }

    private static string Line(JsonElement run)
    {
        string Text(string field) => run.GetProperty(field).ToString();
        if (Text("state") == "unreadable")
        {
            return $"{Text("id")} unreadable {(Text("problem").Length > 0 ? "with a reason" : "")}";
        }

        string done = Text("action").Length > 0 ? Text("done") : "";
        return $"{Text("id")} {Text("state")} {Text("action")} {Text("undoes")} {done} {Text("canUndo")} "
            + Text("canResume");
    }

    private static async Task<string> Act(UiRig rig)
    {
        await rig.Post("review", "{}");
        string plan = (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
        Assert.Equal(200, (await rig.Act(plan)).Status);
        return (await rig.State()).GetProperty("lastRun").GetProperty("id").GetString()!;
    }

    private static string Run(string id) => $"{{\"run\":\"{id}\"}}";

    private static bool IsClosed(JsonElement state) =>
        state.GetProperty("lastRun").GetProperty("isClosed").GetBoolean();

    private static (string? Run, string? Choice) Steps(JsonElement state) => (UndoRun(state), UndoChoice(state));

    private static string? UndoChoice(JsonElement state) => state.GetProperty("undoChoice").GetString();

    private static string? UndoRun(JsonElement state) =>
        state.GetProperty("undoRun") is { ValueKind: JsonValueKind.Object } run
            ? run.GetProperty("run").GetString()
            : null;

    /// <summary>A run, and what was done to its journal.</summary>
    private sealed record Ran(string Id, string? Action)
    {
        public string Folder { get; init; } = "";

        public string? Undoes { get; init; }

        public bool IsPart { get; init; }

        public End End { get; set; }

        public bool CanBeRead => End is not (End.Damaged or End.WritableByOthers);
    }
}
