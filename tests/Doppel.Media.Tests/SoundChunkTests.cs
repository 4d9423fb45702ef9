using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Musepack, True Audio, TAK, OptimFROG, DSDIFF and CAF: what counts, and what is not comparable.</summary>
public sealed class SoundChunkTests
{
    public static TheoryData<string> Lossless { get; } = ["tta", "tak", "ofr"];

    [Fact]
    public void Loudness_that_mpcgain_writes_counts_under_the_strict_policy_only()
    {
        Samples.Needs("mpcgain", "musepack-tools");
        using var tree = new TempTree();
        byte[] original = Samples.Get("mpc");
        tree.AddFile("song.mpc", original);
        Tool.Run("mpcgain", $"{tree.Folder}/song.mpc").MustSucceed();
        byte[] louder = File.ReadAllBytes($"{tree.Folder}/song.mpc");
        Assert.False(louder.AsSpan().SequenceEqual(original));
        Assert.NotEqual(Payload.Of(original), Payload.Of(louder));
        Assert.Equal(Payload.Of(original, MediaPolicy.Loose), Payload.Of(louder, MediaPolicy.Loose));
        Assert.Equal(Judge.Packets(tree, original, "mpc"), Judge.Packets(tree, louder, "mpc"));

        byte[] old = SyntheticChunks.OldMusepack(1);
        byte[] other = SyntheticChunks.OldMusepack(1, gain: 1234);
        Assert.NotEqual(Payload.Of(old), Payload.Of(other));
        Assert.Equal(Payload.Of(old, MediaPolicy.Loose), Payload.Of(other, MediaPolicy.Loose));
    }

    [Fact]
    public void Chapters_that_mpcchap_writes_are_tags()
    {
        Samples.Needs("mpcchap", "musepack-tools");
        using var tree = new TempTree();
        byte[] original = Samples.Get("mpc");
        tree.AddFile("song.mpc", original);
        tree.AddFile("chapters.ini", "[0]\nTitle=One\n[20000]\nTitle=Two\n"u8.ToArray());
        Tool.Run("mpcchap", $"{tree.Folder}/song.mpc", $"{tree.Folder}/chapters.ini").MustSucceed();
        byte[] divided = File.ReadAllBytes($"{tree.Folder}/song.mpc");
        Assert.False(divided.AsSpan().SequenceEqual(original));
        Assert.Equal(Payload.Of(original), Payload.Of(divided));
        Assert.Equal(Glance.Of(original), Glance.Of(divided));
        Assert.Equal(Judge.Packets(tree, original, "mpc"), Judge.Packets(tree, divided, "mpc"));
        MediaTags tags = new MediaMapper().ReadTags(new MemorySource(divided));
        Assert.Contains(new MediaTag(TagNames.Chapters, "2"), tags.All);
    }

    [Fact]
    public void The_seek_table_of_Musepack_is_derived_and_unknown_packets_count()
    {
        byte[] original = Samples.Get("mpc");
        int offset = original.AsSpan().IndexOf("SO"u8);
        int table = original.AsSpan().LastIndexOf("ST"u8);
        byte[] bare =
        [
            .. original[..offset], .. original[(offset + original[offset + 2])..table],
            .. original[(table + original[table + 2])..],
        ];
        Assert.Equal(Payload.Of(original), Payload.Of(bare));
        using var tree = new TempTree();
        Assert.Equal(Judge.Packets(tree, original, "mpc"), Judge.Packets(tree, bare, "mpc"));
        Assert.NotEqual(Payload.Of(original), Payload.Of([.. bare[..^3], .. "XY"u8, 5, 1, 2, .. "SE"u8, 3]));
        foreach (byte[] file in (byte[][])[bare[..^3], [.. bare[..^3], .. "SE"u8, 0x83], bare[..offset]])
        {
            Assert.StartsWith("not comparable", Payload.Of(file), StringComparison.Ordinal);
        }
    }

    [Theory, MemberData(nameof(Lossless))]
    public void Truncated_sound_without_loss_is_not_comparable(string sample)
    {
        byte[] original = Samples.Get(sample);
        int seed = 571 + TestRun.SeedOffset;
        var random = new Random(seed);
        for (int i = 0; i < TestRun.Count(100, 5000); i++)
        {
            // TAIL of OptimFROG is empty here, and may be absent; with a piece of its header it is another file.
            int kept = random.Next(10, original.Length - (sample == "ofr" ? 8 : 0));
            string payload = Payload.Of(original[..kept]);
            Assert.True(
                payload.StartsWith("no", StringComparison.Ordinal), $"seed {seed}: {kept} of {original.Length} bytes");
        }
    }

    [Fact]
    public void TAK_that_announces_more_than_it_has_is_not_comparable()
    {
        Assert.StartsWith("Tak", Payload.Of(SyntheticChunks.Tak(1)), StringComparison.Ordinal);
        Assert.Equal("not comparable: it is truncated", Payload.Of(SyntheticChunks.Tak(1, more: 1)));
        Assert.NotEqual(Payload.Of(SyntheticChunks.Tak(1)), Payload.Of(SyntheticChunks.Tak(2)));
    }

    [Fact]
    public void DSDIFF_chunks_without_sound_are_tags_wherever_they_are()
    {
        byte[] sound = SyntheticChunks.Dsdiff(1);
        string expected = Payload.Of(sound);
        byte[] titles = SyntheticChunks.Chunk(
            "DIIN",
            [
                .. SyntheticChunks.Chunk("DITI", [.. SyntheticChunks.Big(5), .. "Title"u8]),
                .. SyntheticChunks.Chunk("DIAR", [.. SyntheticChunks.Big(2), .. "Me"u8]),
            ]);
        byte[] comment = [0, 1, .. new byte[10], .. SyntheticChunks.Big(4), .. "text"u8];
        byte[] comments = SyntheticChunks.Chunk("COMT", comment);
        byte[] tagged = SyntheticChunks.Form([.. comments, .. sound[16..], .. titles]);
        Assert.Equal(expected, Payload.Of(tagged));
        Assert.Equal(["comment=text", "title=Title", "artist=Me"], TagWriting.Read(tagged));
        using var tree = new TempTree();
        Assert.Equal(Judge.Packets(tree, sound, "dff"), Judge.Packets(tree, tagged, "dff"));

        // The properties may come in another order, and the text for people may be another one.
        int at = sound.AsSpan().IndexOf("CHNL"u8);
        int compression = sound.AsSpan().IndexOf("CMPR"u8);
        int samples = sound.AsSpan(compression + 16).IndexOf("DSD "u8) + compression + 16;
        byte[] turned =
            [.. sound[..at], .. sound[compression..samples], .. sound[at..compression], .. sound[samples..]];
        Assert.Equal(expected, Payload.Of(turned));
        turned[turned.AsSpan().IndexOf("not comp"u8)] = (byte)'N';
        Assert.Equal(expected, Payload.Of(turned));
        Assert.NotEqual(expected, Payload.Of([.. sound, .. "more"u8]));
        Assert.NotEqual(expected, Payload.Of(SyntheticChunks.Dsdiff(2)));
        byte[] body = sound[16..];
        foreach (byte[] chunks in (byte[][])[[.. body, .. body], body[..^10], sound[samples..], sound[16..samples]])
        {
            Assert.StartsWith("not comparable", Payload.Of(SyntheticChunks.Form(chunks)), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void CAF_chunks_without_sound_are_tags_wherever_they_are()
    {
        byte[] sound = Samples.Get("caf");
        string expected = Payload.Of(sound);
        byte[] info = SyntheticChunks.LongChunk("info", [.. SyntheticChunks.Big(2), .. "artist\0Me\0own\0Hello\0"u8]);
        byte[] id = SyntheticChunks.LongChunk("uuid", [.. SyntheticAudio.Noise(1, 16), .. "data"u8]);
        byte[] free = SyntheticChunks.LongChunk("free", new byte[1001]);
        int description = 8 + 12 + 32;
        byte[] tagged = [.. sound[..description], .. info, .. free, .. sound[description..], .. id];
        Assert.Equal(expected, Payload.Of(tagged));
        string[] tags = TagWriting.Read(tagged);
        Assert.Contains("artist=Me", tags);
        Assert.Contains("caf:own=Hello", tags);
        Assert.Contains(tags, static tag => tag.StartsWith("caf:uuid:", StringComparison.Ordinal));
        using var tree = new TempTree();
        Assert.Equal(Judge.Decoded(tree, sound, "caf"), Judge.Decoded(tree, tagged, "caf"));
        Assert.NotEqual(expected, Payload.Of([.. sound, .. "more"u8]));
        byte[] tag = [.. "TAG"u8, .. Encoding.ASCII.GetBytes("Title".PadRight(125, '\0'))];
        Assert.Equal(expected, Payload.Of([.. sound, .. tag]));

        // How often the samples were edited only says which peaks belong to them.
        int data = sound.AsSpan().IndexOf("data"u8);
        byte[] edited = [.. sound];
        edited[data + 15] ^= 1;
        Assert.Equal(expected, Payload.Of(edited));
        foreach (byte[] file in (byte[][])[[.. tagged, .. sound[8..]], sound[..^10], sound[..data]])
        {
            Assert.StartsWith("not comparable", Payload.Of(file), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Samples_of_CAF_without_a_length_reach_to_the_tags_at_the_end()
    {
        byte[] sound = Samples.Get("caf");
        int data = sound.AsSpan().IndexOf("data"u8);
        byte[] chunk = sound[data..(data + 12 + (int)System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(
            sound.AsSpan(data + 4)))];
        byte[] known = [.. sound[..data], .. chunk];
        byte[] unknown = [.. known];
        unknown.AsSpan(data + 4, 8).Fill(0xFF);
        Assert.Equal(Payload.Of(known), Payload.Of(unknown));
        using var tree = new TempTree();
        Assert.Equal(Judge.Packets(tree, known, "caf"), Judge.Packets(tree, unknown, "caf"));
        Assert.NotEqual(Payload.Of(unknown), Payload.Of(unknown[..^2]));
    }

    [Fact]
    public void Packets_of_CAF_that_vary_need_their_table()
    {
        byte[] sound = Samples.Get("alac.caf");
        int table = sound.AsSpan().LastIndexOf("pakt"u8);
        Assert.StartsWith("Caf", Payload.Of(sound), StringComparison.Ordinal);
        Assert.Equal("not comparable: its packet table is missing", Payload.Of(sound[..table]));
    }
}
