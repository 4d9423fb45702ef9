using Doppel.Finding;

namespace Doppel.Acting.Tests;

/// <summary>Which of two folders goes if one contains the other's files, and what is planned in one run.</summary>
public sealed class FolderSideTests
{
    [Fact]
    public void Rules_and_root_order_decide_which_side_of_random_folders_is_dropped()
    {
        int cases = TestRun.Count(30, 3_000);
        (int folders, int files) = (0, 0);
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + cases; seed++)
        {
            using var one = new SideCase(seed);
            one.Run();
            folders += one.Folders.Count;
            files += one.OfFolders.Count;
        }

        // Otherwise the generator no longer tests anything.
        Assert.InRange(folders, cases / 3, int.MaxValue);
        Assert.InRange(files, cases / 3, int.MaxValue);
    }

    [Fact]
    public void Both_of_two_backups_are_dropped_in_one_run_if_the_original_has_everything()
    {
        using var tree = new FolderTree();
        tree.Files.AddFile("t/original/a/1", "first");
        tree.Files.AddFile("t/original/b/2", "second");
        tree.Files.AddFile("t/original/b/3", "third");
        foreach (string backup in (string[])["t/one", "t/two"])
        {
            tree.Files.AddFile($"{backup}/1", "first");
            tree.Files.AddFile($"{backup}/2", "second");
            Directory.SetLastWriteTimeUtc($"{tree.Files.Folder}/{backup}", new DateTime(2020, 1, 1));
        }

        using var found = SideCase.Find([$"{tree.Files.Folder}/t"], FolderMatching.ByContent);
        PlanOutcome[] outcomes = SideCase.Plan(found, [$"{tree.Files.Folder}/t"], new KeepRules(), out _);
        Assert.Equal(
            ["one", "two"],
            outcomes.SelectMany(static one => one.Folders)
                .Select(static folder => Path.GetFileName(folder.Name.ToString())).Order());
        Assert.Empty(outcomes.SelectMany(static one => one.OfFolders));
    }

    [Theory]
    [InlineData("", "backup")]
    [InlineData("keep home", "backup")]
    [InlineData("drop backup", "backup")]
    [InlineData("drop home", "home")]
    [InlineData("keep backup", "home")]
    public void A_root_stays_and_loses_its_files_only_by_a_rule(string rule, string loser)
    {
        using var tree = new FolderTree();
        tree.Files.AddFile("home/a", "first");
        tree.Files.AddFile("home/sub/b", "second");
        tree.Files.AddFile("backup/snap/a", "first");
        tree.Files.AddFile("backup/snap/sub/b", "second");
        tree.Files.AddFile("backup/snap/old", "old");
        string[] roots = [$"{tree.Files.Folder}/home", $"{tree.Files.Folder}/backup"];
        using var found = SideCase.Find(roots, FolderMatching.ByContent);
        PatternEffect effect = rule.StartsWith("keep", StringComparison.Ordinal)
            ? PatternEffect.Keep
            : PatternEffect.Drop;
        KeepPattern[] patterns = rule.Length == 0
            ? []
            : [SideCase.Place(effect, $"{tree.Files.Folder}/{rule[5..]}")];
        PlanOutcome[] outcomes = SideCase.Plan(found, roots, new KeepRules { Patterns = patterns }, out _);
        Assert.Empty(outcomes.SelectMany(static one => one.Folders));
        string[] going = [.. outcomes.SelectMany(static one => one.Groups).SelectMany(static group => group.Drop)
            .SelectMany(static copy => copy.Names).Select(static name => name.ToString())];
        Assert.Equal(2, going.Length);
        Assert.All(going, name => Assert.StartsWith($"{tree.Files.Folder}/{loser}/", name, StringComparison.Ordinal));
    }
}
