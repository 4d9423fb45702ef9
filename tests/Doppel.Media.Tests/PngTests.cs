using System.Buffers.Binary;
using System.Text;
using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>PNG: where its stream is cut, what its chunks mean, how frames are counted.</summary>
public sealed class PngTests
{
    private const int SignatureBytes = 8;

    private static byte[] Still => Samples.Get("png");

    private static byte[] Moving => Samples.Get("moving.png");

    public static TheoryData<string> Tags { get; } =
        ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "pHYs", "hIST", "sPLT", "oFFs", "sTER", "prVt"];

    public static TheoryData<string> Colors { get; } =
    [
        "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT", "bKGD", "mDCv", "cLLi",
    ];

    [Theory, MemberData(nameof(Tags))]
    public void Tags_are_not_payload_wherever_they_are(string type)
    {
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            foreach ((byte[] original, string[] places) in
                ((byte[], string[])[])[(Still, ["IDAT", "IEND"]), (Moving, ["IDAT", "fdAT", "fcTL", "IEND"])])
            {
                foreach (string place in places)
                {
                    byte[] tagged = Before(original, place, Chunk(type, Noise(1, 50)));
                    Assert.Equal(Payload.Of(original, policy), Payload.Of(tagged, policy));
                }
            }
        }
    }

    [Theory, MemberData(nameof(Colors))]
    public void Colors_count_by_the_strict_policy_only(string type)
    {
        byte[] one = Before(Still, "IDAT", Chunk(type, Noise(1, 8)));
        byte[] other = Before(Still, "IDAT", Chunk(type, Noise(2, 8)));
        Assert.NotEqual(Payload.Of(Still), Payload.Of(one));
        Assert.NotEqual(Payload.Of(one), Payload.Of(other));
        Assert.Equal(Payload.Of(Still, MediaPolicy.Loose), Payload.Of(one, MediaPolicy.Loose));
    }

    [Theory]
    [InlineData("PLTE")]
    [InlineData("tRNS")]
    public void Palette_and_transparency_count_by_both_policies(string type)
    {
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            byte[] one = Before(Still, "IDAT", Chunk(type, Noise(1, 6)));
            Assert.NotEqual(Payload.Of(Still, policy), Payload.Of(one, policy));
            Assert.NotEqual(
                Payload.Of(one, policy), Payload.Of(Before(Still, "IDAT", Chunk(type, Noise(2, 6))), policy));
        }
    }

    [Fact]
    public void Chunk_boundaries_within_a_stream_do_not_count()
    {
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < 20; i++)
        {
            foreach (byte[] original in (byte[][])[Still, Moving])
            {
                byte[] cut = Renumbered(Changed(original, (type, content) =>
                {
                    int number = type == "fdAT" ? 4 : 0;
                    int at = content.Length < number ? 0 : random.Next(number, content.Length + 1);
                    return type is "IDAT" or "fdAT"
                        ? [.. Chunk(type, content[..at]), .. Chunk(type, [.. content[..number], .. content[at..]])]
                        : Chunk(type, content);
                }));
                Assert.False(cut.AsSpan().SequenceEqual(original));
                Assert.Equal(Payload.Of(original), Payload.Of(cut));
                if (i == 0)
                {
                    Assert.Equal(PictureJudge.Pixels(original, "png"), PictureJudge.Pixels(cut, "png"));
                }
            }
        }
    }

    [Fact]
    public void The_numbers_that_count_frames_mean_nothing_and_the_frames_do()
    {
        byte[] shifted = Renumbered(Moving, first: 7);
        Assert.False(shifted.AsSpan().SequenceEqual(Moving));
        Assert.Equal(Payload.Of(Moving), Payload.Of(shifted));
        foreach (int at in (int[])[4, 12, 20, 24])
        {
            // Size, place, delay, and what becomes of the frame.
            byte[] other = Changed(Moving, (type, content) =>
            {
                if (type == "fcTL")
                {
                    content[at] ^= 1;
                }

                return Chunk(type, content);
            });
            Assert.NotEqual(Payload.Of(Moving), Payload.Of(other));
        }
    }

    [Fact]
    public void Bytes_of_one_frame_are_no_bytes_of_the_next()
    {
        // The same bytes in the same order, cut between two frames elsewhere.
        byte[] carry = [];
        int seen = 0;
        byte[] moved = Changed(Moving, (type, content) =>
        {
            if (type != "fdAT")
            {
                return Chunk(type, content);
            }

            byte[] data = seen++ == 0 ? content[4..^1] : [.. carry, .. content[4..]];
            carry = [content[^1]];
            carry = seen == 1 ? carry : [];
            return Chunk(type, [.. content[..4], .. data]);
        });
        Assert.True(seen > 1);
        Assert.Equal(Payload.Map(Moving).Map!.PayloadBytes, Payload.Map(moved).Map!.PayloadBytes);
        Assert.NotEqual(Payload.Of(Moving), Payload.Of(moved));
    }

    [Fact]
    public void A_checksum_that_does_not_fit_makes_another_payload()
    {
        string[] payload = ["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "acTL", "fcTL", "fdAT", "IEND"];
        var random = new Random(TestRun.SeedOffset);
        foreach (byte[] original in (byte[][])[Still, Moving])
        {
            byte[] png = Before(original, "IDAT", Chunk("gAMA", [0, 0, 0xB1, 0x8F]));
            string expected = Payload.Of(png);
            for (int at = SignatureBytes; at < png.Length;)
            {
                int end = at + 12 + BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(at));
                bool counts = payload.Contains(Encoding.ASCII.GetString(png, at + 4, 4));
                for (; at < end; at++)
                {
                    // All checksums, types and lengths, and some of the data.
                    if (counts && (at < 100 || at >= end - 12 || random.Next(20) == 0))
                    {
                        byte[] damaged = [.. png];
                        damaged[at] ^= (byte)random.Next(1, 256);
                        Assert.True(expected != Payload.Of(damaged), $"byte {at}");
                    }
                }
            }
        }
    }

    [Fact]
    public void Copies_with_the_same_damage_are_twins()
    {
        byte[] damaged = [.. Still];
        damaged[^13] ^= 1; // the last byte of the checksum of IDAT
        byte[] tagged = Before(Still, "IDAT", Chunk("tEXt", Noise(1, 50)));
        tagged[^13] ^= 1;
        Assert.Equal(Payload.Of(damaged), Payload.Of(tagged));
        Assert.NotEqual(Payload.Of(damaged), Payload.Of(Still));
    }

    [Fact]
    public void Unknown_content_is_not_comparable_or_counts()
    {
        Assert.StartsWith(
            "not comparable", Payload.Of(Before(Still, "IDAT", Chunk("CgBI", [1, 2, 3, 4]))), StringComparison.Ordinal);
        Assert.NotEqual(Payload.Of(Still), Payload.Of([.. Still, .. "behind"u8]));
        Assert.StartsWith("not comparable", Payload.Of(Changed(Still, static (type, content) =>
            type == "IDAT" ? [] : Chunk(type, content))), StringComparison.Ordinal);
    }

    private static byte[] Chunk(string type, byte[] content)
    {
        byte[] named = [.. Encoding.ASCII.GetBytes(type), .. content];
        return [.. U32(content.Length), .. named, .. U32(CheckSum(named))];
    }

    // ISO 3309, as PNG has it.
    private static uint CheckSum(byte[] bytes)
    {
        uint sum = uint.MaxValue;
        foreach (byte one in bytes)
        {
            sum ^= one;
            for (int i = 0; i < 8; i++)
            {
                sum = (sum >> 1) ^ ((sum & 1) * 0xEDB8_8320);
            }
        }

        return ~sum;
    }

    private static byte[] Before(byte[] png, string place, byte[] chunk)
    {
        bool isDone = false;
        byte[] made = Changed(png, (type, content) =>
        {
            byte[] same = Chunk(type, content);
            bool isHere = type == place && !isDone;
            isDone |= isHere;
            return isHere ? [.. chunk, .. same] : same;
        });
        Assert.True(isDone);
        return made;
    }

    private static byte[] Changed(byte[] png, Func<string, byte[], byte[]> change)
    {
        List<byte> made = [.. png[..SignatureBytes]];
        for (int at = SignatureBytes; at < png.Length;)
        {
            int bytes = BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(at));
            made.AddRange(change(Encoding.ASCII.GetString(png, at + 4, 4), png[(at + 8)..(at + 8 + bytes)]));
            at += bytes + 12;
        }

        return [.. made];
    }

    private static byte[] Renumbered(byte[] png, int first = 0) => Changed(png, (type, content) =>
        Chunk(type, type is "fcTL" or "fdAT" ? [.. U32(first++), .. content[4..]] : content));
}
