using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>
/// Files that cannot be read, or change while they are looked at, become problems and nothing else suffers.
/// </summary>
public sealed class ChangeTests
{
    private static readonly VolumeError s_broken = new(VolumeErrorKind.InputOutput, 5);

    public static TheoryData<int, int> SizesAndCounts => new()
    {
        { 100, 3 }, { 100, 12 }, { 300_000, 3 }, { 300_000, 12 }, { 300_000, 200 },
    };

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_cannot_be_opened_is_a_problem_and_the_others_are_found(int size, int files) => CheckOthers(
        size, files, "/r/f001 open access-denied",
        Always(VolumeCall.OpenFile, error: new(VolumeErrorKind.AccessDenied)));

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_cannot_be_read_is_a_problem_and_the_others_are_found(int size, int files) => CheckOthers(
        size, files, "/r/f001 read input-output",
        Always(VolumeCall.Read, error: s_broken));

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_short_read_is_an_error_of_that_file_and_never_content(int size, int files) => CheckOthers(
        size, files, "/r/f001 read changed",
        Always(VolumeCall.Read, shortenTo: 10));

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_vanishes_after_it_was_listed_is_a_problem(int size, int files) => CheckOthers(
        size, files, "/r/f001 open vanished",
        Always(VolumeCall.OpenFile, error: new(VolumeErrorKind.Vanished)));

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_grew_after_it_was_listed_is_a_problem(int size, int files)
    {
        MemoryVolume memory = Equal(size, files);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.OpenFile,
            PathSuffix = "/f001",
            Before = _ => memory["/r/f001"].Rewrite(Search.Random(3, size + 1)),
        });
        string step = size <= Ladder.Default.SmallBytesMax ? "read" : "open";
        Search.Check(Search.Options(volume, "/r"), Others(size, files), $"/r/f001 {step} changed");
        volume.Counters.AssertAllClosed();
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_became_another_inode_is_a_problem(int size, int files)
    {
        // Of a small file nobody asks before it is confirmed.
        bool isSmall = size <= Ladder.Default.SmallBytesMax;
        Fault fault = Always(
            isSmall ? VolumeCall.Stat : VolumeCall.OpenFile, facts: facts => facts with { Inode = 999_999 });
        var volume = new FaultyVolume(Equal(size, files), fault);
        Search.Check(
            Search.Options(volume, "/r"), Others(size, files), $"/r/f001 {(isSmall ? "confirm" : "open")} changed");
        volume.Counters.AssertAllClosed();
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_became_a_link_is_a_problem(int size, int files) => CheckOthers(
        size, files, "/r/f001 open is-link",
        Always(VolumeCall.OpenFile, error: new(VolumeErrorKind.IsLink, 40)));

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_is_written_after_it_was_read_is_a_problem(int size, int files)
    {
        MemoryVolume memory = Equal(size, files);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Stat,
            PathSuffix = "/f001",
            Times = Fault.Always,
            Before = _ => memory["/r/f001"].Modified = new FileTime(4_000_000_000, 1),
        });
        Search.Check(Search.Options(volume, "/r"), Others(size, files), "/r/f001 confirm changed");
    }

    [Fact]
    public void A_large_file_that_is_written_while_it_is_read_is_a_problem()
    {
        MemoryVolume memory = Equal(2_000_000, 3);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Read,
            PathSuffix = "/f001",
            First = 5,
            Before = _ => memory["/r/f001"].Modified = new FileTime(4_000_000_000, 1),
        });
        Search.Check(Search.Options(volume, "/r"), Others(2_000_000, 3), "/r/f001 read changed");
    }

    [Fact]
    public void A_copy_whose_first_name_vanished_is_read_by_another_name()
    {
        var memory = new MemoryVolume();
        memory.AddFile("/r/a", "content");
        memory.AddHardLink("/r/b", "/r/a");
        memory.AddFile("/r/c", "content");
        var gone = new VolumeError(VolumeErrorKind.Vanished);
        var volume = new FaultyVolume(
            memory,
            new Fault { Call = VolumeCall.OpenFile, PathSuffix = "/a", Times = Fault.Always, Error = gone },
            new Fault { Call = VolumeCall.Stat, PathSuffix = "/a", Times = Fault.Always, Error = gone });
        Search.Check(Search.Options(volume, "/r"), "7: /r/b | /r/c", "/r/a confirm vanished\n/r/a open vanished");
    }

    [Fact]
    public void A_digest_that_a_format_needs_comes_from_any_copy_that_is_still_readable()
    {
        var stuck = new Fault { Call = VolumeCall.OpenFile, PathSuffix = "/f000", First = 2, Error = s_broken };
        var volume = new FaultyVolume(Equal(300_000, 3), stuck);
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Digests = true });
        Assert.Equal(Hashing.Xxh3.Hash128(Search.Random(3, 300_000)), Assert.Single(result.Groups).Digest);
        Assert.Equal("/r/f000 open input-output", Search.Problems(result));
    }

    [Fact]
    public void A_digest_is_read_by_a_name_that_is_still_there()
    {
        MemoryVolume memory = Equal(300_000, 2);
        memory.AddHardLink("/r/f000b", "/r/f000");
        var gone = new Fault { Call = VolumeCall.Stat, PathSuffix = "/f000", Error = new(VolumeErrorKind.Vanished) };
        using FindResult result = Search.Run(
            Search.Options(new FaultyVolume(memory, gone), "/r") with { Digests = true });
        Assert.Equal(Hashing.Xxh3.Hash128(Search.Random(3, 300_000)), Assert.Single(result.Groups).Digest);
        Assert.Equal("/r/f000 confirm vanished", Search.Problems(result));
        Assert.Equal("300000: /r/f000b | /r/f001", Search.Groups(result));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_unique_file_that_changed_or_vanished_is_a_problem_and_not_shown(bool wasOpened)
    {
        var memory = new MemoryVolume();
        memory.AddFile("/r/a", "aaaa");
        memory.AddFile("/r/b", wasOpened ? "bbbb" : "bbbbb");
        var gone = new Fault { Call = VolumeCall.Stat, PathSuffix = "/a", Error = new(VolumeErrorKind.Vanished) };
        var grown = new Fault { Call = VolumeCall.Stat, PathSuffix = "/b", Facts = facts => facts with { Size = 9 } };
        using FindResult result = Search.Run(
            Search.Options(new FaultyVolume(memory, gone, grown), "/r") with { Uniques = true, CopyFacts = true });
        Assert.Equal("", Search.Uniques(result));
        Assert.Equal("/r/a confirm vanished\n/r/b confirm changed", Search.Problems(result));
        Assert.Equal((0, 2), (result.Summary.Unique, result.Summary.Problems));
    }

    [Fact]
    public void A_copy_whose_twins_and_other_names_vanished_at_the_end_is_unique_under_the_name_that_is_left()
    {
        MemoryVolume memory = Equal(100, 2);
        memory.AddHardLink("/r/other", "/r/f000");
        var gone = new VolumeError(VolumeErrorKind.Vanished);
        var volume = new FaultyVolume(
            memory,
            new Fault { Call = VolumeCall.Stat, PathSuffix = "f000", Error = gone },
            new Fault { Call = VolumeCall.Stat, PathSuffix = "f001", Error = gone });
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Uniques = true, CopyFacts = true });
        Assert.Equal("", Search.Groups(result));
        Assert.Equal("100: /r/other", Search.Uniques(result));
        Assert.Equal("/r/f000 confirm vanished\n/r/f001 confirm vanished", Search.Problems(result));
        memory.Counters.AssertAllClosed();
    }

    [Fact]
    public void An_interrupted_search_reports_what_was_proved_and_that_it_is_partial()
    {
        var stop = new CancellationTokenSource();
        MemoryVolume memory = Equal(100, 12);
        memory.AddFile("/r/x", 500_000, static (_, content) => content.Fill(1));
        memory.AddFile("/r/y", 500_000, static (_, content) => content.Fill(1));
        var volume = new FaultyVolume(
            memory, new Fault { Call = VolumeCall.OpenFile, PathSuffix = "/y", Before = _ => stop.Cancel() });
        using FindResult result = Finder.Find(
            Search.Options(volume, "/r") with { Uniques = true, Threads = 1 }, null, stop.Token);
        Assert.False(result.Summary.Complete);
        Assert.Equal([12], result.Groups.Select(group => group.Copies.Count));
        Assert.Empty(result.Uniques);
        memory.Counters.AssertAllClosed();
    }

    [Theory]
    [InlineData(VolumeCall.OpenFile)]
    [InlineData(VolumeCall.Read)]
    [InlineData(VolumeCall.Stat)]
    [InlineData(VolumeCall.StatFile)]
    [InlineData(VolumeCall.OpenFolder)]
    [InlineData(VolumeCall.List)]
    public void Whichever_call_fails_the_run_completes_and_leaves_nothing_open(VolumeCall call)
    {
        for (int turn = 1; turn <= 25; turn++)
        {
            MemoryVolume memory = Equal(200_000, 4);
            memory.AddFile("/r/sub/g1", "same");
            memory.AddFile("/r/sub/g2", "same");
            memory.AddHardLink("/r/sub/g3", "/r/sub/g1");
            var volume = new FaultyVolume(memory, new Fault { Call = call, First = turn, Error = s_broken });
            using FindResult result = Search.Run(Search.Options(volume, "/r") with { Threads = 1 });
            Assert.True(result.Summary.Complete);
            Assert.All(result.Groups, group => Assert.Contains(group.Size, (long[])[4, 200_000]));
            memory.Counters.AssertAllClosed();
        }
    }

    private static MemoryVolume Equal(int size, int files)
    {
        var volume = new MemoryVolume();
        byte[] content = Search.Random(3, size);
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/f{i:d3}", content);
        }

        return volume;
    }

    private static string Others(int size, int files) =>
        $"{size}: {string.Join(" | ", Enumerable.Range(0, files).Where(i => i != 1).Select(i => $"/r/f{i:d3}"))}";

    private static void CheckOthers(int size, int files, string problem, Fault fault)
    {
        var volume = new FaultyVolume(Equal(size, files), fault);
        Search.Check(Search.Options(volume, "/r"), Others(size, files), problem);
        volume.Counters.AssertAllClosed();
        Search.Check(
            Search.Options(new FaultyVolume(Equal(size, files), Again(fault)), "/r") with { Proof = ProofDemand.Bytes },
            Others(size, files),
            problem);
    }

    private static Fault Always(
        VolumeCall call,
        VolumeError error = default,
        int? shortenTo = null,
        Func<FileFacts, FileFacts>? facts = null) => new()
        {
            Call = call,
            PathSuffix = "/f001",
            Times = Fault.Always,
            Error = error,
            ShortenTo = shortenTo,
            Facts = facts,
        };

    private static Fault Again(Fault fault) => new()
    {
        Call = fault.Call,
        PathSuffix = fault.PathSuffix,
        Times = fault.Times,
        Error = fault.Error,
        ShortenTo = fault.ShortenTo,
        Facts = fault.Facts,
    };
}
