using static Doppel.Media.Tests.RiffWriter;

namespace Doppel.Media.Tests;

/// <summary>WAV and AIFF whose lengths do not cover what is in the file, as programs leave them.</summary>
public sealed class ChunkLengthTests
{
    private static readonly byte[] s_format = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0];

    /// <summary>Gets formats with the names of their chunks for tags.</summary>
    public static TheoryData<string, string> TagChunks { get; } = new()
    {
        { "wav", "id3 " }, { "wav", "LIST" }, { "wav", "IDVX" }, { "wav", "bext" }, { "wav", "iXML" },
        { "aiff", "ID3 " }, { "aiff", "NAME" }, { "aiff", "ANNO" },
    };

    [Theory, MemberData(nameof(TagChunks))]
    public void Tags_behind_the_counted_length_are_tags(string format, string id)
    {
        int seed = 571 + TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < TestRun.Count(50, 2000); round++)
        {
            byte[] samples = new byte[random.Next(50, 400)];
            random.NextBytes(samples);
            byte[] bare = File(format, samples);
            string plain = Payload.Of(bare);
            Assert.DoesNotContain("not comparable", plain);
            byte[] tag = ChunkOf(format, id, Noise(random, random.Next(1, 60)));
            byte[] more = random.Next(2) == 0 ? [] : ChunkOf(format, id, Noise(random, random.Next(1, 60)));
            Assert.True(plain == Payload.Of([.. bare, .. tag, .. more]), $"seed {seed}, round {round}");

            // The padding of the last chunk may be missing, but not a part of its content, and nothing else may follow.
            byte[] odd = ChunkOf(format, id, Noise(random, 11));
            Assert.Equal(plain, Payload.Of([.. bare, .. odd[..^1]]));
            Assert.NotEqual(plain, Payload.Of([.. bare, .. odd[..^2]]));
            Assert.NotEqual(plain, Payload.Of([.. bare, .. tag, .. "other bytes here"u8]));
            Assert.NotEqual(plain, Payload.Of([.. bare, .. ChunkOf(format, "what", Noise(random, 8))]));
        }
    }

    // Into a pipe, ffmpeg writes the greatest number, and SoX about half of it.
    [Theory]
    [InlineData(0xFFFFFFFF, 0xFFFFFFFF)]
    [InlineData(0x7FFFFFFF, 0x7FFFFFDB)]
    public void Streamed_samples_extend_to_the_end_of_the_file(long riff, long data)
    {
        byte[] samples = Noise(new Random(3), 600);
        byte[] known = File("wav", samples);
        byte[] streamed = Riff("WAVE", Chunk("fmt ", s_format), Chunk("data", samples));
        Bytes32(riff).CopyTo(streamed, 4);
        Bytes32(data).CopyTo(streamed, streamed.Length - samples.Length - 4);
        Assert.Equal(Payload.Of(known), Payload.Of(streamed));
        Assert.NotEqual(Payload.Of(known), Payload.Of(streamed[..^1]));
    }

    [Fact]
    public void A_length_that_is_a_little_too_small_is_forgiven_and_one_that_is_too_large_is_not()
    {
        byte[] samples = Noise(new Random(4), 600);
        byte[] wav = File("wav", samples);
        string plain = Payload.Of(wav);
        for (int less = 1; less <= 12; less++)
        {
            byte[] other = [.. wav];
            Bytes32(wav.Length - 8 - less).CopyTo(other, 4);
            Assert.Equal(plain, Payload.Of(other));
            Bytes32(wav.Length - 8 + less).CopyTo(other, 4);
            Assert.Contains("truncated", Payload.Of(other));
        }
    }

    [Fact]
    public void Stray_bytes_behind_the_samples_count_as_they_are()
    {
        byte[] samples = Noise(new Random(5), 600);
        byte[] note = Chunk("iXML", "<BWFXML/>"u8.ToArray());
        byte[] stray = [0, 0, 8, .. "wide"u8, 0, 0, 0, 0, .. "mdat"u8, 0, 0x20, 0x82, 0x5D];
        byte[] With(byte[] more) => Riff("WAVE", Chunk("fmt ", s_format), Chunk("data", samples), note, more);
        Assert.DoesNotContain("not comparable", Payload.Of(With(stray)));
        Assert.NotEqual(Payload.Of(With([])), Payload.Of(With(stray)));
        Assert.NotEqual(Payload.Of(With(stray)), Payload.Of(With([.. stray[..^1], 0])));
    }

    // mutagen removes an odd chunk at the end, and counts its padding.
    [Fact]
    public void AIFF_may_be_one_byte_shorter_or_longer_than_it_says()
    {
        byte[] samples = Noise(new Random(6), 600);
        byte[] aiff = File("aiff", samples);
        string plain = Payload.Of(aiff);
        foreach (int more in (int[])[-1, 1])
        {
            byte[] other = [.. aiff];
            other[7] = (byte)(aiff[7] + more);
            Assert.Equal(plain, Payload.Of(other));
        }

        byte[] cut = [.. aiff];
        cut[7] += 2;
        Assert.Contains("truncated", Payload.Of(cut));
    }

    private static byte[] File(string format, byte[] samples) => format == "wav"
        ? Riff("WAVE", Chunk("fmt ", s_format), Chunk("data", samples))
        : ChunkOf(
            "aiff", "FORM",
            [
                .. "AIFF"u8, .. ChunkOf("aiff", "COMM", [0, 1, 0, 0, 0, 10, 0, 16, 64, 11, 250, 0, 0, 0, 0, 0, 0, 0]),
                .. ChunkOf("aiff", "SSND", [0, 0, 0, 0, 0, 0, 0, 0, .. samples]),
            ]);

    private static byte[] ChunkOf(string format, string id, byte[] content) => format == "wav"
        ? Chunk(id, content)
        :
        [
            .. id.Select(static one => (byte)one), 0, 0, (byte)(content.Length >> 8), (byte)content.Length, .. content,
            .. new byte[content.Length & 1],
        ];

    private static byte[] Noise(Random random, int bytes)
    {
        byte[] noise = new byte[bytes];
        random.NextBytes(noise);
        return noise;
    }
}
