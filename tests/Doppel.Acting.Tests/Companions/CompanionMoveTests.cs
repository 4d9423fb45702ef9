using Doppel.Acting.Tests.Planning;
using Doppel.Reports;

namespace Doppel.Acting.Tests.Companions;

/// <summary>What becomes of companions that move if something happens after they were planned.</summary>
public sealed class CompanionMoveTests
{
    // Larger than a block, so that a copy can be incomplete.
    private static readonly string s_film = string.Concat(Enumerable.Range(0, 30_000).Select(static i => $"{i} "));

    private static readonly string[] s_unit = ["1.aae", "1.jpg", "1.jpg.xmp"];
    private static readonly string[] s_moved = ["lake.aae", "lake.jpg", "lake.jpg.xmp"];

    public static TheoryData<ActionKind> Actions => [ActionKind.Trash, ActionKind.Delete, ActionKind.Move];

    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Actions.Select(static row => row.Data)
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Actions))]
    public void A_companion_that_moves_keeps_its_content_time_and_permissions(ActionKind action)
    {
        using ActingTree tree = Photo();
        string sidecar = $"{tree.Files.Folder}/b/1.jpg.xmp";
        File.SetUnixFileMode(sidecar, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        File.SetLastWriteTimeUtc(sidecar, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc));
        var before = new FileInfo(sidecar);
        (UnixFileMode mode, DateTime time) = (before.UnixFileMode, before.LastWriteTimeUtc);
        List<PlanGroup> plan = Plan(tree);
        tree.Act(action, plan: plan);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Empty(NamesIn(tree, "b"));
        Assert.Equal(s_moved, NamesIn(tree, "a"));
        var after = new FileInfo($"{tree.Files.Folder}/a/lake.jpg.xmp");
        Assert.Equal((mode, time), (after.UnixFileMode, after.LastWriteTimeUtc));
        Assert.Equal(s_film, File.ReadAllText($"{tree.Files.Folder}/a/lake.aae"));

        // What moves frees nothing.
        var sum = new PlanSummary();
        Assert.Equal(plan[0].Drop[0].FreedBytes, plan.Aggregate(sum, static (all, group) => all.Add(group)).FreedBytes);
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void If_its_name_is_taken_by_then_all_stay(ActionKind action)
    {
        using ActingTree tree = Photo();
        List<PlanGroup> plan = Plan(tree);
        File.WriteAllText($"{tree.Files.Folder}/a/lake.jpg.xmp", "another program's");
        tree.Act(action, plan: plan);
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Equal("another program's", File.ReadAllText($"{tree.Files.Folder}/a/lake.jpg.xmp"));
        Assert.Contains(tree.Results, static result => result.Reason.Contains("is taken", StringComparison.Ordinal));

        // What was copied before is removed again.
        Assert.Equal(["lake.jpg", "lake.jpg.xmp"], NamesIn(tree, "a"));
        Assert.Equal(3, tree.Results.Count);
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void If_it_has_changed_all_stay(ActionKind action)
    {
        using ActingTree tree = Photo();
        List<PlanGroup> plan = Plan(tree);
        File.WriteAllText($"{tree.Files.Folder}/b/1.jpg.xmp", "another one");
        tree.Act(action, plan: plan);
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Equal(["lake.jpg"], NamesIn(tree, "a"));
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Skipped, result.Status));
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void If_the_file_has_changed_its_companions_stay_and_nothing_is_left_beside_the_keeper(ActionKind action)
    {
        using ActingTree tree = Photo();
        List<PlanGroup> plan = Plan(tree);
        string photo = $"{tree.Files.Folder}/b/1.jpg";
        DateTime time = File.GetLastWriteTimeUtc(photo);
        File.WriteAllText(photo, "A PHOTO");
        File.SetLastWriteTimeUtc(photo, time);
        tree.Act(action, plan: plan);
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Equal(["lake.jpg"], NamesIn(tree, "a"));
    }

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void Links_leave_it_where_it_is(ActionKind action)
    {
        using ActingTree tree = Photo();
        tree.Act(action, plan: Plan(tree));
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Equal(["lake.jpg"], NamesIn(tree, "a"));
        Assert.Single(tree.Results);
    }

    [Fact]
    public void A_preview_shows_where_it_moves()
    {
        using ActingTree tree = Photo();
        List<ActResult> skipped = [];
        using var preview = new ActPreview(
            ActingTree.Volume, new ActOptions { Action = ActionKind.Trash, Version = "1" }, skipped.Add);
        PreviewedStep[] steps = [.. preview.Of(Plan(tree))];
        Assert.Equal(["1.jpg", "1.aae", "1.jpg.xmp"], steps.Select(static step => NameOf(step.Intent.Name)));
        Assert.Equal([false, true, true], steps.Select(static step => step.IsMoved));
        Assert.Equal(["lake.aae", "lake.jpg.xmp"], steps[1..].Select(static step => NameOf(step.Intent.Keeper)));
        Assert.Equal(2, steps[0].Later.Count);
        Assert.Empty(skipped);
    }

    [Fact]
    public void Undoing_the_folder_that_it_came_from_also_removes_the_copy()
    {
        using ActingTree tree = Photo();
        tree.Act(ActionKind.Delete, plan: Plan(tree));
        Assert.True(tree.Undo(null, "b"));
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Fact]
    public void An_undo_leaves_a_copy_that_was_changed_since()
    {
        using ActingTree tree = Photo();
        tree.Act(ActionKind.Trash, plan: Plan(tree));
        File.AppendAllText($"{tree.Files.Folder}/a/lake.jpg.xmp", ", edited");
        tree.Undo();
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Equal(["lake.jpg", "lake.jpg.xmp"], NamesIn(tree, "a"));
        Assert.Contains(tree.Results, static result => result.Status == ActStatus.Skipped
            && NameOf(result.Name) == "lake.jpg.xmp");
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after) =>
        new CrashTrial<ActingTree>(Photo, (tree, volume) => tree.Act(action, volume, plan: Plan(tree)))
        {
            Check = NoCompanionIsLost,
        }.End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_that_ended_anywhere_is_finished(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += TestRun.Count(4, 1))
        {
            using ActingTree tree = Photo();
            List<PlanGroup> plan = Plan(tree);
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after);
            tree.Resume(action, plan);
            Assert.Empty(NamesIn(tree, "b"));
            Assert.Equal(s_moved, NamesIn(tree, "a"));
            tree.AssertNothingLost();
            tree.Undo();
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    // As long as the photo is there, so are its companions. Later, each is here or there.
    private static void NoCompanionIsLost(ActingTree tree)
    {
        string[] left = NamesIn(tree, "b");
        string[] moved = NamesIn(tree, "a");
        Assert.True(left.Contains("1.jpg")
            ? left.Intersect(s_unit).Count() == s_unit.Length
            : moved.Intersect(s_moved).Count() == s_moved.Length);
    }

    private static string NameOf(ReportName name) => Path.GetFileName(name.ToString());

    private static string[] NamesIn(ActingTree tree, string folder) =>
    [
        .. Directory.EnumerateFiles($"{tree.Files.Folder}/{folder}").Select(static path => Path.GetFileName(path))
            .Order(StringComparer.Ordinal),
    ];

    private static ActingTree Photo()
    {
        var tree = new ActingTree();
        tree.AddGroup("a photo", ["a/lake.jpg"], ["b/1.jpg"]);
        tree.Files.AddFile("b/1.jpg.xmp", "a sidecar");
        tree.Files.AddFile("b/1.aae", s_film);
        tree.Remember();
        return tree;
    }

    private static List<PlanGroup> Plan(ActingTree tree)
    {
        using var planner = new Planner(ActingTree.Volume, new PlanOptions
        {
            WorkingDirectory = new ReportName(tree.Files.Folder),
            Rules = new KeepRules { Prefer = [KeepRule.FirstName] },
            Companions = CompanionChoice.Move,
        });
        return
        [
            .. planner.Plan(Plans.Report(
                ActingTree.Volume, [[$"{tree.Files.Folder}/a/lake.jpg"], [$"{tree.Files.Folder}/b/1.jpg"]])).Groups,
        ];
    }
}
