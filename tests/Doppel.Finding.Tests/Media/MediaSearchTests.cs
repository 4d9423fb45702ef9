using Doppel.Media;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Media is read no further than it needs, and says how it was proved.</summary>
public sealed class MediaSearchTests
{
    private const int HeaderBytesMax = 64 * 1024;

    private static readonly VolumeError s_broken = new(VolumeErrorKind.InputOutput, 5);

    [Fact]
    public void Files_whose_payload_size_occurs_once_are_never_read_beyond_their_headers()
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 20; i++)
        {
            volume.AddFile($"/r/{i}.wav", MediaFiles.Wav(Search.Random(1, 300_000 + (i * 50)), "title"));
            volume.AddFile($"/r/{i}.gif", Gif(Search.Random(100 + i, 300_000 + (i * 300)), "comment"));
        }

        using FindResult result = Run(volume);
        Assert.Empty(result.MediaGroups);
        Assert.Equal(40, volume.Counters.Opens);
        Assert.True(volume.Counters.BytesRead <= 40 * HeaderBytesMax, $"{volume.Counters.BytesRead} bytes were read.");
        Assert.Equal(volume.Counters.Opens, result.Summary.Opened);
        Assert.Equal(volume.Counters.BytesRead, result.Summary.BytesRead);
    }

    [Fact]
    public void Payloads_that_may_be_equal_are_read_once()
    {
        byte[] sound = Search.Random(1, 3_000_000);
        byte[] picture = Search.Random(2, 3_000_000);
        var volume = new MemoryVolume();
        for (int i = 0; i < 2; i++)
        {
            volume.AddFile($"/r/{i}.wav", MediaFiles.Wav(sound, new string('t', 100 + i)));
            volume.AddFile($"/r/{i}.gif", Gif(picture, new string('t', 100 + i)));
        }

        using FindResult result = Run(volume);
        Assert.Equal(2, result.MediaGroups.Count());
        // GIF parts its payload into blocks of 255 bytes and a length, and is read as a whole.
        long allowed = (2 * 3_000_000L) + (2 * 3_000_000L * 256 / 255) + (4 * HeaderBytesMax);
        Assert.True(volume.Counters.BytesRead <= allowed, $"{volume.Counters.BytesRead} bytes were read.");
        Assert.True(volume.Counters.Opens <= 4 * 3, $"{volume.Counters.Opens} files were opened.");
    }

    [Fact]
    public void Sounds_of_equal_length_by_chance_are_distinguished_by_their_headers()
    {
        const int Bytes = 300_000;
        var volume = new MemoryVolume();
        for (int i = 0; i < 20; i++)
        {
            byte[] sound = Search.Random(i, Bytes);
            volume.AddFile($"/r/{i}", MediaFiles.Wav(sound, new string('t', 4 * (i + 1))));
            volume.AddFile($"/r/{i}-twin", MediaFiles.Wav(sound, new string('t', (4 * (i + 1)) + 2)));
            byte[] other = Search.Random(100 + i, Bytes);
            volume.AddFile($"/r/{i}-alone", MediaFiles.Wav(other, new string('t', 100 + (2 * i))));
        }

        using FindResult result = Run(volume);
        Assert.Equal(20, result.MediaGroups.Count());
        Assert.All(result.MediaGroups, group => Assert.Equal(Proof.Bytes, group.Proof));
        // The headers of all; then what has a twin, once, whose tags are read at the same opening.
        Assert.Equal(60 + 40, volume.Counters.Opens);
        long allowed = (40L * Bytes) + (60 * HeaderBytesMax);
        Assert.True(volume.Counters.BytesRead <= allowed, $"{volume.Counters.BytesRead} bytes were read.");
    }

    [Theory, InlineData(2, 300_000), InlineData(20, 300_000), InlineData(2, 10_000)]
    public void Files_opened_for_matching_are_not_reopened_for_their_headers(int filesOfOneSize, int bytes)
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 40; i += 2)
        {
            byte[] sound = Search.Random(i, bytes + (i / filesOfOneSize * 100));
            volume.AddFile($"/r/{i}", MediaFiles.Wav(sound, "some title"));
            volume.AddFile($"/r/{i + 1}", MediaFiles.Wav(sound, "a new name"));
        }

        using FindResult result = Run(volume);
        Assert.Equal(20, result.MediaGroups.Count());
        // As files of one size, then as payloads.
        Assert.Equal(40 + 40, volume.Counters.Opens);
    }

    [Fact]
    public void A_failed_opportunistic_glance_is_no_problem_and_is_retried_once()
    {
        const int TitleBytes = 10_000;
        byte[] sound = Search.Random(1, 300_000);
        var memory = new MemoryVolume();
        memory.AddFile("/r/a", MediaFiles.Wav(sound, new string('a', TitleBytes)));
        memory.AddFile("/r/b", MediaFiles.Wav(Search.Random(2, 300_000), new string('b', TitleBytes)));
        memory.AddFile("/r/c", MediaFiles.Wav(sound, "a short title"));
        // The first block parts it from the other of its size. Its sound lies behind that: the glance has to read on.
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Read,
            PathSuffix = "/a",
            First = 2,
            Error = s_broken,
        });
        using FindResult result = Run(volume, uniques: true);
        Assert.Equal("", Search.Problems(result));
        Assert.Equal("/r/a /r/c", Names(result.MediaGroups.Single()));
        Assert.Equal(3, result.Summary.Unique);
    }

    [Fact]
    public void Payloads_that_end_differently_are_read_at_their_ends_only()
    {
        byte[] sound = Search.Random(1, 3_000_000);
        var volume = new MemoryVolume();
        for (int i = 0; i < 20; i++)
        {
            sound[^1] = (byte)i;
            volume.AddFile($"/r/{i}", MediaFiles.Wav(sound, "title"));
        }

        using FindResult result = Run(volume);
        Assert.Empty(result.MediaGroups);
        // That each file is read twice at its ends is since they are of one size as whole files, too.
        Assert.True(volume.Counters.BytesRead <= 20 * HeaderBytesMax, $"{volume.Counters.BytesRead} bytes were read.");
    }

    [Fact]
    public void Equal_files_alone_form_no_media_group_but_join_one_with_a_twin()
    {
        byte[] sound = Search.Random(1, 1000);
        var volume = new MemoryVolume();
        volume.AddFile("/r/a.wav", MediaFiles.Wav(sound, "title"));
        volume.AddFile("/r/b.wav", MediaFiles.Wav(sound, "title"));
        using (FindResult alone = Run(volume))
        {
            Assert.Empty(alone.MediaGroups);
            Assert.Single(alone.Groups);
        }

        volume.AddFile("/r/c", MediaFiles.Wav(sound, "another title"));
        using FindResult result = Run(volume);
        Assert.Single(result.Groups);
        ReportMediaGroup group = result.MediaGroups.Single();
        Assert.Equal([0, 0, 1], group.Copies.Select(copy => copy.Content));
        Assert.Equal(["/r/a.wav", "/r/b.wav", "/r/c"], group.Copies.Select(copy => $"{copy.Copy.Names[0]}"));
        Assert.Equal(group.Copies[0].Size, group.RedundantBytes);
        Assert.Equal("wav", group.Format);
        Assert.Equal(ReportMediaPolicy.Strict, group.Policy);
    }

    [Theory]
    [InlineData(1000, 2, Proof.Digest)]
    [InlineData(300_000, 2, Proof.Bytes)]
    [InlineData(300_000, 9, Proof.Digest)]
    public void A_group_says_how_it_was_proved_and_its_digest_is_that_of_the_payload(int bytes, int files, Proof proof)
    {
        byte[] sound = Search.Random(1, bytes);
        var volume = new MemoryVolume();
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/{i}", MediaFiles.Wav(sound, new string('t', i + 1)));
        }

        var source = new ArraySource(MediaFiles.Wav(sound));
        MediaMap map = new MediaMapper().Map(source, MediaPolicy.Strict).Map!;
        Assert.True(new PayloadDigest().TryRead(
            map, source, out Hashing.Digest128 digest, TestContext.Current.CancellationToken));
        using FindResult result = Run(volume);
        ReportMediaGroup group = result.MediaGroups.Single();
        Assert.Equal(files, group.Copies.Count);
        Assert.Equal(proof, group.Proof);
        Assert.Equal(map.PayloadBytes, group.PayloadBytes);
        Assert.Equal(proof == Proof.Bytes ? null : digest, group.Digest);
    }

    [Theory, InlineData(1000), InlineData(300_000)]
    public void More_payloads_than_can_be_open_at_once_are_compared_in_turns(int bytes)
    {
        byte[] picture = Search.Random(1, bytes);
        var volume = new MemoryVolume();
        for (int i = 0; i < 150; i++)
        {
            volume.AddFile($"/r/{i}", Gif(picture, new string('t', 1 + i)));
        }

        using FindResult result = Run(volume, proof: ProofDemand.Bytes);
        ReportMediaGroup group = result.MediaGroups.Single();
        Assert.Equal(150, group.Copies.Count);
        Assert.Equal(Proof.Bytes, group.Proof);
        Assert.True(volume.Counters.MostOpenFiles <= 2 * Ladder.OpenCopiesMax);
    }

    [Theory, InlineData(ProofDemand.Standard), InlineData(ProofDemand.Bytes)]
    public void Files_that_have_to_be_walked_and_fit_no_buffer_are_found(ProofDemand proof)
    {
        byte[] picture = Search.Random(1, 9_000_000);
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", Gif(picture, "title"));
        volume.AddFile("/r/b", Gif(picture, "another title"));
        volume.AddFile("/r/c", Gif(Search.Flip(picture, 8_999_999), "title"));
        using FindResult result = Run(volume, proof: proof);
        Assert.Equal("/r/a /r/b", Names(result.MediaGroups.Single()));
    }

    [Fact]
    public void A_file_that_fails_while_it_is_mapped_is_a_problem_and_says_nothing_of_its_content()
    {
        MemoryVolume memory = Twins(3);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Read,
            PathSuffix = "/1",
            Times = Fault.Always,
            Error = s_broken,
        });
        using FindResult result = Run(volume, uniques: true);
        Assert.Equal("/r/1 read input-output", Search.Problems(result));
        Assert.Equal("/r/0 /r/2", Names(result.MediaGroups.Single()));
        Assert.Empty(result.NotComparable);
        Assert.Contains("/r/1", Search.Uniques(result), StringComparison.Ordinal);
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void An_equal_file_stands_in_for_one_that_cannot_be_opened()
    {
        byte[] sound = Search.Random(1, 300_000);
        var memory = new MemoryVolume();
        memory.AddFile("/r/a", MediaFiles.Wav(sound, "title"));
        memory.AddFile("/r/b", MediaFiles.Wav(sound, "title"));
        memory.AddFile("/r/c", MediaFiles.Wav(sound, "other"));
        memory.AddFile("/r/d", MediaFiles.Wav(sound, "no"));
        // The three of one size are compared first; it fails when it is opened for the second time.
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.OpenFile,
            PathSuffix = "/a",
            First = 2,
            Times = Fault.Always,
            Error = s_broken,
        });
        using FindResult result = Run(volume);
        Assert.Equal("/r/a /r/b /r/c /r/d", Names(result.MediaGroups.Single()));
        Assert.Contains("/r/a open input-output", Search.Problems(result), StringComparison.Ordinal);
    }

    [Fact]
    public void A_twin_that_is_written_after_it_was_read_is_a_problem()
    {
        MemoryVolume memory = Twins(3);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Stat,
            PathSuffix = "/1",
            Times = Fault.Always,
            Before = _ => memory["/r/1"].Modified = new FileTime(4_000_000_000, 1),
        });
        using FindResult result = Run(volume);
        Assert.Equal("/r/1 confirm changed", Search.Problems(result));
        Assert.Equal("/r/0 /r/2", Names(result.MediaGroups.Single()));
    }

    [Fact]
    public void An_interrupted_search_reports_what_was_proved_so_far()
    {
        for (int first = 1; first < 60; first++)
        {
            MemoryVolume memory = Twins(12);
            using var stop = new CancellationTokenSource();
            var volume = new FaultyVolume(
                memory, new Fault { Call = VolumeCall.Read, First = first, After = _ => stop.Cancel() });
            using FindResult result = Finder.Find(
                Search.Options(volume, "/r") with { Media = MediaPolicy.Strict }, null, stop.Token);
            Assert.Equal(!stop.IsCancellationRequested, result.Summary.Complete);
            Assert.All(result.MediaGroups, group => Assert.InRange(group.Copies.Count, 2, 12));
            volume.Counters.AssertAllClosed();
        }
    }

    [Fact]
    public void Media_groups_have_a_copy_in_a_reference_and_one_outside()
    {
        byte[] sound = Search.Random(1, 1000);
        var volume = new MemoryVolume();
        volume.AddFile("/ref/other", MediaFiles.Wav(Search.Random(2, 1000), "title"));
        volume.AddFile("/r/a", MediaFiles.Wav(sound, "title"));
        volume.AddFile("/s/b", MediaFiles.Wav(sound, "another"));
        FindOptions options = Search.Options(volume, "/ref", "/r", "/s") with
        {
            Media = MediaPolicy.Strict,
            References = 1,
        };
        using (FindResult none = Search.Run(options))
        {
            Assert.Empty(none.MediaGroups);
        }

        volume.AddFile("/ref/c", MediaFiles.Wav(sound));
        using FindResult one = Search.Run(options);
        Assert.Equal("/ref/c /r/a /s/b", Names(one.MediaGroups.Single()));
    }

    [Fact]
    public void Isolated_media_groups_span_two_roots()
    {
        byte[] sound = Search.Random(1, 1000);
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", MediaFiles.Wav(sound, "title"));
        volume.AddFile("/r/b", MediaFiles.Wav(sound, "another"));
        volume.AddFile("/s/c", MediaFiles.Wav(Search.Random(2, 1000), "title"));
        FindOptions options = Search.Options(volume, "/r", "/s") with { Media = MediaPolicy.Strict, Isolate = true };
        using (FindResult one = Search.Run(options))
        {
            Assert.Empty(one.MediaGroups);
        }

        volume.AddFile("/s/d", MediaFiles.Wav(sound));
        using FindResult two = Search.Run(options);
        Assert.Equal("/r/a /r/b /s/d", Names(two.MediaGroups.Single()));
    }

    [Fact]
    public void Tags_are_those_of_the_file_and_values_of_one_name_are_grouped()
    {
        byte[] picture = Search.Random(1, 1000);
        var volume = new MemoryVolume();
        byte[][] files = [MediaFiles.Png(picture, 100, "one", "two"), MediaFiles.Png(picture, 100)];
        volume.AddFile("/r/a", files[0]);
        volume.AddFile("/r/b", files[1]);
        using FindResult result = Run(volume);
        ReportMediaGroup group = result.MediaGroups.Single();
        for (int i = 0; i < files.Length; i++)
        {
            MediaTags tags = new MediaMapper().ReadTags(new ArraySource(files[i]));
            Assert.Equal(
                tags.All.GroupBy(tag => tag.Name, tag => tag.Value).Select(tag => $"{tag.Key}={string.Join('|', tag)}"),
                group.Copies[i].Tags.Select(tag => $"{tag.Name}={string.Join('|', tag.Values)}"));
        }
    }

    [Fact]
    public void The_same_payload_in_another_format_or_with_another_key_is_no_twin()
    {
        byte[] payload = Search.Random(1, 1000);
        byte[] stereo = MediaFiles.Wav(payload, "t");
        stereo[22] = 2;
        var volume = new MemoryVolume();
        volume.AddFile("/r/wav", MediaFiles.Wav(payload));
        volume.AddFile("/r/stereo", stereo);
        volume.AddFile("/r/png", MediaFiles.Png(payload, 100));
        using FindResult result = Run(volume);
        Assert.Empty(result.MediaGroups);
    }

    [Fact]
    public void Media_and_folders_are_refused_together() => Assert.Throws<ArgumentException>(() => Search.Run(
        Search.Options(new MemoryVolume(), "/r") with
        {
            Media = MediaPolicy.Strict,
            Folders = FolderMatching.ByName,
        }));

    private static MemoryVolume Twins(int files)
    {
        var volume = new MemoryVolume();
        byte[] sound = Search.Random(1, 300_000);
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/{i}", MediaFiles.Wav(sound, new string('t', 1 + (i * 2))));
        }

        return volume;
    }

    private static byte[] Gif(byte[] content, string comment) =>
        MediaFiles.Gif(MediaFiles.Pictures(content, Math.Max(1, content.Length / 50)), comment);

    private static string Names(ReportMediaGroup group) =>
        string.Join(' ', group.Copies.SelectMany(copy => copy.Copy.Names));

    private static FindResult Run(
        IVolume volume, ProofDemand proof = ProofDemand.Standard, bool uniques = false) =>
        Search.Run(Search.Options(volume, "/r") with
        {
            Media = MediaPolicy.Strict,
            Proof = proof,
            Uniques = uniques,
        });
}
