using static Doppel.Media.Tests.RiffWriter;

namespace Doppel.Media.Tests;

/// <summary>What tells how to decode, and where a chunk ends, belongs to the payload.</summary>
public sealed class PayloadBoundTests
{
    private static readonly byte[] s_frames = [0xFF, 0xF8, .. Enumerable.Range(0, 200).Select(static i => (byte)i)];
    private static readonly byte[] s_info = [.. Enumerable.Range(1, 34).Select(static i => (byte)i)];

    [Fact]
    public void Every_byte_of_STREAMINFO_is_payload_of_FLAC()
    {
        string expected = Payload.Of(Flac(Block(0, s_info), Block(4, "comment"u8.ToArray())));
        Assert.StartsWith("Flac ", expected, StringComparison.Ordinal);
        Assert.Equal(expected, Payload.Of(Flac(Block(0, s_info))));
        Assert.Equal(expected, Payload.Of(Flac(Block(0, s_info), Block(1, new byte[500]))));
        for (int i = 0; i < s_info.Length; i++)
        {
            byte[] other = [.. s_info];
            other[i] ^= 1;
            Assert.NotEqual(expected, Payload.Of(Flac(Block(0, other), Block(4, "comment"u8.ToArray()))));
        }
    }

    [Fact]
    public void FLAC_without_one_STREAMINFO_of_34_bytes_in_front_is_not_comparable()
    {
        byte[] comment = Block(4, "comment"u8.ToArray());
        byte[][] files =
        [
            Flac(comment),
            Flac(comment, Block(0, s_info)),
            Flac(Block(0, s_info), Block(0, s_info)),
            Flac(Block(0, s_info[..33])),
            Flac(Block(0, [.. s_info, 0])),
        ];
        Assert.All(files, static file => Assert.StartsWith(
            "not comparable", Payload.Of(file), StringComparison.Ordinal));
    }

    [Fact]
    public void The_length_of_each_chunk_is_payload_of_WAVE()
    {
        // Format and samples one after the other are the same bytes in all; only where one ends differs.
        byte[] format = [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0];
        byte[] samples = [.. Enumerable.Range(0, 40).Select(static i => (byte)i)];
        string expected = Payload.Of(Riff("WAVE", Chunk("fmt ", format), Chunk("data", samples)));
        Assert.StartsWith("Wav ", expected, StringComparison.Ordinal);
        Assert.NotEqual(expected, Payload.Of(Riff(
            "WAVE", Chunk("fmt ", [.. format, .. samples[..2]]), Chunk("data", samples[2..]))));

        // The same bytes as another chunk, and as what follows the last one.
        Assert.NotEqual(expected, Payload.Of(Riff(
            "WAVE", Chunk("fmt ", format), Chunk("fact", samples[..4]), Chunk("data", samples[4..]))));
        byte[] first = Riff("WAVE", Chunk("fmt ", format), Chunk("fact", samples[..4]), Chunk("data", samples[4..8]));
        byte[] last = Riff("WAVE", Chunk("fmt ", format), Chunk("data", samples[..4]), Chunk("fact", samples[4..8]));
        Assert.NotEqual(Payload.Of(first), Payload.Of(last));
        byte[] shorter = Riff("WAVE", Chunk("fmt ", format), Chunk("data", samples[..30]));
        Assert.NotEqual(expected, Payload.Of([.. shorter, .. samples[30..]]));
    }

    [Fact]
    public void A_chunk_of_WAVE_that_claims_more_than_there_is_is_not_comparable()
    {
        byte[] whole = Riff("WAVE", Chunk("fmt ", new byte[16]), Chunk("data", new byte[40]));
        int length = whole.AsSpan().IndexOf("data"u8) + 4;
        foreach (int claimed in (int[])[41, 42, 1000, int.MaxValue])
        {
            byte[] file = [.. whole];
            Bytes32(claimed).CopyTo(file, length);
            Assert.StartsWith("not comparable", Payload.Of(file), StringComparison.Ordinal);
        }
    }

    // The last block of all is marked.
    private static byte[] Flac(params byte[][] blocks)
    {
        blocks[^1][0] |= 0x80;
        return [.. "fLaC"u8, .. blocks.SelectMany(static block => block), .. s_frames];
    }

    private static byte[] Block(byte type, byte[] content) =>
        [type, 0, (byte)(content.Length >> 8), (byte)content.Length, .. content];
}
