namespace Doppel.Media.Tests;

/// <summary>Damaged, cut and hostile files: nothing escapes, nothing hangs, nothing outside the file is read.</summary>
public sealed class DamageTests
{
    public static TheoryData<string> All => [.. Samples.Names];

    [Theory, MemberData(nameof(All))]
    public void One_byte_of_payload_that_differs_makes_another_payload(string sample)
    {
        byte[] original = Samples.Get(sample);
        MediaMap map = Payload.Map(original).Map!;
        string expected = Payload.Of(original);
        var random = new Random(TestRun.SeedOffset + sample.Length);
        for (int i = 0; i < TestRun.Count(200, 5000); i++)
        {
            long at = random.NextInt64(map.PayloadBytes);
            PayloadExtent extent = map.Extents[0];
            for (int j = 0; at >= extent.Length; extent = map.Extents[++j])
            {
                at -= extent.Length;
            }

            byte[] changed = [.. original];
            changed[extent.Offset + at] ^= (byte)random.Next(1, 256);
            Assert.NotEqual(expected, Payload.Of(changed));
        }
    }

    [Theory, MemberData(nameof(All))]
    public void What_is_cut_off_is_no_twin_of_the_whole(string sample)
    {
        byte[] original = Samples.Get(sample);
        string expected = Payload.Of(original);
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < TestRun.Count(200, 5000); i++)
        {
            int kept = i < 50 ? i : random.Next(original.Length - 1);

            // A chunk's last byte that only makes it even, or a check sum that nothing follows, is no payload.
            if (kept < original.Length - 16)
            {
                Assert.NotEqual(expected, Payload.Of(original[..kept]));
            }
        }
    }

    [Theory, MemberData(nameof(All))]
    public void Whatever_is_done_to_a_file_nothing_escapes_and_its_reading_is_bounded(string sample)
    {
        byte[] original = Samples.Get(sample);
        var mapper = new MediaMapper();
        int rounds = TestRun.Count(2_000, 200_000);
        for (int i = 0; i < rounds; i++)
        {
            int seed = TestRun.SeedOffset + i;
            byte[] mutated = Mutate(original, new Random(seed));
            var source = new MemorySource(mutated);
            MediaResult result = mapper.Map(source, (MediaPolicy)(i & 1));
            Assert.True(result.Map is null || result.Map.PayloadBytes <= mutated.Length, $"seed {seed}");
            Assert.True(result.Map is not null || result.Format is null || result.Reason.Length > 0, $"seed {seed}");

            // Tags are looked at from both ends, and pictures in small blocks are walked through once.
            Assert.True(source.BytesRead <= (4L * mutated.Length) + 300_000, $"seed {seed}: {source.BytesRead} read");
        }
    }

    [Fact]
    public void A_file_is_what_its_content_says_and_never_what_stands_inside()
    {
        byte[] jpeg = Samples.Get("jpg");
        byte[] song = Samples.Get("mp2");
        Assert.StartsWith("Jpeg", Payload.Of([.. jpeg, .. song]), StringComparison.Ordinal);
        Assert.NotEqual(Payload.Of(jpeg), Payload.Of([.. jpeg, .. song]));
        Assert.Equal("no media", Payload.Of([.. "some text, "u8, .. jpeg]));
        Assert.Equal("no media", Payload.Of([]));
        Assert.Equal("no media", Payload.Of([0xFF]));
        Assert.Equal("no media", Payload.Of(new byte[100_000]));
        byte[] noise = new byte[1 << 20];
        new Random(1).NextBytes(noise);
        Assert.Equal("no media", Payload.Of(noise));
    }

    [Fact]
    public void A_source_that_cannot_be_read_is_a_reason()
    {
        MediaResult result = new MediaMapper().Map(new BrokenSource(), MediaPolicy.Strict);
        Assert.Null(result.Map);
        Assert.Equal("it cannot be read", result.Reason);
    }

    private static byte[] Mutate(byte[] original, Random random)
    {
        byte[] bytes = [.. original];
        for (int i = random.Next(1, 6); i > 0; i--)
        {
            // The first bytes hold most of the structure.
            int at = random.Next(random.Next(2) == 0 ? Math.Min(bytes.Length, 300) : bytes.Length);
            switch (random.Next(7))
            {
                case 0:
                    bytes[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 2:
                    bytes.AsSpan(at, Math.Min(4, bytes.Length - at)).Fill((byte)(random.Next(2) * 0xFF));
                    break;
                case 3:
                    bytes = bytes[..Math.Max(1, at)];
                    break;
                case 4:
                    int from = random.Next(bytes.Length);
                    int length = Math.Min(random.Next(1, 100), bytes.Length - Math.Max(at, from));
                    bytes.AsSpan(from, length).CopyTo(bytes.AsSpan(at));
                    break;
                case 5:
                    bytes = [.. bytes[..at], .. bytes[Math.Min(bytes.Length, at + random.Next(1, 50))..], 0];
                    break;
                default:
                    bytes = [.. bytes[..at], .. new byte[random.Next(1, 50)], .. bytes[at..]];
                    break;
            }
        }

        return bytes;
    }

    private sealed class BrokenSource : IMediaSource
    {
        public long Length => 1000;

        public bool TryRead(long offset, Span<byte> buffer) => false;
    }
}
