using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

/// <summary>The planner on real file systems.</summary>
public sealed class RealTreeTests : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly LinuxVolume _volume = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Hard_links_inside_and_outside_the_group_are_distinguished()
    {
        _tree.AddFile("a/1", "content");
        _tree.AddHardLink("a/2", "a/1");
        _tree.AddHardLink("elsewhere/3", "a/1");
        _tree.AddFile("b/1", "content");
        ReportGroup group = Plans.Report(_volume, [[_tree["b/1"]], [_tree["a/2"], _tree["a/1"]]]);
        PlanOutcome outcome = Plans.Make(_volume, group);
        Assert.Equal("keep a/1=a/2, drop b/1", Plans.Show(outcome, _tree[""]));
        Assert.Equal((1L, 0L), (outcome.Group!.Keep[0].OutsideNames, outcome.Group.Drop[0].OutsideNames));
        Assert.Equal(outcome.Group.Drop[0].Facts.Allocated, outcome.Group.Drop[0].FreedBytes);
    }

    [Fact]
    public void A_folder_swapped_for_a_link_redirects_nothing()
    {
        _tree.AddFile("a/1", "content");
        _tree.AddFile("b/1", "content");
        _tree.AddFile("c/1", "content");
        ReportGroup group = Plans.Report(_volume, [[_tree["a/1"]], [_tree["b/1"]], [_tree["c/1"]]]);
        _tree.Rename("c", "d");
        _tree.AddSymbolicLink("c", "d");
        Assert.Equal(
            "keep a/1, drop b/1; c/1 symbolic-link", Plans.Show(Plans.Make(_volume, group), _tree[""]));
    }

    [Fact]
    public void A_file_swapped_for_a_link_or_rewritten_is_left_alone()
    {
        foreach (string name in (string[])["1", "2", "3", "4"])
        {
            _tree.AddFile(name, "content");
        }

        ReportGroup group = Plans.Report(_volume, [[_tree["1"]], [_tree["2"]], [_tree["3"]], [_tree["4"]]]);
        _tree.Rename("3", "moved");
        _tree.AddSymbolicLink("3", "moved");
        File.SetLastWriteTimeUtc(Path.Combine(_tree.Folder, "4"), DateTime.UnixEpoch);
        Assert.Equal(
            "keep 1, drop 2; 3 symbolic-link, 4 changed", Plans.Show(Plans.Make(_volume, group), _tree[""]));
    }

    [Fact]
    public void Names_of_any_bytes_and_paths_longer_than_the_limit_are_planned()
    {
        ByteName odd = ByteName.Of((byte)'a', 0xFF, (byte)'\n', (byte)' ');
        ByteName deep = string.Join('/', Enumerable.Repeat(new string('d', 200), 30));
        _tree.AddFile(odd, "content");
        _tree.AddFile(deep / odd, "content");
        PlanOutcome outcome = Plans.Make(_volume, Plans.Bare(_tree[deep / odd], _tree[odd]));
        Assert.Equal([Plans.Name(_tree[odd])], outcome.Group!.Keep[0].Names);
        Assert.Equal([Plans.Name(_tree[deep / odd])], outcome.Group.Drop[0].Names);
    }

    [Fact]
    public void A_bind_mount_shows_one_entry_twice_and_does_not_get_around_a_reference_folder()
    {
        Needs(LibC.UserId == 0, "needs root");
        _tree.AddFile("ref/sub/1", "content");
        _tree.AddFile("b/1", "content");
        _tree.AddFolder("way");
        ProcessEnd mounted = Tool.Run("mount", "--bind", _tree["ref"], _tree["way"]);
        Needs(mounted.ExitCode == 0, $"needs to mount: {mounted.ErrorText}");
        try
        {
            KeepRules rules = new()
            {
                Protected = [Plans.Folder(_volume, _tree["ref"])],
                Patterns = [new KeepPattern(PatternEffect.Drop, "way/**", (_, path) => path.IndexOf("/way/"u8) >= 0)],
            };
            ReportGroup through = Plans.Bare(_tree["way/sub/1"], _tree["b/1"]);
            Assert.Equal("keep way/sub/1, drop b/1", Plans.Show(Plans.Make(_volume, through, rules), _tree[""]));
            ReportGroup both = Plans.Bare(_tree["way/sub/1"], _tree["ref/sub/1"]);
            Assert.Equal(
                "keep ref/sub/1; way/sub/1 same-entry, way/sub/1 nothing-to-do",
                Plans.Show(Plans.Make(_volume, both), _tree[""]));
        }
        finally
        {
            Tool.Unmount(_tree["way"]);
        }
    }

    private static void Needs(bool isThere, string what)
    {
        Assert.True(isThere || !TestRun.IsBuildServer, what);
        Assert.SkipUnless(isThere, what);
    }
}
