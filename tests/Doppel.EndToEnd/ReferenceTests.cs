using System.Globalization;

namespace Doppel.EndToEnd;

/// <summary>With <c>--reference</c>, exactly what docs/command-line.md promises goes, by every way to say it.</summary>
public sealed class ReferenceTests
{
    public static TheoryData<string, string> Ways { get; } = new()
    {
        { "delete --yes --reference Archive Downloads", "" },
        { "delete --yes --reference Archive Archive Downloads", "" },
        { "delete --yes --reference ./Downloads/../Archive/ .", "" },
        { "delete --yes --reference way Downloads", "" },
        { "delete --yes report", "find --json -o report --reference Archive Downloads" },
        { "delete --yes --reference Archive report", "find --json -o report Downloads Archive" },
        { "delete --yes plan", "plan -o plan --reference Archive Downloads" },
        { "delete --yes --folders --reference Archive Downloads", "" },
        { "delete --yes --reference Archive loads", "" },
        { "delete --yes --exact --isolate --reference Archive Downloads", "" },
    };

    [Theory, MemberData(nameof(Ways))]
    public void Only_files_that_the_archive_has_are_removed_from_downloads(string command, string before)
    {
        using ShelfTree tree = Shelf();
        if (before.Length > 0)
        {
            tree.Run(before).MustSucceed();
        }

        ProcessEnd end = tree.Run(command);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal("Archive/a Archive/b1 Archive/b2 Downloads/twin1 Downloads/twin2", tree.Files());
    }

    [Fact]
    public void Find_reports_only_removable_copies_and_with_unique_what_the_archive_lacks()
    {
        using ShelfTree tree = Shelf();
        tree.Add("Archive/only", "nowhere else");
        ProcessEnd end = tree.Run("find --unique --reference Archive Downloads");
        Assert.Contains("2 copies of 3 B, 3 B redundant", end.OutputText);
        Assert.Contains("4 copies of 6 B, 12 B redundant", end.OutputText);
        Assert.Contains("Total: 2 groups, 3 redundant files, 15 B redundant", end.OutputText);
        Assert.DoesNotContain("Archive/only", end.OutputText);
        Assert.Contains("Downloads/twin1", end.OutputText);
        Assert.Contains("Downloads/twin2", end.OutputText);
    }

    [Theory]
    [InlineData("--reference Archive Archive/in", "'Archive/in' is in the reference folder 'Archive'")]
    [InlineData("--reference . Downloads", "'Downloads' is in the reference folder '.'")]
    [InlineData("--reference Archive Archive", "there is nothing to compare with the reference folder")]
    [InlineData("--reference Missing Downloads", "cannot open 'Missing'")]
    public void A_search_in_which_nothing_could_be_removed_is_refused(string options, string message)
    {
        using ShelfTree tree = Shelf();
        Directory.CreateDirectory($"{tree.Folder}/Archive/in");
        foreach (string command in (string[])["find", "plan", "trash --yes"])
        {
            ProcessEnd end = tree.Run($"{command} {options}");
            Assert.True(end is { ExitCode: 2, OutputText: "" }, $"{command}: {end.OutputText}");
            Assert.Contains(message, end.ErrorText, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_guard_that_is_not_part_of_a_root_is_searched()
    {
        using ShelfTree tree = Shelf();
        tree.Run("delete --yes --never Archive Downloads").MustSucceed();
        Assert.Matches("^Archive/a Archive/b1 Archive/b2 Downloads/twin[12]$", tree.Files());
    }

    [Fact]
    public void Random_trees_rules_and_folders_give_the_result_of_the_oracle()
    {
        int deleted = 0;
        int refused = 0;
        for (int i = 0; i < TestRun.Count(25, 400); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var random = new Random(seed);
            using var tree = new ShelfTree();
            List<ChoiceFile> files = RandomShelf.Fill(tree, random);
            ChoiceRequest request = RandomShelf.Request(random);
            SortedSet<string>? expected = ChoiceOracle.Remaining(files, request);
            string command = $"delete --yes {request.CommandLine}";
            ProcessEnd end = tree.Run(command);
            string told = $"seed {seed.ToString(CultureInfo.InvariantCulture)}: {command}\n{end.ErrorText}";
            Assert.True(expected is null ? end.ExitCode == 2 : end.ExitCode == 0, told);
            Assert.True(
                string.Join(' ', expected ?? [.. files.Select(file => file.Name)]) == tree.Files(),
                $"{told}\n{string.Join(' ', expected ?? [])}\n{tree.Files()}");
            deleted += files.Count - (expected?.Count ?? files.Count);
            refused += expected is null ? 1 : 0;
        }

        Assert.NotEqual(0, deleted);
        Assert.NotEqual(0, refused);
    }

    // What the archive has, once and twice in Downloads, and what is twice in Downloads and nowhere else.
    private static ShelfTree Shelf()
    {
        var tree = new ShelfTree();
        tree.Add("Archive/a", "one");
        tree.Add("Archive/b1", "second");
        tree.Add("Archive/b2", "second");
        tree.Add("Downloads/a", "one");
        tree.Add("Downloads/b1", "second");
        tree.Add("Downloads/b2", "second");
        tree.Add("Downloads/twin1", "only in Downloads");
        tree.Add("Downloads/twin2", "only in Downloads");
        File.CreateSymbolicLink($"{tree.Folder}/way", "Archive");
        File.CreateSymbolicLink($"{tree.Folder}/loads", "Downloads");
        return tree;
    }
}
