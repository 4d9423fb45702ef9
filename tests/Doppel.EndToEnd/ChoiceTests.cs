namespace Doppel.EndToEnd;

/// <summary>A rule that chooses copies means what it says, or the command stops before it asks or changes anything.
/// </summary>
public sealed class ChoiceTests
{
    public static TheoryData<string> Actions { get; } =
        ["link", "link --symbolic", "reflink", "trash", "delete", "move --to moved"];

    [Theory]
    [MemberData(nameof(Actions))]
    public void A_rule_that_matches_nothing_stops_every_action_before_it_starts(string action)
    {
        using ShelfTree tree = Shelf();
        string before = tree.Look();
        foreach (string rule in (string[])
            ["--keep Elsewhere", "--drop *.none", "--never Elsewhere", "--reference Elsewhere"])
        {
            // A search looks into the folders of --never and --reference, so they are no mistake there.
            bool isSearched = rule.EndsWith("r Elsewhere", StringComparison.Ordinal)
                || rule.StartsWith("--reference", StringComparison.Ordinal);
            foreach (string source in isSearched ? (string[])["report"] : ["Downloads Archive", "report"])
            {
                foreach (string mode in (string[])["--yes", "--dry-run"])
                {
                    ProcessEnd end = tree.Run($"{action} {mode} {rule} {source}");
                    string said = $"{action} {mode} {rule} {source}: {end.ErrorText}";
                    Assert.True(end.ExitCode == 2, said);
                    Assert.Equal("", end.OutputText);
                    Assert.Contains("none of the 2 files in groups", end.ErrorText);
                    Assert.Equal(before, tree.Look());
                }
            }
        }
    }

    [Theory]
    [InlineData("--keep Elsewhere")]
    [InlineData("--drop *.none")]
    [InlineData("--never Elsewhere")]
    public void A_rule_that_matches_nothing_leaves_no_plan_behind(string rule)
    {
        using ShelfTree tree = Shelf();
        ProcessEnd end = tree.Run($"plan {rule} report");
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.Equal(2, tree.Run($"plan {rule} -o plan.json report").ExitCode);
        Assert.False(File.Exists($"{tree.Folder}/plan.json"));
        Assert.Equal((2, ""), (tree.Run($"plan --explain {rule} report").ExitCode, end.OutputText));
    }

    [Theory]
    [InlineData("Archive")]
    [InlineData("Archive/")]
    [InlineData("./Archive")]
    [InlineData("./Archive//")]
    [InlineData("Downloads/../Archive")]
    [InlineData("ABSOLUTE/Archive")]
    [InlineData("way")]
    [InlineData("Archive/**")]
    [InlineData("ABSOLUTE/Archive/*")]
    [InlineData("Archive/a")]
    public void A_folder_as_typed_means_what_lies_in_it(string typed)
    {
        typed = typed.Replace("ABSOLUTE", "{0}", StringComparison.Ordinal);
        foreach (string source in (string[])["Downloads Archive", "report", "."])
        {
            using ShelfTree keeping = Shelf();
            string value = string.Format(null, typed, keeping.Folder);
            ProcessEnd kept = keeping.Run($"delete --yes --keep {value} {source}");
            Assert.True(kept.ExitCode == 0, $"--keep {value} {source}: {kept.ErrorText}");
            Assert.Equal("Archive/a Elsewhere/other", keeping.Files());
            using ShelfTree dropping = Shelf();
            value = string.Format(null, typed, dropping.Folder);
            ProcessEnd dropped = dropping.Run($"delete --yes --drop {value} {source}");
            Assert.True(dropped.ExitCode == 0, $"--drop {value} {source}: {dropped.ErrorText}");
            Assert.Equal("Downloads/a Elsewhere/other", dropping.Files());
        }
    }

    [Fact]
    public void The_error_says_what_the_pattern_would_have_to_be()
    {
        using ShelfTree tree = Shelf();
        Assert.Equal(
            "doppel: --keep 'Elsewhere' matches none of the 2 files in groups\n"
            + $"hint: to keep files in '{tree.Folder}/Elsewhere', search that folder too. "
            + $"Searched: '{tree.Folder}/Downloads', '{tree.Folder}/Archive'\n",
            tree.Run("delete --yes --keep Elsewhere Downloads Archive").ErrorText);
        Assert.Equal(
            "doppel: --drop 'Photos' matches none of the 2 files in groups\n"
            + "hint: there is no 'Photos' in the working directory. "
            + "'**/Photos/**' matches what lies in any folder of that name, 'Photos' a file of that name\n",
            tree.Run("delete --yes --drop Photos Downloads Archive").ErrorText);
    }

    [Fact]
    public void Rules_that_overlap_are_each_counted_as_matching()
    {
        using ShelfTree tree = Shelf();
        Directory.CreateDirectory($"{tree.Folder}/Archive/inner");
        File.Move($"{tree.Folder}/Archive/a", $"{tree.Folder}/Archive/inner/a");
        ProcessEnd end = tree.Run(
            "delete --yes --never Archive --never Archive/inner --keep Archive --keep a --drop a Downloads Archive");
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal("Archive/inner/a Downloads/a Elsewhere/other", tree.Files());
    }

    [Fact]
    public void Nothing_to_act_on_is_no_error_whatever_the_rules_are()
    {
        using ShelfTree tree = Shelf();
        File.Delete($"{tree.Folder}/Archive/a");
        ProcessEnd end = tree.Run("delete --yes --keep Archive --never Archive Downloads Archive");
        Assert.True(end.ExitCode == 0, end.ErrorText);
    }

    [Theory]
    [InlineData("--keep Archive")]
    [InlineData("--drop Downloads")]
    [InlineData("--never Archive")]
    [InlineData("--reference Archive")]
    [InlineData("--prefer newest")]
    [InlineData("--copies 2")]
    [InlineData("--include a")]
    [InlineData("--isolate")]
    public void A_plan_has_chosen_already_so_rules_beside_it_are_refused(string rule)
    {
        using ShelfTree tree = Shelf();
        tree.Run("plan -o plan.json report").MustSucceed();
        string before = tree.Look();
        ProcessEnd end = tree.Run($"delete --yes {rule} plan.json");
        Assert.True(end.ExitCode == 2, end.ErrorText);
        Assert.StartsWith($"doppel: {rule.Split(' ')[0]}", end.ErrorText);
        Assert.Contains("hint: ", end.ErrorText);
        Assert.Equal(before, tree.Look());
    }

    [Theory]
    [InlineData("--exclude Archive/")]
    [InlineData("--include *.none")]
    [InlineData("--ext jpg")]
    [InlineData("--min-size 1M")]
    [InlineData("--isolate")]
    [InlineData("--exact")]
    [InlineData("--folders")]
    public void Filters_of_a_search_beside_a_report_are_refused(string filter)
    {
        using ShelfTree tree = Shelf();
        string before = tree.Look();
        ProcessEnd end = tree.Run($"delete --yes {filter} report");
        Assert.True(end.ExitCode == 2, end.ErrorText);
        Assert.StartsWith($"doppel: {filter.Split(' ')[0]}", end.ErrorText);
        Assert.Equal(before, tree.Look());
    }

    [Fact]
    public void With_isolate_only_files_that_are_also_in_the_other_folder_are_removed()
    {
        using ShelfTree tree = Shelf();
        foreach (string name in (string[])["Downloads/twin 1", "Downloads/twin 2"])
        {
            File.WriteAllText($"{tree.Folder}/{name}", "only in Downloads, twice");
        }

        File.WriteAllText($"{tree.Folder}/Downloads/a again", "same");
        ProcessEnd end = tree.Run("trash --yes --never Archive --isolate Archive Downloads");
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal("Archive/a Downloads/twin 1 Downloads/twin 2 Elsewhere/other", tree.Files());
    }

    [Theory]
    [InlineData("delete --yes --isolate Downloads")]
    [InlineData("find --isolate Downloads")]
    [InlineData("find --isolate")]
    public void Isolate_needs_a_second_root(string command)
    {
        using ShelfTree tree = Shelf();
        ProcessEnd end = tree.Run(command);
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.Contains("--isolate", end.ErrorText);
    }

    [Theory]
    [InlineData("--exclude Archive")]
    [InlineData("--exclude ./Archive/")]
    public void A_root_that_a_filter_names_too_is_a_contradiction(string filter)
    {
        using ShelfTree tree = Shelf();
        string before = tree.Look();
        ProcessEnd end = tree.Run($"delete --yes {filter} Downloads Archive");
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("--never", end.ErrorText);
        Assert.Equal(before, tree.Look());
    }

    // Two folders with a file in common, a third one, and a report of the first two.
    private static ShelfTree Shelf()
    {
        var tree = new ShelfTree();
        tree.Add("Archive/a", "same");
        tree.Add("Downloads/a", "same");
        tree.Add("Elsewhere/other", "another content");
        Directory.CreateDirectory($"{tree.Folder}/moved");
        File.CreateSymbolicLink($"{tree.Folder}/way", "Archive");
        tree.Run("find --json -o report Downloads Archive").MustSucceed();
        return tree;
    }
}
