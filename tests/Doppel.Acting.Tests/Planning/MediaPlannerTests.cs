using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting.Tests.Planning;

/// <summary>What a plan makes of files of one sound under other tags.</summary>
public sealed class MediaPlannerTests
{
    private readonly MemoryVolume _volume = new();

    [Fact]
    public void The_file_with_the_most_tags_stays_and_the_plan_shows_what_only_the_others_have()
    {
        Sound("/a/1", "Lake");
        Sound("/b/2", "lake", "Ana");
        Sound("/c/3", "lake", "Anna");
        PlanOutcome outcome = Make(Media("/a/1", "/b/2", "/c/3"));
        Assert.Equal("keep /b/2, drop /c/3, drop /a/1", Plans.Show(outcome));
        PlanGroup group = outcome.Group!;
        Assert.Equal("oldest, most-tags", group.Reason);
        Assert.Equal(new PlanMedia("wav", MediaPolicy.Strict), group.Media);
        Assert.Equal(300, group.Size);
        Assert.Equal("artist: Anna", Lost(group.Drop[0]));
        Assert.Equal("title: Lake", Lost(group.Drop[1]));
        Assert.Empty(group.Keep[0].LostTags);
        Assert.Equal("most-tags (1 tag against 2 tags)", outcome.Verdicts[2].Why);
        Assert.All(group.Drop, copy => Assert.Equal(_volume[copy.Names[0].ToString()].Facts, copy.Facts));
    }

    [Fact]
    public void Preferred_rules_and_protected_folders_outrank_the_tags()
    {
        Sound("/a/1");
        Sound("/b/2", "lake", "Ana");
        Assert.Equal(
            "keep /a/1, drop /b/2",
            Plans.Show(Make(Media("/a/1", "/b/2"), new KeepRules { Prefer = [KeepRule.FirstName] })));
        Assert.Equal(
            "keep /a/1, drop /b/2",
            Plans.Show(Make(Media("/a/1", "/b/2"), new KeepRules { Protected = [Plans.Folder(_volume, "/a")] })));
    }

    [Fact]
    public void Names_of_a_media_group_are_planned_with_it_and_left_out_of_groups_of_copies()
    {
        Sound("/a/1", "Lake");
        Sound("/a/2", "Lake");
        Sound("/b/3", "Lake", "Ana");
        Sound("/c/4", "Lake");
        using var planner = new Planner(_volume, new PlanOptions { WorkingDirectory = new("/") });
        Assert.Equal("keep /b/3, drop /a/1, drop /a/2", Plans.Show(planner.Plan(Media("/a/1", "/a/2", "/b/3"))));
        PlanSummary before = planner.Summary;
        PlanOutcome whole = planner.Plan(Plans.Report(_volume, [["/a/1"], ["/a/2"]]));
        Assert.True(whole.IsSuperseded);
        Assert.Empty(whole.Refusals);
        Assert.Null(whole.Group);
        Assert.Equal(before, planner.Summary);
        Assert.Equal(
            "keep /c/4; /a/1 in-media-group, /a/1 nothing-to-do",
            Plans.Show(planner.Plan(Plans.Report(_volume, [["/a/1"], ["/c/4"]]))));
    }

    [Fact]
    public void Each_file_has_a_size_of_its_own_that_must_be_that_of_the_report()
    {
        Sound("/a/1", "Lake");
        Sound("/b/2", "lake", "Ana");
        Sound("/c/3", "lake");
        ReportMediaGroup group = Media("/a/1", "/b/2", "/c/3");
        Assert.Equal(
            "keep /b/2, drop /c/3; /a/1 changed",
            Plans.Show(Make(group with { Copies = [group.Copies[0] with { Size = 5 }, .. group.Copies.Skip(1)] })));
        Assert.Equal(
            "keep /b/2, drop /a/1, drop /c/3",
            Plans.Show(Make(group with { Copies = [.. group.Copies.Select(copy => copy with { Size = -1 })] })));
    }

    [Fact]
    public void Totals_count_media_groups_and_files_whose_tags_are_lost()
    {
        Sound("/a/1", "Lake");
        Sound("/b/2", "Lake", "Ana");
        Sound("/c/3", "Hill", "Ana");
        using var planner = new Planner(_volume, new PlanOptions { WorkingDirectory = new("/") });
        planner.Plan(Media("/a/1", "/b/2", "/c/3"));
        Assert.Equal((1, 1, 2, 1), (
            planner.Summary.Groups, planner.Summary.MediaGroups, planner.Summary.Files, planner.Summary.LosingFiles));
    }

    [Fact]
    public void The_description_of_the_rules_shows_what_comes_first_for_media() => Assert.Equal(
        ["of media first: most-tags", "of media first: largest-cover", "of media first: oldest-taken"],
        KeepRules.MediaDescription);

    private static string Lost(PlanCopy copy) =>
        string.Join(", ", copy.LostTags.Select(static tag => $"{tag.Name}: {string.Join('|', tag.Values)}"));

    private PlanOutcome Make(ReportMediaGroup group, KeepRules? rules = null)
    {
        using var planner = new Planner(
            _volume, new PlanOptions { Rules = rules ?? new KeepRules(), WorkingDirectory = new("/") });
        return planner.Plan(group);
    }

    private void Sound(string path, string title = "", string artist = "") =>
        _volume.AddFile(path, Sounds.Wave(1, title, artist));

    private ReportMediaGroup Media(params string[] names)
    {
        ReportGroup copies = Plans.Report(_volume, [.. names.Select(static name => (ByteName[])[name])]);
        return new ReportMediaGroup
        {
            Format = "wav",
            Policy = ReportMediaPolicy.Strict,
            Proof = Proof.Bytes,
            PayloadBytes = 300,
            RedundantBytes = 0,
            Copies =
            [
                .. copies.Copies.Select((copy, i) => new ReportMediaCopy
                {
                    Copy = copy,
                    Size = _volume[names[i]].Facts.Size,
                    Content = i,
                }),
            ],
        };
    }
}
