using static Doppel.Media.Tests.IsoWriter;
using Sample = Doppel.Media.Tests.FragmentWriter.Sample;

namespace Doppel.Media.Tests;

/// <summary>MP4: the kinds of tracks and the samples in fragments count; the layout of fragments does not.</summary>
public sealed class Mp4KeyTests
{
    private static readonly string[] s_kinds = ["vide", "soun", "text", "sbtl", "subt", "subp", "auxv", "clcp"];

    [Theory]
    [InlineData("m4a")]
    [InlineData("mp4")]
    [InlineData("mov")]
    [InlineData("fragments.mp4")]
    public void A_track_of_another_kind_makes_another_payload(string sample)
    {
        byte[] file = Samples.Get(sample);
        int seed = 940 + TestRun.SeedOffset;
        var random = new Random(seed);
        string[] kinds =
        [
            .. s_kinds, .. Enumerable.Range(0, TestRun.Count(10, 500)).Select(_ =>
                string.Concat(Enumerable.Range(0, 4).Select(_ => (char)random.Next('A', 'Z' + 1)))).Distinct(),
        ];
        int tracks = 0;
        Change(file, "moov/trak", content =>
        {
            tracks++;
            return Box("trak", content);
        });
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            for (int track = 0; track < tracks; track++)
            {
                string[] all = [.. kinds.Select(kind => Payload.Of(With(track, kind), policy))];
                Assert.Contains(Payload.Of(file, policy), all);
                Assert.True(all.Distinct().Count() == kinds.Length, $"seed {seed}: track {track}, {policy}");
            }
        }

        byte[] With(int track, string kind)
        {
            int number = 0;
            return Change(file, "moov/trak/mdia/hdlr", content => number++ == track
                ? Box("hdlr", content[..8], [.. kind.Select(static one => (byte)one)], content[12..])
                : Box("hdlr", content));
        }
    }

    [Fact]
    public void How_fragments_list_samples_is_no_payload_and_the_samples_are()
    {
        for (int round = 0; round < TestRun.Count(100, 10_000); round++)
        {
            int seed = TestRun.SeedOffset + round;
            var random = new Random(seed);
            Sample[][] tracks = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => Track(random))];
            byte[] file = new FragmentWriter(random).Write(tracks);
            byte[] other = new FragmentWriter(random).Write(tracks);
            string strict = Payload.Of(file);
            string loose = Payload.Of(file, MediaPolicy.Loose);
            Assert.StartsWith("Mp4", strict, StringComparison.Ordinal);
            Assert.True(strict == Payload.Of(other), $"seed {seed}");
            Assert.True(loose == Payload.Of(other, MediaPolicy.Loose), $"seed {seed}");
            Assert.True(Glance.Of(file) == Glance.Of(other), $"seed {seed}");

            // The fourth track holds only tags.
            const int Counted = 3;
            byte[] untagged = new FragmentWriter(random).Write([.. tracks.Take(Counted)]);
            Assert.True(strict == Payload.Of(untagged), $"seed {seed}");
            int track = random.Next(Math.Min(Counted, tracks.Length));
            int at = random.Next(tracks[track].Length - 1);
            foreach (int change in Enumerable.Range(0, 5))
            {
                Sample[][] changed = [.. tracks.Select(static one => (Sample[])[.. one])];
                Differ(changed, track, at, change);
                byte[] differing = new FragmentWriter(random).Write(changed);
                Assert.True(strict != Payload.Of(differing), $"seed {seed}, change {change}");

                // When pictures and sound are played counts by the strict policy only.
                const int Times = 3;
                bool isLoose = change >= Times && track < 2;
                Assert.True(
                    isLoose == (loose == Payload.Of(differing, MediaPolicy.Loose)), $"seed {seed}, change {change}");
            }
        }
    }

    // Of four samples of six bytes behind a gap of six, and of six samples of four bytes in front of a gap.
    [Fact]
    public void A_gap_between_fragments_is_no_number_of_samples()
    {
        byte[] movie = new FragmentWriter(new Random(1)).Write([[]]);
        byte[] data = Box("mdat", BoxBytes.Noise(1, 24));
        byte[] late = [.. movie, .. Fragment(6, 4, 6, 5, 7), .. data];
        byte[] early = [.. movie, .. Fragment(0, 6, 4, 6, 5), .. data, .. Fragment(36 + 7, 0, 0, 0, 0)];
        Assert.StartsWith("Mp4", Payload.Of(late), StringComparison.Ordinal);
        Assert.NotEqual(Payload.Of(late), Payload.Of(early));

        static byte[] Fragment(long time, int count, int bytes, int duration, int shift)
        {
            byte[] run = count == 0 ? [] : BoxBytes.Full(
                "trun", 0, 0xB01, Numbers(count, 0),
                [.. Enumerable.Repeat(Numbers(duration, bytes, shift), count).SelectMany(static one => one)]);
            byte[] fragment = Box("moof", Box(
                "traf", BoxBytes.Full("tfhd", 0, 0x20000, Numbers(1)), BoxBytes.Full("tfdt", 0, 0, Numbers(time)),
                run));
            if (count > 0)
            {
                const int OffsetBehind = 12;
                int at = fragment.AsSpan().IndexOf("trun"u8) + OffsetBehind;
                Numbers(fragment.Length + 8).CopyTo(fragment, at);
            }

            return fragment;
        }
    }

    private static void Differ(Sample[][] tracks, int track, int at, int change)
    {
        Sample[] samples = tracks[track];
        (Sample one, Sample next) = (samples[at], samples[at + 1]);
        switch (change)
        {
            case 0:
                // The same bytes in the same order, of which one belongs to the other sample.
                samples[at] = one with { Bytes = one.Bytes[..^1] };
                samples[at + 1] = next with { Bytes = [one.Bytes[^1], .. next.Bytes] };
                return;
            case 1:
                (samples[at], samples[at + 1]) = (next, one);
                return;
            case 2:
                tracks[track] = [.. samples[..at], .. samples[(at + 1)..]];
                return;
            case 3:
                samples[at] = one with { Duration = one.Duration + 1 };
                return;
            default:
                samples[at] = one with { Shift = one.Shift - 1 };
                return;
        }
    }

    // Most have the length and the duration of the one before.
    private static Sample[] Track(Random random)
    {
        Sample[] samples = new Sample[random.Next(2, 40)];
        (int bytes, int duration, int shift) = (20, 10, 0);
        for (int i = 0; i < samples.Length; i++)
        {
            bytes = random.Next(4) == 0 ? random.Next(2, 60) : bytes;
            duration = random.Next(5) == 0 ? random.Next(1, 30) : duration;
            shift = random.Next(5) == 0 ? random.Next(-20, 20) : shift;
            samples[i] = new Sample(BoxBytes.Noise(random.Next(), bytes), duration, shift);
        }

        return samples;
    }
}
