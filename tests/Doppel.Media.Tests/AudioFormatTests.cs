using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Sound in chunks, blocks and frames: what counts and what does not, by files put together here.</summary>
public sealed class AudioFormatTests
{
    private static readonly byte[] s_id3 = [.. "ID3"u8, 3, 0, 0, 0, 0, 0, 50, .. new byte[50]];
    private static readonly byte[] s_id3v1 = [.. "TAG"u8, .. Encoding.ASCII.GetBytes("Title".PadRight(125, '\0'))];

    public static TheoryData<string> Tagged { get; } =
    [
        "aac", "wv", "ape", "old.ape", "ogg", "mp3", "free.mp3", "mpc", "old.mpc", "tta", "tak", "ofr",
    ];

    [Theory, MemberData(nameof(Tagged))]
    public void Tags_in_front_and_behind_are_no_payload_and_junk_is(string sample)
    {
        byte[] sound = Samples.Get(sample);
        string expected = Payload.Of(sound);
        Assert.Equal(expected, Payload.Of([.. s_id3, .. s_id3, .. sound, .. s_id3v1]));
        Assert.Equal(expected, Payload.Of([.. sound, .. ApeTag(200, 200), .. s_id3v1]));
        Assert.NotEqual(expected, Payload.Of([.. sound, .. "junk"u8]));
        Assert.NotEqual(expected, Payload.Of([.. sound, .. "junk"u8, .. s_id3v1]));
    }

    // A tagger that removes a tag may leave zeros, and a recording may begin in the middle of a frame.
    [Fact]
    public void Short_junk_before_many_frames_is_followed_by_sound()
    {
        byte[] sound = Samples.Get("mp3");
        sound = sound[Array.IndexOf(sound, (byte)0xFF)..];
        byte[] id3 = [.. "ID3"u8, 3, 0, 0, 0, 0, 0, 10, .. new byte[10]];
        int seed = 572 + TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < TestRun.Count(100, 5000); round++)
        {
            byte[] junk = random.Next(3) == 0 ? new byte[random.Next(1, 2000)] : sound[^random.Next(2, 2000)..];
            string plain = Payload.Of([.. junk, .. sound]);
            Assert.True(
                plain.StartsWith("Mp3", StringComparison.Ordinal), $"seed {seed}: {junk.Length} bytes: {plain}");
            Assert.Equal(plain, Payload.Of([.. id3, .. junk, .. sound]));
            if (!junk.AsSpan().ContainsAnyExcept((byte)0))
            {
                Assert.Equal(Payload.Of(sound), plain);
            }
        }

        // A few frames may stand there by chance.
        byte[] few = sound[..(sound.Length / 8)];
        Assert.Equal("no media", Payload.Of([.. "text that is no sound"u8, .. few[..Math.Min(few.Length, 2000)]]));
    }

    [Theory, MemberData(nameof(Tagged))]
    public void A_tag_that_claims_sound_is_not_believed(string sample)
    {
        byte[] sound = Samples.Get(sample);
        byte[] lying = [.. sound, .. ApeTag(200, 200 + 1000)];
        Assert.NotEqual(Payload.Of(sound), Payload.Of(lying));
        Assert.StartsWith("not comparable", Payload.Of(lying), StringComparison.Ordinal);
    }

    [Fact]
    public void AIFF_chunks_without_sound_are_tags_wherever_they_are()
    {
        byte[] sound = Samples.Get("aiff");
        string expected = Payload.Of(sound);
        byte[] name = [.. "NAME"u8, .. SyntheticAudio.BigInt(5), .. "Hello"u8, 0];
        byte[] comment = [.. "COMT"u8, .. SyntheticAudio.BigInt(14), 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, .. "text"u8];
        byte[] front = Form([.. name, .. sound[12..]]);
        byte[] both = Form([.. comment, .. sound[12..], .. name]);
        Assert.Equal(expected, Payload.Of(front));
        Assert.Equal(expected, Payload.Of(both));
        MediaTags tags = new MediaMapper().ReadTags(new MemorySource(both));
        Assert.Contains(new MediaTag(TagNames.Title, "Hello"), tags.All);
        Assert.Contains(new MediaTag(TagNames.Comment, "text"), tags.All);

        // Samples may stand before what tells of them, and begin later in their chunk.
        int at = sound.AsSpan().IndexOf("SSND"u8);
        Assert.Equal(expected, Payload.Of(Form([.. sound[at..], .. sound[12..at]])));
        byte[] samples = sound[(at + 16)..];
        byte[] aligned =
        [
            .. sound[12..at], .. "SSND"u8, .. SyntheticAudio.BigInt(8 + 10 + samples.Length), 0, 0, 0, 10, 0, 0, 0, 0,
            .. new byte[10], .. samples,
        ];
        Assert.Equal(expected, Payload.Of(Form(aligned)));
        Assert.NotEqual(expected, Payload.Of([.. sound, .. "more"u8]));
        foreach (byte[] chunks in (byte[][])[[.. sound[12..], .. sound[at..]], sound[12..at]])
        {
            Assert.StartsWith("not comparable", Payload.Of(Form(chunks)), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void AIFF_C_that_is_not_compressed_is_AIFF_by_the_loose_policy()
    {
        byte[] sound = Samples.Get("aiff");
        int common = sound.AsSpan().IndexOf("COMM"u8);
        int at = sound.AsSpan().IndexOf("SSND"u8);
        byte[] compressed =
        [
            .. "AIFC"u8, .. "COMM"u8, .. SyntheticAudio.BigInt(18 + 4 + 4), .. sound.AsSpan(common + 8, 18),
            .. "NONE"u8, 3, .. "not"u8, .. sound[at..],
        ];
        compressed = [.. "FORM"u8, .. SyntheticAudio.BigInt(compressed.Length), .. compressed];
        Assert.NotEqual(Payload.Of(sound), Payload.Of(compressed));
        Assert.Equal(Payload.Of(sound, MediaPolicy.Loose), Payload.Of(compressed, MediaPolicy.Loose));
        using var tree = new TempTree();
        Assert.Equal(Judge.Decoded(tree, sound, "aiff"), Judge.Decoded(tree, compressed, "aiff"));
    }

    [Fact]
    public void Chunks_of_Wave64_that_hold_no_sound_are_tags()
    {
        byte[] sound = Samples.Get("w64");
        byte[] id = [0xBC, 0x94, 0x5F, 0x92, 0x5A, 0x52, 0xD2, 0x11, 0x86, 0xDC, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A];
        byte[] text = Encoding.Unicode.GetBytes("Hello\0");
        byte[] list = [.. SyntheticAudio.Int(1), .. "INAM"u8, .. SyntheticAudio.Int(text.Length), .. text];
        byte[] padding = new byte[(8 - (list.Length & 7)) & 7];
        byte[] chunk = [.. id, .. SyntheticAudio.Long(24 + list.Length), .. list, .. padding];
        byte[] tagged = [.. sound[..40], .. chunk, .. sound[40..]];
        SyntheticAudio.Long(tagged.Length).CopyTo(tagged, 16);
        Assert.Equal(Payload.Of(sound), Payload.Of(tagged));
        using var tree = new TempTree();
        Assert.Equal(Judge.Decoded(tree, sound, "w64"), Judge.Decoded(tree, tagged, "w64"));
        MediaTags tags = new MediaMapper().ReadTags(new MemorySource(tagged));
        Assert.Contains(new MediaTag(TagNames.Title, "Hello"), tags.All);
        SyntheticAudio.Long(tagged.Length + 1).CopyTo(tagged, 16);
        Assert.StartsWith("not comparable", Payload.Of(tagged), StringComparison.Ordinal);
    }

    [Fact]
    public void The_position_of_the_DSF_tag_does_not_count()
    {
        byte[] sound = SyntheticAudio.Dsf(7);
        string expected = Payload.Of(sound);
        using var tree = new TempTree();
        byte[] tagged = SyntheticAudio.Dsf(7, s_id3);
        Assert.Equal(expected, Payload.Of(tagged));
        Assert.Equal(Judge.Decoded(tree, sound, "dsf"), Judge.Decoded(tree, tagged, "dsf"));
        Assert.NotEqual(Judge.Decoded(tree, sound, "dsf"), Judge.Decoded(tree, SyntheticAudio.Dsf(8), "dsf"));
        Assert.Equal(expected, Payload.Of([.. tagged, .. s_id3v1]));
        Assert.NotEqual(expected, Payload.Of(SyntheticAudio.Dsf(8)));
        Assert.NotEqual(expected, Payload.Of([.. tagged, .. "more"u8]));
        Assert.NotEqual(expected, Payload.Of(SyntheticAudio.Dsf(7, s_id3, points: false)));
        byte[] lying = [.. tagged];
        lying.AsSpan(lying.Length - 54, 4).Fill(0x7F);
        Assert.StartsWith("not comparable", Payload.Of(lying), StringComparison.Ordinal);
        SyntheticAudio.Long(100).CopyTo(tagged, 20);
        Assert.StartsWith("not comparable", Payload.Of(tagged), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_stored_header_of_the_source_file_counts_under_the_strict_policy_only(bool isOld)
    {
        Func<int, string, byte[]> write = isOld ? SyntheticAudio.OldApe : SyntheticAudio.Ape;
        byte[] one = write(3, "RIFF");
        byte[] other = write(3, "RIFF with LIST INFO");
        Assert.NotEqual(Payload.Of(one), Payload.Of(other));
        Assert.Equal(Payload.Of(one, MediaPolicy.Loose), Payload.Of(other, MediaPolicy.Loose));
        Assert.NotEqual(Payload.Of(one, MediaPolicy.Loose), Payload.Of(write(4, "RIFF"), MediaPolicy.Loose));
        using var tree = new TempTree();
        Assert.Equal(Judge.Packets(tree, one, "ape"), Judge.Packets(tree, other, "ape"));
        Assert.NotEqual(Judge.Packets(tree, one, "ape"), Judge.Packets(tree, write(4, "RIFF"), "ape"));
        Assert.StartsWith("not comparable", Payload.Of(one[..(isOld ? 60 : ^3)]), StringComparison.Ordinal);
    }

    [Fact]
    public void The_tag_of_MusicMatch_is_no_payload()
    {
        byte[] sound = Samples.Get("mp2");
        byte[] picture = Samples.Get("jpg");
        foreach (bool hasHeader in (bool[])[false, true])
        {
            byte[] tag = SyntheticAudio.MusicMatch("Hello", sound.Length, picture, hasHeader);
            byte[] tagged = [.. s_id3, .. sound, .. tag, .. s_id3v1];
            Assert.Equal(Payload.Of(sound), Payload.Of(tagged));
            MediaTags tags = new MediaMapper().ReadTags(new MemorySource([.. s_id3, .. sound, .. tag]));
            Assert.Contains(new MediaTag(TagNames.Title, "Hello"), tags.All);
            Assert.Contains(new MediaTag(TagNames.Artist, "Me"), tags.All);
            Assert.Equal(picture.Length, tags.CoverBytes);
            tag.AsSpan(tag.Length - 56, 4).Fill(0xFF);
            Assert.StartsWith("not comparable", Payload.Of([.. sound, .. tag]), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void MP3_in_RIFF_is_the_MP3_that_it_holds()
    {
        byte[] sound = Samples.Get("mp3");
        string expected = Payload.Of(sound);
        byte[] even = sound.Length % 2 == 0 ? [] : [0];
        byte[] chunks = [.. "data"u8, .. SyntheticAudio.Int(sound.Length), .. sound, .. even];
        byte[] list =
            [.. "LIST"u8, .. SyntheticAudio.Int(18), .. "INFOINAM"u8, .. SyntheticAudio.Int(6), .. "Hello\0"u8];
        byte[] Riff(params byte[] content) =>
            [.. "RIFF"u8, .. SyntheticAudio.Int(4 + content.Length), .. "RMP3"u8, .. content];
        Assert.Equal(expected, Payload.Of(Riff(chunks)));
        Assert.Equal(expected, Payload.Of([.. Riff([.. chunks, .. list]), .. s_id3v1]));
        Assert.NotEqual(expected, Payload.Of([.. Riff(chunks), .. "more"u8]));
        foreach (byte[] file in (byte[][])[Riff(chunks)[..^100], Riff([.. "data"u8, 5, 0, 0, 0, 1, 2, 3, 4, 5, 0])])
        {
            Assert.StartsWith("not comparable", Payload.Of(file), StringComparison.Ordinal);
        }

        MediaTags tags = new MediaMapper().ReadTags(new MemorySource(Riff([.. chunks, .. list])));
        Assert.Contains(new MediaTag(TagNames.Title, "Hello"), tags.All);
    }

    [Theory]
    [InlineData("mp3")]
    [InlineData("mp2")]
    [InlineData("aac")]
    [InlineData("free.mp3")]
    public void A_last_frame_that_is_cut_off_counts(string sample)
    {
        byte[] sound = Samples.Get(sample);
        byte[] cut = sound[..^20];
        string payload = Payload.Of(cut);
        Assert.NotEqual(Payload.Of(sound), payload);
        Assert.NotEqual(payload, Payload.Of(sound[..^21]));
        Assert.StartsWith(sample == "aac" ? "Aac" : "Mp3", payload, StringComparison.Ordinal);
        Assert.Equal(payload, Payload.Of([.. s_id3, .. cut, .. s_id3v1]));
    }

    [Theory]
    [InlineData("aac")]
    [InlineData("wv")]
    [InlineData("ape")]
    [InlineData("dsf")]
    [InlineData("aiff")]
    [InlineData("w64")]
    [InlineData("mpc")]
    [InlineData("old.mpc")]
    [InlineData("tta")]
    [InlineData("tak")]
    [InlineData("ofr")]
    [InlineData("dff")]
    [InlineData("caf")]
    public void Sound_that_holds_the_letters_of_tags_is_sound(string sample)
    {
        byte[] sound = [.. Samples.Get(sample)];
        "APETAGEX"u8.CopyTo(sound.AsSpan(sound.Length - 600));
        "ID3\u0003"u8.CopyTo(sound.AsSpan(sound.Length - 400));
        "TAG"u8.CopyTo(sound.AsSpan(sound.Length - 128));
        sound[^100] = 1;
        string payload = Payload.Of(sound);
        Assert.False(payload.StartsWith("no", StringComparison.Ordinal), payload);
        foreach (int at in (int[])[500, 300, 126, 90])
        {
            byte[] other = [.. sound];
            other[^at] ^= 1;
            Assert.NotEqual(payload, Payload.Of(other));
        }
    }

    private static byte[] Form(byte[] chunks) =>
        [.. "FORM"u8, .. SyntheticAudio.BigInt(4 + chunks.Length), .. "AIFF"u8, .. chunks];

    // One item that is as long as is told, in a tag that says how long it is.
    private static byte[] ApeTag(int itemBytes, int saidBytes)
    {
        byte[] value = new byte[itemBytes - 8 - 6];
        byte[] item = [.. SyntheticAudio.Int(value.Length), .. SyntheticAudio.Int(0), .. "Title\0"u8, .. value];
        return
        [
            .. item, .. "APETAGEX"u8, .. SyntheticAudio.Int(2000), .. SyntheticAudio.Int(saidBytes + 32),
            .. SyntheticAudio.Int(1), .. SyntheticAudio.Int(0), .. new byte[8],
        ];
    }
}
