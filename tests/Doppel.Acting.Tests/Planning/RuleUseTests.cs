using Doppel.Reports;

namespace Doppel.Acting.Tests.Planning;

/// <summary>A planner knows which rules have matched no name, and which groups still span two roots.</summary>
public sealed class RuleUseTests
{
    private readonly MemoryVolume _volume = new();

    [Fact]
    public void A_rule_counts_as_matching_even_if_another_one_decides_first()
    {
        Files("/a/in/1", "/b/2", "/c/3");
        var rules = new KeepRules
        {
            Protected = [Plans.Folder(_volume, "/a"), Plans.Folder(_volume, "/a/in"), Plans.Folder(_volume, "/c")],
            Patterns = [In("/a/in"), In("/a"), In("/b"), In("/elsewhere")],
        };
        using var planner = new Planner(_volume, new PlanOptions { Rules = rules, WorkingDirectory = new("/") });
        planner.Plan(Plans.Report(_volume, [["/a/in/1"], ["/b/2"]]));
        Assert.Equal(2, planner.Names);
        Assert.Equal(["/elsewhere"], planner.UnmatchedPatterns.Select(pattern => pattern.Text));
        Assert.Equal(["/c"], planner.UnmatchedFolders.Select(never => never.Path.ToString()));
    }

    [Fact]
    public void A_place_matches_what_is_in_it_and_not_what_begins_like_it()
    {
        Files("/a/1", "/ab/2", "/a b/3");
        KeepRules rules = new() { Patterns = [In("/a")] };
        Assert.StartsWith(
            "keep /a/1, drop ",
            Plans.Show(Plans.Make(_volume, Plans.Report(_volume, [["/ab/2"], ["/a b/3"], ["/a/1"]]), rules)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void With_isolate_a_group_whose_copy_in_the_other_root_is_gone_is_left_alone()
    {
        Files("/archive/1", "/new/2", "/new/3");
        ReportGroup group = Plans.Report(_volume, [["/archive/1"], ["/new/2"], ["/new/3"]]);
        group = group with
        {
            Copies = [.. group.Copies.Select((copy, index) => copy with { Roots = [index == 0 ? 0 : 1] })],
        };
        var options = new PlanOptions
        {
            Roots = [new("/archive"), new("/new")],
            Isolate = true,
            Rules = new KeepRules { Protected = [Plans.Folder(_volume, "/archive")] },
            WorkingDirectory = new("/"),
        };
        Assert.Equal("keep /archive/1, drop /new/2, drop /new/3", Plans.Show(Plans.Make(_volume, group, options)));
        _volume.Remove("/archive/1");
        Assert.Null(Plans.Make(_volume, group, options).Group);
    }

    private static KeepPattern In(string place) =>
        new(PatternEffect.Keep, place, static (_, _) => false) { Places = [new(place)] };

    private void Files(params string[] paths)
    {
        foreach (string path in paths)
        {
            _volume.AddFile(path, "content");
        }
    }
}
