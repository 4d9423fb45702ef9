using System.Diagnostics;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>What takes part in a search, and under which of its paths.</summary>
public sealed class ScanTests
{
    private const string Content = "content";

    [Fact]
    public void Everything_below_a_root_takes_part_whatever_its_name()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/.hidden/.a", Content);
        volume.AddFile("/r/sp ace/new\nline", Content);
        volume.AddFile("/r/deep/er/and/deeper/x", Content);
        Search.Check(Search.Options(volume, "/r"), "7: /r/.hidden/.a | /r/deep/er/and/deeper/x | /r/sp ace/new\nline");
    }

    [Fact]
    public void Special_files_are_never_opened_and_links_are_never_copies()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", Content);
        volume.AddSpecial("/r/fifo");
        volume.AddLink("/r/link", "a");
        volume.AddLink("/r/broken", "nowhere");
        volume.AddLink("/r/loop", "loop");
        Search.Check(Search.Options(volume, "/r"), "");
        Assert.Equal(0, volume.Counters.Opens);
        Assert.Equal(0, volume.Counters.ReadLinks);
    }

    [Fact]
    public void An_entry_of_unknown_kind_is_looked_at()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", Content).ListedAsUnknown = true;
        volume.AddFile("/r/sub/b", Content).ListedAsUnknown = true;
        volume.AddSpecial("/r/fifo").ListedAsUnknown = true;
        volume["/r/sub"].ListedAsUnknown = true;
        Search.Check(Search.Options(volume, "/r"), "7: /r/a | /r/sub/b");
        FindOptions options = Search.Options(volume, "/r");
        Search.Check(options with { Filter = new EntryFilter { Exclude = [Glob.Parse("b")] } }, "");
        Search.Check(options with { Filter = new EntryFilter { Exclude = [Glob.Parse("sub")] } }, "");
    }

    [Fact]
    public void Empty_files_take_part_only_when_asked_for()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "");
        volume.AddFile("/r/b", "");
        Search.Check(Search.Options(volume, "/r"), "");
        foreach (ProofDemand proof in Enum.GetValues<ProofDemand>())
        {
            FindOptions options = Search.Options(volume, "/r") with { Proof = proof };
            Search.Check(options with { Filter = new EntryFilter { SizeMin = 0 } }, "0: /r/a | /r/b");
        }
    }

    [Fact]
    public void Offline_files_are_problems_and_never_opened()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", Content).Offline = true;
        volume.AddFile("/r/b", Content);
        volume.AddFile("/r/c", Content);
        Search.Check(Search.Options(volume, "/r"), "7: /r/b | /r/c", "/r/a stat offline");
        Search.Check(Search.Options(volume, "/r/a", "/r/b", "/r/c"), "7: /r/b | /r/c", "/r/a stat offline");
    }

    [Fact]
    public void The_same_root_twice_and_a_root_within_a_root_are_searched_once()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/sub/a", Content);
        volume.AddFile("/r/sub/b", Content);
        string[][] cases =
            [["/r", "/r"], ["/r", "/r/sub"], ["/r/sub", "/r"], ["/r/sub/a", "/r"], ["/r", "/r/sub/a"]];
        foreach (string[] roots in cases)
        {
            using FindResult result = Search.Run(Search.Options(volume, roots));
            ReportGroup group = Assert.Single(result.Groups);
            IEnumerable<string> names = group.Copies.SelectMany(copy => copy.Names).Select(name => name.ToString());
            Assert.Equal(["/r/sub/a", "/r/sub/b"], names.Order());
        }
    }

    [Fact]
    public void Each_name_reports_the_first_root_that_contains_it()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/sub/a", Content);
        volume.AddFile("/r/b", Content);
        Assert.Equal("/r/b@0 /r/sub/a@0", Roots("/r", "/r/sub"));
        Assert.Equal("/r/sub/a@0 /r/b@1", Roots("/r/sub", "/r"));

        string Roots(params string[] roots)
        {
            using FindResult result = Search.Run(Search.Options(volume, roots));
            return string.Join(' ', result.Groups.Single().Copies.Select(copy => $"{copy.Names[0]}@{copy.Roots[0]}"));
        }
    }

    [Fact]
    public void Isolate_shows_only_groups_that_span_roots()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/a/1", "one");
        volume.AddFile("/a/2", "one");
        volume.AddFile("/a/3", "three");
        volume.AddFile("/b/3", "three");
        Search.Check(Search.Options(volume, "/a", "/b") with { Isolate = true }, "5: /a/3 | /b/3");
    }

    [Fact]
    public void References_show_only_groups_with_a_copy_in_one_and_a_copy_outside()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/ref/1", "one");
        volume.AddFile("/ref/2", "one");
        volume.AddFile("/ref/3", "three");
        volume.AddFile("/ref/alone", "in the reference alone");
        volume.AddFile("/b/3", "three");
        volume.AddFile("/b/4", "four");
        volume.AddFile("/b/5", "four");
        volume.AddFile("/b/linked", "linked, once outside");
        volume.AddHardLink("/ref/linked", "/b/linked");
        volume.AddFile("/c/4", "four");
        FindOptions options = Search.Options(volume, "/ref", "/b", "/c") with { References = 1 };
        Search.Check(options, "5: /ref/3 | /b/3");
        Search.Check(options with { Isolate = true }, "5: /ref/3 | /b/3");
        using FindResult result = Search.Run(options with { Uniques = true });
        Assert.Equal((1, 5), (result.Summary.RedundantFiles, result.Summary.RedundantBytes));
        Assert.Equal("/b/4 /b/5 /c/4", string.Join(' ', result.Uniques.Select(one => one.Copy.Names[0])));
        Assert.Throws<ArgumentOutOfRangeException>(() => Search.Run(options with { References = 4 }));
    }

    [Fact]
    public void A_reference_below_a_root_is_a_reference_all_the_same()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/ref/a", "same");
        volume.AddFile("/r/x/a", "same");
        volume.AddFile("/r/x/b", "twin");
        volume.AddFile("/r/y/b", "twin");
        Search.Check(Search.Options(volume, "/r/ref", "/r") with { References = 1 }, "4: /r/ref/a | /r/x/a");
    }

    [Fact]
    public void Unique_files_are_those_without_a_twin_whether_their_size_occurs_once_or_not()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "xx");
        volume.AddFile("/r/b", "yy");
        volume.AddFile("/r/c", "long");
        volume.AddFile("/r/d1", "twin!");
        volume.AddFile("/r/d2", "twin!");
        volume.AddHardLink("/r/c2", "/r/c");
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Uniques = true });
        Assert.Equal("2: /r/a\n2: /r/b\n4: /r/c=/r/c2", Search.Uniques(result));
        Assert.Equal("5: /r/d1 | /r/d2", Search.Groups(result));
        Assert.Equal(3, result.Summary.Unique);
    }

    [Fact]
    public void Depth_is_counted_from_the_root()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/1", Content);
        volume.AddFile("/r/a/2", Content);
        volume.AddFile("/r/a/b/3", Content);
        string[] expected = ["", "", "7: /r/1 | /r/a/2", "7: /r/1 | /r/a/2 | /r/a/b/3"];
        for (int depth = 0; depth < expected.Length; depth++)
        {
            FindOptions options = Search.Options(volume, "/r");
            Search.Check(options with { Filter = new EntryFilter { DepthMax = depth } }, expected[depth]);
        }
    }

    [Fact]
    public void Folders_that_cannot_be_listed_are_problems_and_the_rest_is_searched()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", Content);
        volume.AddFile("/r/b", Content);
        volume.AddFolder("/r/closed").Failure = new VolumeError(VolumeErrorKind.AccessDenied);
        Search.Check(
            Search.Options(volume, "/r", "/missing"),
            "7: /r/a | /r/b",
            "/missing stat vanished\n/r/closed list access-denied");
    }

    [Fact]
    public void A_file_without_facts_is_a_problem()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", Content);
        volume.AddFile("/r/b", Content);
        volume.AddFile("/r/c", Content).StatFailure = new VolumeError(VolumeErrorKind.InputOutput);
        Search.Check(Search.Options(volume, "/r"), "7: /r/a | /r/b", "/r/c stat input-output");
    }

    [Fact]
    public void Folders_that_are_slow_to_list_get_a_thread_each()
    {
        // Four chains of folders: by their number alone one thread would do.
        const int Chains = 4;
        var volume = new MemoryVolume();
        for (int chain = 0; chain < Chains; chain++)
        {
            volume.AddFile($"/r/{chain}/a/b/c/x", Content);
        }

        // The root takes its time; below it every list waits until all four of its level are under way.
        using var level = new Barrier(Chains);
        bool haveMet = true;
        var slow = new FaultyVolume(
            volume,
            new Fault { Call = VolumeCall.List, Before = static _ => TakeTime(TimeSpan.FromMilliseconds(5)) },
            new Fault
            {
                Call = VolumeCall.List,
                Times = Fault.Always,
                Before = _ => haveMet &= level.SignalAndWait(TimeSpan.FromSeconds(20)),
            });
        FindOptions options = Search.Options(slow, "/r") with { Threads = Chains };
        Search.Check(options, "7: /r/0/a/b/c/x | /r/1/a/b/c/x | /r/2/a/b/c/x | /r/3/a/b/c/x");
        Assert.True(haveMet);

        static void TakeTime(TimeSpan time)
        {
            long start = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(start) < time)
            {
                Thread.SpinWait(100);
            }
        }
    }

    [Fact]
    public void Times_sizes_and_patterns_choose_files()
    {
        var volume = new MemoryVolume();
        for (int i = 1; i <= 3; i++)
        {
            volume.AddFile($"/r/old{i}.jpg", "aaaa").Modified = new FileTime(i * 1000, 0);
            volume.AddFile($"/r/new{i}.txt", "bbbbbb").Modified = new FileTime(i * 1000, 500);
        }

        Choose(new EntryFilter { SizeMin = 5 }, "6: /r/new1.txt | /r/new2.txt | /r/new3.txt");
        Choose(new EntryFilter { SizeMax = 5 }, "4: /r/old1.jpg | /r/old2.jpg | /r/old3.jpg");
        Choose(new EntryFilter { NewerThan = new FileTime(2000, 0), SizeMax = 5 }, "");
        Choose(
            new EntryFilter { OlderThan = new FileTime(2000, 501) },
            "6: /r/new1.txt | /r/new2.txt\n4: /r/old1.jpg | /r/old2.jpg");
        Choose(new EntryFilter { Include = [Glob.Parse("old[12].*")] }, "4: /r/old1.jpg | /r/old2.jpg");
        Choose(new EntryFilter { Extensions = ["JPG"] }, "4: /r/old1.jpg | /r/old2.jpg | /r/old3.jpg");

        void Choose(EntryFilter filter, string groups) =>
            Search.Check(Search.Options(volume, "/r") with { Filter = filter }, groups);
    }
}
