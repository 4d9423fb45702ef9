using Doppel.Reports;
using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Followed links: what they reach is marked, is found once, and never ends in a circle.</summary>
public sealed class FollowTests
{
    private const string Content = "content";

    [Fact]
    public void Files_reached_through_a_followed_link_take_part_and_are_marked()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", Content);
        volume.AddFile("/elsewhere/sub/b", Content);
        volume.AddFile("/elsewhere/c", Content);
        volume.AddLink("/r/folder", "../elsewhere/sub");
        volume.AddLink("/r/file", "/elsewhere/c");
        using FindResult result = Find(volume, "/r");
        ReportGroup group = Assert.Single(result.Groups);
        Assert.Equal(["/r/a", "/r/file", "/r/folder/b"], group.Copies.Select(copy => copy.Names[0].ToString()));
        Assert.Equal([false, true, true], group.Copies.Select(copy => copy.Followed?[0] ?? false));
        Assert.Empty(result.Problems);
    }

    [Fact]
    public void The_path_of_a_followed_link_knows_its_target_and_what_it_leads_to()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/elsewhere/sub/b", Content);
        volume.AddLink("/r/first", "second");
        volume.AddLink("/r/second", "../elsewhere/./sub");
        using FindResult result = Find(volume, "/r");
        PathTree tree = result.Paths;
        PathId file = Assert.Single(tree.Files.ToArray());
        PathId link = tree.Parent(file);
        Assert.Equal("/r/first", tree.ToText(link));
        Assert.Equal("second"u8, tree.LinkPoint(link)!.Target.Span);
        Assert.Equal("/elsewhere/sub"u8, tree.LinkPoint(link)!.FinalPath.Span);
        Assert.Equal("/elsewhere/sub/b"u8, tree.FinalPath(file));
        Assert.True(tree.IsReachedThroughLink(file));
        Assert.False(tree.IsReachedThroughLink(tree.Parent(link)));
    }

    [Fact]
    public void A_real_path_is_preferred_to_one_through_a_link()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/deep/down/x", Content);
        volume.AddFile("/r/deep/down/y", Content);
        volume.AddLink("/r/short", "deep/down");
        volume.AddLink("/r/x", "deep/down/x");
        CheckFollowing(volume, "7: /r/deep/down/x | /r/deep/down/y");
    }

    [Fact]
    public void Loops_end()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a/x", Content);
        volume.AddFile("/r/a/y", Content);
        volume.AddLink("/r/a/up", "..");
        volume.AddLink("/r/a/self", ".");
        CheckFollowing(volume, "7: /r/a/x | /r/a/y");
    }

    [Fact]
    public void Links_that_lead_nowhere_are_problems_when_they_are_followed()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/x", Content);
        volume.AddFile("/r/y", Content);
        volume.AddLink("/r/broken", "nowhere");
        volume.AddLink("/r/round", "round");
        CheckFollowing(volume, "7: /r/x | /r/y", "/r/broken follow vanished\n/r/round follow is-link");
    }

    [Fact]
    public void The_first_link_to_a_folder_by_name_wins_whatever_the_timing()
    {
        for (int turn = 0; turn < 30; turn++)
        {
            var volume = new MemoryVolume();
            volume.AddFile("/elsewhere/x", Content);
            volume.AddFile("/elsewhere/sub/y", Content);
            for (int i = 0; i < 20; i++)
            {
                volume.AddLink($"/r/d{i:d2}/link", "/elsewhere");
            }

            Search.Check(
                Search.Options(volume, "/r") with { Links = LinkFollowing.Follow, Threads = 4 },
                "7: /r/d00/link/sub/y | /r/d00/link/x");
        }
    }

    [Fact]
    public void A_root_that_is_a_link_to_a_folder_is_entered_and_one_to_a_file_is_a_problem()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/real/x", Content);
        volume.AddFile("/real/y", Content);
        volume.AddLink("/folder", "real");
        volume.AddLink("/file", "real/x");
        Search.Check(Search.Options(volume, "/folder", "/file"), "7: /folder/x | /folder/y", "/file stat is-link");
    }

    private static FindResult Find(MemoryVolume volume, string root) =>
        Search.Run(Search.Options(volume, root) with { Links = LinkFollowing.Follow });

    private static void CheckFollowing(MemoryVolume volume, string groups, string problems = "") =>
        Search.Check(Search.Options(volume, "/r") with { Links = LinkFollowing.Follow }, groups, problems);
}
