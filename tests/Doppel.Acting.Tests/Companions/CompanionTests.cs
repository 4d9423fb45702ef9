using Doppel.Reports;

namespace Doppel.Acting.Tests.Companions;

/// <summary>
/// Companions go with their files or not at all: none is left without its file, and none leaves a file that stays.
/// </summary>
public sealed class CompanionTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, TestRun.Count(60, 3_000))];

    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in (ActionKind[])[ActionKind.Trash, ActionKind.Delete, ActionKind.Move]
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Seeds))]
    public void A_file_goes_with_its_companions_if_equal_ones_stay_and_undo_brings_all_back(int seed)
    {
        var random = new Random(seed + TestRun.SeedOffset);
        using var files = new CompanionTree(random);
        Try(files, CompanionChoice.Keep, random);
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Companions_without_an_equal_move_to_the_copy_that_stays_and_undo_brings_all_back(int seed)
    {
        var random = new Random(seed + TestRun.SeedOffset);
        using var files = new CompanionTree(random, renames: true);
        Try(files, CompanionChoice.Move, random);
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void If_they_are_ignored_each_file_is_judged_by_itself(int seed)
    {
        using var files = new CompanionTree(new Random(seed + TestRun.SeedOffset));
        using Planner planner = NewPlanner(files, CompanionChoice.Ignore);
        foreach (string[] names in files.Groups)
        {
            PlanOutcome outcome = planner.Plan(Report(files, names));
            Assert.Empty(outcome.Companions);
            Assert.Equal(names.Length - 1, outcome.Group!.Drop.Count);
        }
    }

    private static void Try(CompanionTree files, CompanionChoice choice, Random random)
    {
        ActingTree tree = files.Tree;
        ActionKind action = ((ActionKind[])[ActionKind.Trash, ActionKind.Delete, ActionKind.Move])[random.Next(3)];
        tree.Act(action, plan: Plan(files, choice, random));
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        HashSet<string> going = files.Going(choice == CompanionChoice.Move, out Dictionary<string, string> made);
        Assert.Equal(
            files.Names.Except(going).Concat(made.Keys).Order(StringComparer.Ordinal),
            files.Names.Concat(made.Keys).Where(name => File.Exists($"{tree.Files.Folder}/{name}")).Distinct()
                .Order(StringComparer.Ordinal));
        foreach ((string to, string from) in made)
        {
            Assert.Equal(files.ContentOf(from), File.ReadAllText($"{tree.Files.Folder}/{to}"));
        }

        tree.AssertNothingLost();
        Assert.True(tree.Undo());
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    private static List<PlanGroup> Plan(CompanionTree files, CompanionChoice choice, Random random)
    {
        string[][] groups = [.. files.Groups];
        random.Shuffle(groups);
        using Planner planner = NewPlanner(files, choice);
        List<PlanGroup> plan = [];
        foreach (string[] names in groups)
        {
            random.Shuffle(names);
            plan.AddRange(planner.Plan(Report(files, names)).Groups);
        }

        // A plan is often saved and read.
        using var saved = new MemoryStream();
        var writer = new PlanWriter(saved, new PlanBegin { Version = "1", Rules = [], Roots = [], Made = default });
        plan.ForEach(writer.Write);
        writer.End(planner.Summary);
        saved.Position = 0;
        PlanReader reader = PlanReader.Open(saved);
        List<PlanGroup> read = [];
        while (reader.Read())
        {
            read.Add(reader.Group);
        }

        Assert.Equal(plan.Count, read.Count);
        Assert.All(read.Where(static group => group.IsOfCompanions), static group => Assert.Equal(
            group.IsMoved, !File.Exists(group.Keep[0].Names[0].ToString())));
        Assert.Equal(plan.Sum(static group => group.IsOfCompanions ? 1 : 0), planner.Summary.Companions);
        return read;
    }

    private static Planner NewPlanner(CompanionTree files, CompanionChoice choice) => new(
        ActingTree.Volume, new PlanOptions
        {
            WorkingDirectory = new ReportName(files.Tree.Files.Folder),
            Rules = new KeepRules { Prefer = [KeepRule.MostCompanions, KeepRule.FirstName] },
            Companions = choice,
        });

    private static ReportGroup Report(CompanionTree files, string[] names) => Planning.Plans.Report(
        ActingTree.Volume,
        [.. names.Select(name => (ByteName[])[$"{files.Tree.Files.Folder}/{name}"])]);
}
