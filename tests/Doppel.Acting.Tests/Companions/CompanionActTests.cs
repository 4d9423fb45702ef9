using Doppel.Acting.Tests.Planning;
using Doppel.Reports;

namespace Doppel.Acting.Tests.Companions;

/// <summary>What becomes of a file and its companions if something happens after they were planned.</summary>
public sealed class CompanionActTests
{
    private const string Sidecar = "a sidecar";

    private static readonly string[] s_unit = ["1.jpg", "1.jpg.json", "1.xmp"];

    public static TheoryData<ActionKind> Actions => [ActionKind.Trash, ActionKind.Delete, ActionKind.Move];

    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Actions.Select(static row => row.Data)
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Actions))]
    public void If_a_companion_has_changed_the_file_and_all_its_companions_stay(ActionKind action)
    {
        using ActingTree tree = Photo();
        IReadOnlyList<PlanGroup> plan = Plan(tree);

        // Of the same length and time, so that only the contents differ.
        string sidecar = $"{tree.Files.Folder}/b/1.xmp";
        DateTime time = File.GetLastWriteTimeUtc(sidecar);
        File.WriteAllText(sidecar, Sidecar.ToUpperInvariant());
        File.SetLastWriteTimeUtc(sidecar, time);
        tree.Act(action, plan: plan);
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Contains(tree.Results, result => result.Name.ToString().EndsWith("b/1.jpg", StringComparison.Ordinal)
            && result.Reason.Contains("1.xmp stays", StringComparison.Ordinal));
        Assert.Equal(3, tree.Results.Count);
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void If_the_companion_of_the_keeper_has_changed_all_stay(ActionKind action)
    {
        using ActingTree tree = Photo();
        IReadOnlyList<PlanGroup> plan = Plan(tree);
        File.WriteAllText($"{tree.Files.Folder}/a/1.jpg.json", "another one");
        tree.Act(action, plan: plan);
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Skipped, result.Status));
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void If_the_file_has_changed_its_companions_stay(ActionKind action)
    {
        using ActingTree tree = Photo();
        IReadOnlyList<PlanGroup> plan = Plan(tree);
        File.WriteAllText($"{tree.Files.Folder}/b/1.jpg", "another photo");
        tree.Act(action, plan: plan);
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Equal(3, tree.Results.Count);
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void If_another_file_has_come_that_the_companion_belongs_to_the_companion_stays(ActionKind action)
    {
        using ActingTree tree = Photo();
        IReadOnlyList<PlanGroup> plan =
        [
            .. Plan(tree).Select(group => group.IsOfCompanions && group.CompanionOf.Count > 0
                ? group with { CompanionOf = [.. group.CompanionOf, new($"{tree.Files.Folder}/b/1.tif")] } : group),
        ];
        File.WriteAllText($"{tree.Files.Folder}/b/1.tif", "another picture");
        tree.Act(action, plan: plan);
        Assert.Equal(["1.jpg.json", "1.tif", "1.xmp"], NamesIn(tree, "b"));
    }

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void Links_leave_the_companions_where_they_are(ActionKind action)
    {
        using ActingTree tree = Photo();
        ulong before = tree.InodeOf("b/1.xmp");
        tree.Act(action, plan: Plan(tree));
        Assert.Equal(s_unit, NamesIn(tree, "b"));
        Assert.Equal(before, tree.InodeOf("b/1.xmp"));
        Assert.Single(tree.Results);
        Assert.Equal(ActStatus.Done, tree.Results[0].Status);
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void A_preview_shows_each_file_and_then_its_companions(ActionKind action)
    {
        using ActingTree tree = Photo();
        List<ActResult> skipped = [];
        using var preview = new ActPreview(
            ActingTree.Volume, new ActOptions { Action = action, Version = "1", MoveTo = "/moved"u8.ToArray() },
            skipped.Add);
        List<PlanGroup> plan = Plan(tree);
        PreviewedStep[] steps = [.. preview.Of(plan)];
        Assert.Equal(s_unit, steps.Select(static step => Path.GetFileName(step.Intent.Name.ToString())));
        Assert.Equal([0, 1, 1], steps.Select(static step => step.CompanionOf.Count));
        Assert.Equal(2, steps[0].Companions.Count);
        File.Delete($"{tree.Files.Folder}/a/1.xmp");
        Assert.Empty(preview.Of(plan));
        Assert.Equal(s_unit, skipped.Select(static one => Path.GetFileName(one.Name.ToString())).Order());
    }

    [Fact]
    public void A_folder_is_listed_once_however_many_files_of_it_are_planned()
    {
        using var tree = new ActingTree();
        for (int i = 0; i < 40; i++)
        {
            tree.AddGroup($"photo {i}", [$"a/{i}.jpg"], [$"b/{i}.jpg"]);
        }

        for (int i = 0; i < 20; i++)
        {
            tree.AddGroup($"sidecar {i}", [$"a/{i}.xmp"], [$"b/{i}.xmp"]);
        }

        var lists = new ListCounter();
        using var planner = new Planner(lists.Volume, Options(tree));
        foreach (ReportGroup group in Groups(tree))
        {
            planner.Plan(group);
        }

        Assert.Equal(2, lists.Count);
        Assert.Equal(20, planner.Summary.Companions);
    }

    /// <summary>Each flush of the journal costs as much as several files.</summary>
    [Fact]
    public void The_journal_is_flushed_once_for_many_companions_and_not_for_each()
    {
        using var tree = new ActingTree();
        for (int i = 0; i < 40; i++)
        {
            tree.AddGroup($"photo {i}", [$"a/{i}.jpg"], [$"b/{i}.jpg"]);
            tree.AddGroup($"sidecar {i}", [$"a/{i}.xmp"], [$"b/{i}.xmp"]);
        }

        int flushes = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = (_, call) => flushes += call == "sync" ? 1 : 0,
        };
        tree.Act(ActionKind.Delete, volume, plan: Plan(tree));
        Assert.Empty(NamesIn(tree, "b"));
        Assert.InRange(flushes, 1, 20);
    }

    /// <summary>Wherever the process ends, no companion has gone before its file, and undo brings all back.</summary>
    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after) =>
        new CrashTrial<ActingTree>(Photo, (tree, volume) => tree.Act(action, volume, plan: Plan(tree)))
        {
            Check = NoFileIsAlone,
        }.End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_that_ended_anywhere_is_finished(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += TestRun.Count(3, 1))
        {
            using ActingTree tree = Photo();
            IReadOnlyList<PlanGroup> plan = Plan(tree);
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after);
            tree.Resume(action, plan);
            Assert.Empty(NamesIn(tree, "b"));
            tree.AssertNothingLost();
            tree.Undo();
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    private static void NoFileIsAlone(ActingTree tree) => Assert.True(
        !File.Exists($"{tree.Files.Folder}/b/1.jpg") || NamesIn(tree, "b").Intersect(s_unit).Count() == s_unit.Length);

    private static string[] NamesIn(ActingTree tree, string folder) =>
    [
        .. Directory.EnumerateFiles($"{tree.Files.Folder}/{folder}").Select(static path => Path.GetFileName(path))
            .Order(StringComparer.Ordinal),
    ];

    private static ActingTree Photo()
    {
        var tree = new ActingTree();
        tree.AddGroup("a photo", ["a/1.jpg"], ["b/1.jpg"]);
        tree.AddGroup("what Google knows", ["a/1.jpg.json"], ["b/1.jpg.json"]);
        tree.AddGroup(Sidecar, ["a/1.xmp"], ["b/1.xmp"]);
        tree.Remember();
        return tree;
    }

    private static List<PlanGroup> Plan(ActingTree tree)
    {
        using var planner = new Planner(ActingTree.Volume, Options(tree));
        return [.. Groups(tree).SelectMany(group => planner.Plan(group).Groups)];
    }

    private static PlanOptions Options(ActingTree tree) => new()
    {
        WorkingDirectory = new ReportName(tree.Files.Folder),
        Rules = new KeepRules { Prefer = [KeepRule.FirstName] },
    };

    private static IEnumerable<ReportGroup> Groups(ActingTree tree) => tree.Plan().Select(static group => Plans.Report(
        ActingTree.Volume,
        [.. group.Keep.Concat(group.Drop).Select(static copy => (ByteName[])[copy.Names[0].ToString()])]));

    /// <summary>Counts how often a folder is listed.</summary>
    private sealed class ListCounter
    {
        internal ListCounter() => Volume = new HookedVolume(ActingTree.Volume) { OnList = () => Count++ };

        internal HookedVolume Volume { get; }

        internal int Count { get; private set; }
    }
}
