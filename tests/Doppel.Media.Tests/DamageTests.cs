namespace Doppel.Media.Tests;

/// <summary>Damaged and cut files are no twins, and what cannot be read has a reason.</summary>
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
        for (int i = 0; i < TestRun.Count(100, 5000); i++)
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
    public void A_truncated_file_is_not_a_twin_of_the_whole(string sample)
    {
        byte[] original = Samples.Get(sample);
        string expected = Payload.Of(original);
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < TestRun.Count(100, 5000); i++)
        {
            int kept = i < 50 ? i : random.Next(original.Length - 1);

            // A last byte that only makes a chunk even, or a check sum that nothing follows, is no payload. Nor is the
            // index behind the last fragment, if it is cut off as a whole.
            if (kept < original.Length - 16 && !original.AsSpan(kept + 4).StartsWith("mfra"u8))
            {
                string rest = Payload.Of(original[..kept]);
                Assert.True(rest != expected, $"Of {original.Length} bytes {kept} are the same payload.");
            }
        }
    }

    [Fact]
    public void The_format_is_detected_from_the_content_and_never_from_embedded_data()
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

    private sealed class BrokenSource : IMediaSource
    {
        public long Length => 1000;

        public bool TryRead(long offset, Span<byte> buffer) => false;
    }
}
