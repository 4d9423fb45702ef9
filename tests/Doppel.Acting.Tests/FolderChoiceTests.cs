using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <summary>Folders that the user has chosen to stay, and folders that are planned already.</summary>
public sealed class FolderChoiceTests
{
    [Theory]
    [InlineData("one", "one", "two three")]
    [InlineData("three", "three", "one two")]
    [InlineData("two three", "two", "one")]
    [InlineData("one two three", "", "")]
    public void Chosen_folders_stay_and_the_others_are_dropped(string stay, string keeper, string go)
    {
        using FolderTree tree = ThreeFolders();
        PlanOutcome outcome = Choose(tree, stay);
        Assert.Equal(Words(tree, go), outcome.Folders.Select(static folder => folder.Name).Order());
        Assert.All(outcome.Folders, folder =>
            Assert.Equal((Words(tree, keeper)[0], "chosen"), (folder.Keeper, folder.Reason)));
    }

    [Fact]
    public void Protected_folders_stay_whatever_is_chosen()
    {
        using FolderTree tree = ThreeFolders();
        ProtectedFolder.Look(ActingTree.Volume, Words(tree, "two")[0].Bytes, out ProtectedFolder? two);
        PlanOutcome outcome = Choose(tree, "three", new KeepRules { Protected = [two!] });
        Assert.Equal(Words(tree, "one"), outcome.Folders.Select(static folder => folder.Name));
    }

    [Fact]
    public void If_no_chosen_folder_is_left_the_rules_decide()
    {
        using FolderTree tree = ThreeFolders();
        PlanOutcome outcome = Choose(tree, "four", new KeepRules { Prefer = [KeepRule.FirstName] });
        Assert.Equal(Words(tree, "three two"), outcome.Folders.Select(static folder => folder.Name).Order());
        Assert.All(outcome.Folders, static folder => Assert.Equal("first-name", folder.Reason));
    }

    // So that a group of files can be planned again without reading folders again.
    [Fact]
    public void A_planner_given_removed_folders_plans_as_if_it_had_planned_them()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Files.AddFile("other apple", "apple");
        ReportGroup apples = new()
        {
            Size = 5,
            Proof = Proof.Bytes,
            RedundantBytes = 10,
            Copies =
            [
                .. Words(tree, "one two").Select(static folder => Copy($"{folder}/apple")),
                Copy($"{tree.Files.Folder}/other apple"),
            ],
        };
        PlanFolder going = tree.PlanEqual()[0];
        PlanOutcome after = tree.Plan(planner =>
        {
            planner.Plan(tree.Group(FolderMatch.Name, "one", "two"));
            return planner.Plan(apples);
        });
        using var told = new Planner(ActingTree.Volume, new PlanOptions
        {
            Roots = [new ReportName(tree.Files.Folder)],
            WorkingDirectory = new ReportName(tree.Files.Folder),
            RemovedFolders = [going.Name],
        });
        PlanOutcome again = told.Plan(apples);
        Assert.Equal(after.Refusals, again.Refusals);
        Assert.Equal(
            [$"{going.Name}/apple"],
            again.Refusals.Where(static one => one.Reason == PlanRefusal.InFolder).Select(one => $"{one.Path}"));
        Assert.Equal(Names(after), Names(again));
    }

    private static IEnumerable<ReportName> Names(PlanOutcome outcome) =>
        outcome.Group!.Keep.Concat(outcome.Group.Drop).SelectMany(static copy => copy.Names);

    private static FolderTree ThreeFolders()
    {
        var tree = new FolderTree();
        foreach (string folder in (string[])["one", "two", "three"])
        {
            tree.Files.AddFile(folder + "/apple", "apple");
            tree.Files.AddFile(folder + "/below/pear", "pear");
        }

        return tree;
    }

    private static PlanOutcome Choose(FolderTree tree, string stay, KeepRules? rules = null) => tree.Plan(
        planner => planner.Plan(tree.Group(FolderMatch.Name, "one", "two", "three"), Words(tree, stay), "chosen"),
        rules);

    private static ReportName[] Words(FolderTree tree, string words) =>
    [
        .. words.Split(' ').Where(static word => word.Length > 0)
            .Select(word => new ReportName($"{tree.Files.Folder}/{word}")).Order(),
    ];

    private static ReportCopy Copy(string name) => new() { Names = [new ReportName(name)], Roots = [0] };
}
