namespace Doppel.Hashing.Tests;

/// <summary>The forms of the one-shot call.</summary>
public sealed class Xxh3Tests
{
    [Fact]
    public void Alignment_in_memory_does_not_matter()
    {
        byte[] room = new byte[3000 + 64];
        foreach (int length in (int[])[1, 3, 5, 8, 15, 16, 17, 63, 128, 129, 240, 241, 256, 1000, 1024, 1025, 2999])
        {
            byte[] bytes = Samples.Bytes(length, length);
            Digest128 expected = NaiveXxh3.Hash(bytes, 7);
            for (int start = 0; start < 64; start++)
            {
                bytes.CopyTo(room, start);
                foreach (VectorPath path in Samples.Paths)
                {
                    Digest128 actual = Xxh3.Hash128(room.AsSpan(start, length), 7, path);
                    Samples.Check(expected, actual, $"{path}, length {length}, start {start}");
                }
            }
        }
    }

    [Fact]
    public void Bytes_around_the_input_do_not_matter()
    {
        byte[] room = new byte[1400];
        for (int length = 0; length <= 1200; length++)
        {
            byte[] bytes = Samples.Bytes(length, length);
            foreach (byte filler in (byte[])[0, 0xFF])
            {
                Array.Fill(room, filler);
                bytes.CopyTo(room, 100);
                Samples.Check(
                    Xxh3.Hash128(bytes), Xxh3.Hash128(room.AsSpan(100, length)), $"length {length}, among {filler}");
            }
        }
    }

    [Fact]
    public void All_forms_give_the_canonical_bytes()
    {
        byte[] source = Samples.Bytes(300, 1);
        string expected = Xxh3.Hash128(source, 9).ToString();

        Assert.Equal(expected, Convert.ToHexStringLower(Xxh3.Hash128ToArray(source, 9)));

        byte[] written = new byte[17];
        Assert.Equal(16, Xxh3.Hash128(source, written, 9));
        Assert.Equal(expected + "00", Convert.ToHexStringLower(written));

        Assert.True(Xxh3.TryHash128(source, written, out int bytesWritten, 9));
        Assert.Equal(16, bytesWritten);
        Assert.Equal(expected + "00", Convert.ToHexStringLower(written));
    }

    [Fact]
    public void A_destination_that_is_too_short_is_refused_and_left_alone()
    {
        byte[] destination = new byte[15];
        Assert.Throws<ArgumentException>(() => Xxh3.Hash128([1, 2, 3], destination));
        Assert.False(Xxh3.TryHash128([1, 2, 3], destination, out int bytesWritten));
        Assert.Equal(0, bytesWritten);
        Assert.All(destination, value => Assert.Equal(0, value));
    }

    [Fact]
    public void Hashing_allocates_nothing()
    {
        int[] lengths = [0, 1, 4, 9, 17, 129, 241, 1025, 70_000];
        byte[] source = Samples.Bytes(70_000, 1);
        byte[] destination = new byte[16];
        Xxh3State state = new(1);
        Xxh3State other = new();
        Run();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Run();
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Run()
        {
            foreach (int length in lengths)
            {
                ReadOnlySpan<byte> bytes = source.AsSpan(0, length);
                _ = Xxh3.Hash128(bytes);
                _ = Xxh3.Hash128(bytes, 5);
                _ = Xxh3.TryHash128(bytes, destination, out _);
                state.Reset((ulong)length);
                state.Append(bytes);
                other.CopyFrom(state);
                other.Append(bytes);
                _ = other.GetDigest();
                _ = BlockComparer.FirstDifference(bytes, source);
            }
        }
    }
}
