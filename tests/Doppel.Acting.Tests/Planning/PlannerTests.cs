using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

/// <summary>What a plan makes of a report, on a volume in memory.</summary>
public sealed class PlannerTests
{
    private readonly MemoryVolume _volume = new();

    [Fact]
    public void Names_of_one_inode_are_one_copy_with_facts_of_now()
    {
        Files("/a/1", "/b/2");
        _volume.AddHardLink("/a/3", "/a/1");
        PlanOutcome outcome = Plans.Make(_volume, Plans.Report(_volume, [["/b/2"], ["/a/1", "/a/3"]]));
        Assert.Equal("keep /a/1=/a/3, drop /b/2", Plans.Show(outcome));
        Assert.Equal(2u, outcome.Group!.Keep[0].Facts.Links);
        Assert.Equal(_volume["/a/1"].Facts, outcome.Group.Keep[0].Facts);
    }

    [Fact]
    public void A_list_of_names_is_joined_to_inodes_too()
    {
        Files("/a/1", "/b/2");
        _volume.AddHardLink("/a/3", "/a/1");
        Assert.Equal("keep /a/1=/a/3, drop /b/2", Plans.Show(Plans.Make(_volume, Plans.Bare("/a/3", "/b/2", "/a/1"))));
    }

    [Fact]
    public void Names_outside_are_counted_and_free_nothing()
    {
        Files("/a/1", "/b/2", "/b/3");
        _volume.AddHardLink("/out/1", "/a/1");
        _volume.AddHardLink("/out/2", "/b/2");
        _volume.AddHardLink("/out/3", "/b/2");
        using var planner = new Planner(_volume, new PlanOptions { WorkingDirectory = new("/") });
        PlanGroup group = planner.Plan(Plans.Report(_volume, [["/a/1"], ["/b/2"], ["/b/3"]])).Group!;
        Assert.Equal(2, group.Keep[0].OutsideNames);
        Assert.Equal([1L, 0L], group.Drop.Select(copy => copy.OutsideNames));
        Assert.Equal(0, group.Drop[0].FreedBytes);
        Assert.Equal(_volume["/b/3"].Facts.Allocated, group.Drop[1].FreedBytes);
        Assert.Equal(
            new PlanSummary { Groups = 1, Files = 2, Names = 2, HeldFiles = 1, FreedBytes = group.Drop[1].FreedBytes },
            planner.Summary);
    }

    [Fact]
    public void Copies_that_share_their_blocks_free_nothing()
    {
        Files("/a/1", "/b/2", "/b/3");
        ReportGroup group = Plans.Report(_volume, [["/a/1"], ["/b/2"], ["/b/3"]]) with { Shared = [[0, 2]] };
        Assert.Equal([false, true], Plans.Make(_volume, group).Group!.Drop.Select(copy => copy.IsHeld));
    }

    [Fact]
    public void A_file_that_is_not_what_the_report_says_is_left_alone()
    {
        Files("/a/1", "/a/2", "/a/3", "/a/4");
        ReportGroup group = Plans.Report(_volume, [["/a/1"], ["/a/2"], ["/a/3"], ["/a/4"]]);
        _volume["/a/2"].Modified = new FileTime(5, 6);
        _volume.Remove("/a/3");
        _volume.AddFile("/a/3", "longer than before");
        _volume.Remove("/a/4");
        Assert.Equal(
            "keep /a/1; /a/2 changed, /a/3 changed, /a/4 vanished, /a/1 nothing-to-do",
            Plans.Show(Plans.Make(_volume, group)));
    }

    /// <summary>As an interrupted run leaves it behind, whose report is acted on again.</summary>
    [Fact]
    public void A_name_that_was_linked_to_another_copy_is_no_problem()
    {
        Files("/a/1", "/a/2", "/a/3", "/a/4");
        _volume["/a/1"].Modified = new FileTime(5, 6);
        ReportGroup group = Plans.Report(_volume, [["/a/1"], ["/a/2"], ["/a/3"], ["/a/4"]]);
        _volume.Remove("/a/2");
        _volume.AddHardLink("/a/2", "/a/1");
        _volume.Remove("/a/3");
        _volume.AddLink("/a/3", "1");
        Assert.Equal("keep /a/1=/a/2, drop /a/4; /a/3 already-done", Plans.Show(Plans.Make(_volume, group)));
        _volume.Remove("/a/4");
        _volume.AddHardLink("/a/4", "/a/1");
        PlanOutcome all = Plans.Make(_volume, group);
        Assert.Equal("keep /a/1=/a/2=/a/4; /a/3 already-done, /a/1 nothing-to-do", Plans.Show(all));
        Assert.All(all.Refusals, static refusal => Assert.False(refusal.IsProblem));
    }

    [Fact]
    public void A_name_that_leads_out_of_its_group_is_a_problem()
    {
        Files("/a/1", "/a/2", "/a/3", "/b/other");
        _volume["/b/other"].Modified = new FileTime(5, 6);
        ReportGroup group = Plans.Report(_volume, [["/a/1"], ["/a/2"], ["/a/3"]]);
        _volume.Remove("/a/2");
        _volume.AddHardLink("/a/2", "/b/other");
        _volume.Remove("/a/3");
        _volume.AddLink("/a/3", "../b/other");
        PlanOutcome outcome = Plans.Make(_volume, group);
        Assert.Equal(
            "keep /a/1; /a/2 changed, /a/3 symbolic-link, /a/1 nothing-to-do", Plans.Show(outcome));
    }

    [Theory]
    [InlineData(100, 200, true)]
    [InlineData(100, 201, false)]
    [InlineData(100, 199, false)]
    [InlineData(101, 200, false)]
    [InlineData(99, 200, false)]
    public void A_change_by_one_nanosecond_after_the_report_is_seen(long seconds, int nanoseconds, bool isSame)
    {
        Files("/a/1", "/a/2");
        _volume["/a/2"].Modified = new FileTime(100, 200);
        ReportGroup group = Plans.Report(_volume, [["/a/1"], ["/a/2"]]);
        _volume["/a/2"].Modified = new FileTime(seconds, nanoseconds);
        Assert.Equal(
            isSame ? "keep /a/2, drop /a/1" : "keep /a/1; /a/2 changed, /a/1 nothing-to-do",
            Plans.Show(Plans.Make(_volume, group)));
    }

    [Fact]
    public void A_reported_time_of_zero_counts_as_a_time_if_the_inode_is_reported()
    {
        Files("/a/1", "/a/2");
        ReportGroup group = Plans.Report(_volume, [["/a/1"], ["/a/2"]]);
        _volume["/a/2"].Modified = new FileTime(100, 200);
        ReportCopy told = group.Copies[1] with { Modified = default };
        Assert.Equal(
            "keep /a/1; /a/2 changed, /a/1 nothing-to-do",
            Plans.Show(Plans.Make(_volume, group with { Copies = [group.Copies[0], told] })));
        told = told with { Inode = 0 };
        Assert.Equal(
            "keep /a/2, drop /a/1",
            Plans.Show(Plans.Make(_volume, group with { Copies = [group.Copies[0], told] })));
    }

    [Fact]
    public void Without_a_reported_size_only_files_of_one_size_take_part()
    {
        Files("/a/1", "/a/2");
        _volume.AddFile("/a/3", "another size");
        Assert.Equal(
            "keep /a/1, drop /a/2; /a/3 changed", Plans.Show(Plans.Make(_volume, Plans.Bare("/a/3", "/a/2", "/a/1"))));
    }

    [Fact]
    public void Symbolic_links_are_refused_anywhere_in_a_path()
    {
        Files("/a/1", "/b/2");
        _volume.AddLink("/a/link", "/b/2");
        _volume.AddLink("/folder", "/b");
        PlanOutcome outcome = Plans.Make(_volume, Plans.Bare("/a/1", "/b/2", "/a/link", "/folder/2"));
        Assert.Equal("keep /a/1, drop /b/2; /a/link symbolic-link, /folder/2 symbolic-link", Plans.Show(outcome));
        Assert.Equal("the folder /folder is a symbolic link", outcome.Refusals[1].Message);
    }

    [Fact]
    public void Relative_names_start_at_the_working_directory()
    {
        Files("/w/a", "/w/b/c", "/d", "/e/a", "/e/f/x");
        _volume.AddLink("/w/link", "/e/f");
        PlanOptions options = new() { WorkingDirectory = new("/w") };
        Assert.Equal(
            "keep /w/a, drop /w/b/c, drop /d; /w/a symbolic-link",
            Plans.Show(Plans.Make(_volume, Plans.Bare("./a", "b/.//c", "b/../../d", "link/../a"), options)));
    }

    [Theory]
    [InlineData("/h/.Trash/1/files/x", "trash")]
    [InlineData("/h/.Trash-1000/files/x", "trash")]
    [InlineData("/h/.local/share/Trash/files/x", "trash")]
    [InlineData("/h/.Trash-x/x", null)]
    [InlineData("/h/files/x", null)]
    [InlineData("/h/.doppel-0123456789abcdef0123456789abcdef", "unfinished-run")]
    [InlineData("/h/.doppel-0123456789abcdef0123456789abcdef/x", "unfinished-run")]
    [InlineData("/h/.doppel-0123456789ABCDEF0123456789abcdef", null)]
    [InlineData("/state/doppel/journal/x", "own-folder")]
    public void Trash_and_what_is_Doppels_own_is_never_touched_and_never_kept(string path, string? reason)
    {
        Files("/z/1", "/z/2", path);
        PlanOptions options = new()
        {
            WorkingDirectory = new("/"),
            OwnFolders = [new("/state/doppel"), new("/not/there")],
            Rules = new KeepRules { Prefer = [KeepRule.FirstName] },
        };
        PlanOutcome outcome = Plans.Make(_volume, Plans.Bare("/z/1", "/z/2", path), options);
        Assert.Equal(
            reason is null ? $"keep {path}, drop /z/1, drop /z/2" : $"keep /z/1, drop /z/2; {path} {reason}",
            Plans.Show(outcome));
    }

    [Fact]
    public void Specials_folders_and_what_lies_elsewhere_are_refused()
    {
        Files("/a/1", "/a/2", "/a/3");
        _volume.AddSpecial("/a/pipe");
        _volume["/a/3"].Offline = true;
        Assert.Equal(
            "keep /a/1, drop /a/2; /a/pipe not-a-file, /a not-a-file, /a/3 offline, / not-a-file",
            Plans.Show(Plans.Make(_volume, Plans.Bare("/a/1", "/a/2", "/a/pipe", "/a", "/a/3", "/"))));
    }

    [Fact]
    public void Names_that_only_seem_to_be_one_inode_are_not_acted_on()
    {
        Files("/a/1", "/b/2", "/c/3");
        _volume["/b/2"].Inode = _volume["/a/1"].Inode;
        Assert.Equal(
            "keep /c/3; /a/1 unsure-identity, /b/2 unsure-identity, /a/1 nothing-to-do",
            Plans.Show(Plans.Make(_volume, Plans.Bare("/a/1", "/b/2", "/c/3"))));
        _volume["/b/2"].Modified = _volume["/a/1"].Modified;
        _volume["/b/2"].Changed = _volume["/a/1"].Changed;
        PlanOutcome alike = Plans.Make(_volume, Plans.Bare("/a/1", "/b/2", "/c/3"));
        Assert.Equal(2, alike.Refusals.Count(refusal => refusal.Reason == PlanRefusal.UnsureIdentity));
    }

    [Fact]
    public void A_file_that_is_mounted_over_another_is_that_file()
    {
        Files("/a/1", "/a/2", "/a/3");
        MakeOne("/a/1", "/a/2");
        _volume["/a/2"].IsMountRoot = true;
        PlanOutcome outcome = Plans.Make(_volume, Plans.Bare("/a/1", "/a/2", "/a/3"));
        Assert.Equal("keep /a/1, drop /a/3; /a/2 same-entry", Plans.Show(outcome));
        Assert.Contains("mounted there", Assert.Single(outcome.Refusals).Message);
    }

    // A folder that ignores case has one entry for both spellings.
    [Fact]
    public void One_name_in_two_cases_is_one_file()
    {
        Files("/a/film", "/a/FILM", "/a/other");
        MakeOne("/a/film", "/a/FILM");
        PlanOutcome outcome = Plans.Make(_volume, Plans.Bare("/a/film", "/a/FILM", "/a/other"));
        Assert.Equal("keep /a/FILM, drop /a/other; /a/film same-entry", Plans.Show(outcome));
    }

    // Some FUSE programs give a folder another number each time it is looked up.
    [Fact]
    public void A_protected_folder_is_also_recognized_by_its_path()
    {
        Files("/a/1", "/b/sub/2");
        var options = new PlanOptions
        {
            WorkingDirectory = new("/"),
            Rules = new KeepRules { Protected = [new ProtectedFolder(new("/b"), 5, 5)] },
        };
        Assert.Equal(
            "keep /b/sub/2, drop /a/1", Plans.Show(Plans.Make(_volume, Plans.Bare("/a/1", "/b/sub/2"), options)));
    }

    private void MakeOne(string first, string second)
    {
        _volume[second].Inode = _volume[first].Inode;
        _volume[second].Modified = _volume[first].Modified;
        _volume[second].Changed = _volume[first].Changed;
    }

    [Fact]
    public void A_name_reported_twice_is_one_name()
    {
        Files("/a/1", "/a/2");
        Assert.Equal(
            "keep /a/1, drop /a/2; /a/2 same-entry",
            Plans.Show(Plans.Make(_volume, Plans.Bare("/a/1", "/a/2", "/a/2"))));
    }

    [Fact]
    public void Nothing_below_a_reference_folder_is_dropped_under_any_of_its_names()
    {
        Files("/ref/deep/1", "/a/2", "/b/3");
        _volume.AddHardLink("/b/4", "/ref/deep/1");
        _volume.AddLink("/way", "/ref");
        KeepRules rules = new() { Protected = [Plans.Folder(_volume, "/way")], Prefer = [KeepRule.FirstName] };
        Assert.Equal(
            "keep /b/4=/ref/deep/1, drop /a/2, drop /b/3",
            Plans.Show(Plans.Make(_volume, Plans.Bare("/b/3", "/b/4", "/a/2", "/ref/deep/1"), rules)));
        Assert.Equal(
            "keep /b/4; /gone vanished, /b/4 nothing-to-do",
            Plans.Show(Plans.Make(_volume, Plans.Bare("/b/4", "/gone"), rules)));
    }

    [Fact]
    public void Symbolic_links_are_known_by_the_copies_that_they_lead_to_and_make_these_better_keepers()
    {
        Files("/a/1", "/b/2", "/c/3");
        _volume.AddHardLink("/b/4", "/b/2");
        _volume.AddLink("/ref/way", "/c/3");
        _volume.AddLink("/z", "b/4");
        _volume.AddLink("/y", "z");
        PlanOptions options = new()
        {
            WorkingDirectory = new("/"),
            SymbolicLinks = [Link("/ref/way", "/c/3", "/c/3"), Link("/z", "b/4", "/b/4"), Link("/y", "z", "/b/4")],
            Rules = new KeepRules { Protected = [Plans.Folder(_volume, "/ref")] },
        };
        using var planner = new Planner(_volume, options);
        PlanOutcome outcome = planner.Plan(Plans.Report(_volume, [["/a/1"], ["/b/2", "/b/4"], ["/c/3"]]));
        Assert.Equal("keep /b/2=/b/4, drop /c/3, drop /a/1", Plans.Show(outcome));
        Assert.Equal(["/y", "/z"], outcome.Group!.Keep[0].SymbolicLinks.Select(link => link.Name.ToString()));
        PlanLink link = Assert.Single(outcome.Group.Drop[0].SymbolicLinks);
        Assert.Equal(("/ref/way", true), (link.Name.ToString(), link.IsProtected));
        Assert.Equal(1, planner.Summary.DanglingLinks);
    }

    [Fact]
    public void Each_dropped_copy_shows_what_a_hard_link_would_change()
    {
        Files("/a/1", "/b/2", "/c/3");
        _volume["/b/2"].Modified = _volume["/a/1"].Modified;
        _volume["/c/3"].Modified = new FileTime(_volume["/a/1"].Modified.Seconds + 1, 0);
        _volume["/c/3"].Mode = 0x1C0;
        PlanGroup group = Plans.Make(_volume, Plans.Bare("/a/1", "/b/2", "/c/3")).Group!;
        Assert.Equal(
            [MetadataKinds.None, MetadataKinds.Modified | MetadataKinds.Mode], group.Drop.Select(copy => copy.Changes));
    }

    [Fact]
    public void A_group_whose_copies_all_stay_is_reported_as_such()
    {
        Files("/a/1", "/a/2");
        PlanOutcome outcome = Plans.Make(_volume, Plans.Bare("/a/1", "/a/2"), new KeepRules { Copies = 2 });
        Assert.Null(outcome.Group);
        Assert.Equal(("nothing-to-do", "every copy stays"), (outcome.Refusals[0].Reason, outcome.Refusals[0].Message));
        Assert.False(outcome.Refusals[0].IsProblem);
    }

    [Fact]
    public void Every_folder_that_was_opened_is_closed_and_few_are_open_at_once()
    {
        string deep = string.Concat(Enumerable.Range(0, 300).Select(level => $"/d{level}"));
        string[] names = [deep + "/x", .. Enumerable.Range(0, 500).Select(i => $"/w{i % 200}/sub{i}/x")];
        Files(names);
        using (var planner = new Planner(_volume, new PlanOptions { WorkingDirectory = new("/") }))
        {
            PlanOutcome outcome = planner.Plan(Plans.Bare([.. names.Select(name => (Testing.Trees.ByteName)name)]));
            Assert.Equal(501, outcome.Verdicts.Count);
            Assert.InRange(_volume.Counters.OpenFolders, 1, FolderWalk.OpenMax);
        }

        Assert.Equal(0, _volume.Counters.OpenFolders);
    }

    private static PlanLink Link(string name, string target, string final) =>
        new() { Name = new(name), Target = new(target), Final = new(final) };

    private void Files(params string[] paths)
    {
        foreach (string path in paths)
        {
            _volume.AddFile(path, "content");
        }
    }
}
