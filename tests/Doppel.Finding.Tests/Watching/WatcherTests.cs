using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>What a watcher asks of the disk, and what it does if changes are lost, late or not reported.</summary>
public sealed class WatcherTests : IDisposable
{
    private readonly MemoryVolume _volume = new();
    private readonly ToldChanges _changes;
    private readonly List<string> _told = [];
    private Watcher? _watcher;

    public WatcherTests()
    {
        _changes = new ToldChanges(_volume);
        _volume.AddFile("/srv/a/1", "content");
        _volume.AddFile("/srv/b/2", "content");
        _volume.AddFile("/srv/c/3", "other");
        _volume.AddFolder("/srv/d");
    }

    public void Dispose()
    {
        _watcher?.Dispose();
        _volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void Only_folders_with_changes_are_listed_and_only_new_files_read()
    {
        Round();
        _volume.AddFile("/srv/c/4", "content");
        _changes.Tell("/srv/c");
        (long lists, long opens) = (_volume.Counters.Lists, _volume.Counters.Opens);
        WatchRound round = Round();
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2", "changed 1: /srv/a/1 /srv/b/2 /srv/c/4"], Told());
        Assert.Equal((1, 1), (_volume.Counters.Lists - lists, _volume.Counters.Opens - opens));
        Assert.True(round.IsCurrent);
        Assert.Equal((4, 1), (round.Summary.Files, round.Summary.Groups));
    }

    [Fact]
    public void A_listing_takes_60_bytes_and_the_name_for_each_file_and_12_for_each_folder()
    {
        Round();
        Assert.Equal((5, (3 * (60 + 1)) + (4 * (12 + 1))), Watcher.Remembered);
    }

    [Fact]
    public void Lost_changes_cause_everything_to_be_listed_anew()
    {
        Round();
        _volume.AddFile("/srv/d/e/5", "content");
        _volume.Remove("/srv/b/2");
        _changes.Lose();
        long lists = _volume.Counters.Lists;
        Round();
        Assert.Equal(6, _volume.Counters.Lists - lists);
        Assert.Equal(2, _changes.Restarts);
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2", "changed 1: /srv/a/1 /srv/d/e/5"], Told());
    }

    [Fact]
    public void A_group_keeps_its_number_while_files_of_it_stay_together()
    {
        Round();
        _volume.Move("/srv/a/1", "/srv/d/moved");
        _changes.Tell("/srv/a");
        _changes.Tell("/srv/d");
        Round();
        _volume["/srv/b/2"].Rewrite("other");
        _changes.Tell("/srv/b");
        Round();
        Assert.Equal(
            [
                "new 1: /srv/a/1 /srv/b/2", "changed 1: /srv/b/2 /srv/d/moved", "gone 1: /srv/b/2 /srv/d/moved",
                "new 2: /srv/b/2 /srv/c/3",
            ],
            Told());
    }

    [Fact]
    public void A_moved_folder_is_forgotten_with_everything_below_it()
    {
        _volume.AddFile("/srv/a/deep/er/6", "content");
        Round();
        int watches = _changes.Watches;
        _volume.Move("/srv/a", "/gone");
        _changes.Tell("/srv");
        Round();
        Assert.Equal(watches - 3, _changes.Watches);
        Assert.Equal("gone 1: /srv/a/1 /srv/a/deep/er/6 /srv/b/2", Told()[^1]);
        _volume.Move("/gone", "/srv/a");
        _changes.Tell("/srv");
        Round();
        Assert.Equal("new 2: /srv/a/1 /srv/a/deep/er/6 /srv/b/2", Told()[^1]);
    }

    [Fact]
    public void Folders_that_change_places_are_listed_again()
    {
        _volume.AddFile("/srv/a/x", "only in a");
        Round();
        _volume.Move("/srv/a", "/srv/t");
        _volume.Move("/srv/c", "/srv/a");
        _volume.Move("/srv/t", "/srv/c");
        _changes.Tell("/srv");
        Round();
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2", "changed 1: /srv/b/2 /srv/c/1"], Told());
    }

    [Fact]
    public void A_change_that_is_not_reported_is_found_if_the_file_is_in_a_group()
    {
        Round();
        _volume["/srv/b/2"].Rewrite("OTHER!!");
        _changes.Tell("/srv/d");
        WatchRound round = Round();
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2", "gone 1: /srv/a/1 /srv/b/2"], Told());
        Assert.True(round.IsCurrent);
        Assert.Empty(round.Problems);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_write_that_leaves_no_trace_is_believed_to_be_one_only_if_it_is_reported(bool isReported)
    {
        Round();
        _volume["/srv/b/2"].Content = [.. "CONTENT"u8];
        _changes.Tell("/srv/b", isReported ? ChangeKinds.Written : ChangeKinds.Changed, isReported ? "2" : "");
        Round();
        Assert.Equal(isReported ? 2 : 1, Told().Count);
    }

    [Fact]
    public void A_write_through_one_name_shows_under_all_names()
    {
        _volume.AddHardLink("/srv/d/link", "/srv/b/2");
        Round();
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2=/srv/d/link"], Told());
        _volume["/srv/b/2"].Rewrite("OTHER!!");
        _changes.Tell("/srv/d/link");
        Round();
        Assert.Equal("gone 1: /srv/a/1 /srv/b/2=/srv/d/link", Told()[^1]);
    }

    [Fact]
    public void A_new_name_of_a_file_makes_its_other_names_be_looked_at()
    {
        Round();
        _volume.AddHardLink("/srv/d/link", "/srv/b/2");
        _volume["/srv/b/2"].Changed = new FileTime(1_800_000_000, 1);
        _changes.Tell("/srv/d");
        WatchRound round = Round();
        Assert.Equal("changed 1: /srv/a/1 /srv/b/2=/srv/d/link", Told()[^1]);
        Assert.Empty(round.Problems);
    }

    [Fact]
    public void A_round_is_not_current_if_something_happens_during_it()
    {
        Round();
        _volume.AddFile("/srv/d/7", "content");
        _changes.Tell("/srv/d");
        _changes.Watching = path =>
        {
            _changes.Watching = null;
            _volume.AddFile("/srv/a/8", "content");
            _changes.Tell("/srv/a");
        };
        Assert.False(Round().IsCurrent);
        Assert.True(Round().IsCurrent);
        Assert.Equal("changed 1: /srv/a/1 /srv/a/8 /srv/b/2 /srv/d/7", Told()[^1]);
    }

    [Fact]
    public void A_folder_that_cannot_be_listed_is_tried_again_in_each_round()
    {
        _volume["/srv/b"].Failure = new VolumeError(VolumeErrorKind.AccessDenied);
        Assert.Equal("list access-denied", Shown(Round().Problems));
        _changes.Tell("/srv/d");
        Assert.Equal("list access-denied", Shown(Round().Problems));
        _volume["/srv/b"].Failure = VolumeError.None;
        _changes.Tell("/srv/d");
        Assert.Empty(Round().Problems);
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2"], Told());
    }

    [Fact]
    public void A_file_without_facts_is_asked_for_again_in_each_round()
    {
        _volume["/srv/b/2"].StatFailure = new VolumeError(VolumeErrorKind.InputOutput);
        Assert.Equal("stat input-output", Shown(Round().Problems));
        _volume["/srv/b/2"].StatFailure = VolumeError.None;
        _changes.Tell("/srv/d");
        Assert.Empty(Round().Problems);
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2"], Told());
    }

    [Fact]
    public void A_root_that_is_not_there_is_looked_for_until_it_is()
    {
        _volume.Move("/srv", "/elsewhere");
        Assert.Equal("stat vanished", Shown(Round().Problems));
        _volume.Move("/elsewhere", "/srv");
        Assert.Empty(Round().Problems);
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2"], Told());
    }

    [Fact]
    public void More_folders_than_can_be_watched_are_a_failure()
    {
        _changes.WatchesMax = 3;
        WatchRound round = Round();
        Assert.Equal(VolumeErrorKind.Limit, round.Failure.Kind);
        Assert.Empty(Told());
    }

    [Fact]
    public void A_cancelled_round_is_none()
    {
        Round();
        Assert.Null(Watcher.Next(Tell, cancellation: new CancellationToken(canceled: true)));
    }

    [Fact]
    public void Filters_apply_also_where_roots_are_nested()
    {
        _watcher = new Watcher(
            new FindOptions
            {
                Roots = [new FindRoot(_volume, "/srv"), new FindRoot(_volume, "/srv/b")],
                Filter = new EntryFilter { DepthMax = 2 },
            },
            _changes);
        Round();
        _volume.AddFile("/srv/b/deep/9", "content");
        _changes.Tell("/srv/b");
        Round();
        Assert.Equal(["new 1: /srv/a/1 /srv/b/2"], Told());
    }

    [Fact]
    public void Options_that_cannot_be_watched_are_refused()
    {
        FindOptions[] bad =
        [
            Options() with { Links = LinkFollowing.Follow },
            Options() with { Folders = FolderMatching.ByName },
            Options() with { Uniques = true },
            Options() with { Proof = ProofDemand.Bytes },
            Options() with { Roots = [.. Options().Roots, new FindRoot(new MemoryVolume(), "/")] },
        ];
        Assert.All(bad, options => Assert.Throws<ArgumentException>(() => new Watcher(options, _changes)));
    }

    private Watcher Watcher => _watcher ??= new Watcher(Options(), _changes);

    private FindOptions Options() => new() { Roots = [new FindRoot(_volume, "/srv")] };

    private WatchRound Round() => Watcher.Next(Tell)!;

    private List<string> Told() => _told;

    private void Tell(GroupChange change) => _told.Add(
        $"{change.Kind.ToString().ToLowerInvariant()} {change.Id}: {Shown(change.Group ?? change.Before!)}");

    private static string Shown(ReportGroup group) => string.Join(
        ' ', group.Copies.Select(static copy => string.Join('=', copy.Names)));

    private static string Shown(IReadOnlyList<ReportProblem> problems) => string.Join(
        ", ", problems.Select(static problem => $"{problem.Step} {problem.Reason}"));
}
