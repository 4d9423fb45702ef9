namespace Doppel.Hashing.Tests;

/// <summary>A stream's digest is that of its bytes, however they came.</summary>
public sealed class Xxh3StateTests
{
    // All lengths through the first stripes, then the edges of stripes and blocks.
    private static IEnumerable<int> Lengths => Samples.Full
        ? Enumerable.Range(0, 4097)
        : [.. Enumerable.Range(0, 330), 511, 512, 513, 1023, 1024, 1025, 1087, 1088, 1089, 1300, 2047, 2048, 2049, 2112,
            2113, 3072, 3073, 3136, 3137, 4095, 4096];

    [Fact]
    public void Every_split_in_two_gives_the_digest_of_the_whole()
    {
        byte[] bytes = Samples.Bytes(4096, 1);
        foreach (VectorPath path in Samples.Paths)
        {
            Xxh3State state = new(0, path);
            foreach (int length in Lengths)
            {
                ulong seed = length % 2 == 0 ? 0 : (ulong)length << 33;
                Digest128 expected = Xxh3.Hash128(bytes.AsSpan(0, length), seed, VectorPath.Scalar);
                for (int split = 0; split <= length; split++)
                {
                    state.Reset(seed);
                    state.Append(bytes.AsSpan(0, split));
                    state.Append(bytes.AsSpan(split, length - split));
                    Samples.Check(expected, state.GetDigest(), $"{path}, length {length}, split at {split}");
                }
            }
        }
    }

    [Fact]
    public void Random_splits_in_many_give_the_digest_of_the_whole()
    {
        byte[] bytes = Samples.Bytes(1 << 20, 1);
        for (int run = 0; run < (Samples.Full ? 20_000 : 500); run++)
        {
            Random random = new(run);
            int length = random.Next(1 << random.Next(1, 21));
            int pieceMax = 1 + random.Next(1 << random.Next(1, 15));
            ulong seed = run % 3 == 0 ? 0 : (ulong)random.NextInt64();
            Digest128 expected = Xxh3.Hash128(bytes.AsSpan(0, length), seed);
            foreach (VectorPath path in Samples.Paths)
            {
                Xxh3State state = new(seed, path);
                for (int at = 0; at < length;)
                {
                    int piece = Math.Min(random.Next(pieceMax + 1), length - at);
                    state.Append(bytes.AsSpan(at, piece));
                    at += piece;
                }

                Samples.Check(expected, state.GetDigest(), $"{path}, run {run}, length {length}, seed {seed:x}");
                Assert.Equal((ulong)length, state.Length);
            }
        }
    }

    [Fact]
    public void Asking_for_the_digest_midway_changes_nothing()
    {
        byte[] bytes = Samples.Bytes(3000, 1);
        foreach (VectorPath path in Samples.Paths)
        {
            Xxh3State state = new(3, path);
            for (int at = 0; at < bytes.Length; at++)
            {
                Samples.Check(Xxh3.Hash128(bytes.AsSpan(0, at), 3), state.GetDigest(), $"{path}, after {at} bytes");
                state.Append(bytes.AsSpan(at, 1));
            }
        }
    }

    [Fact]
    public void A_copy_continues_from_the_state_of_the_original()
    {
        byte[] bytes = Samples.Bytes(4096 + 1100, 1);
        int[] further = [0, 1, 31, 63, 64, 65, 200, 960, 1024, 1025, 1100];
        byte[] noise = Samples.Bytes(2500, 2);
        foreach (VectorPath path in Samples.Paths)
        {
            Xxh3State copy = new(99, path);
            foreach (int prefix in Lengths)
            {
                Xxh3State original = new(5, path);
                original.Append(bytes.AsSpan(0, prefix));
                foreach (int more in further)
                {
                    // What the copy held before must not show through.
                    copy.Reset(99);
                    copy.Append(noise);
                    copy.CopyFrom(original);
                    Assert.Equal((ulong)prefix, copy.Length);
                    copy.Append(bytes.AsSpan(prefix, more));
                    Samples.Check(
                        Xxh3.Hash128(bytes.AsSpan(0, prefix + more), 5), copy.GetDigest(),
                        $"{path}, copy after {prefix} bytes and {more} more");
                }

                Samples.Check(Xxh3.Hash128(bytes.AsSpan(0, prefix), 5), original.GetDigest(), "the original stays");
            }
        }
    }

    [Fact]
    public void A_state_may_be_copied_onto_itself()
    {
        Xxh3State state = new(5);
        state.Append(Samples.Bytes(1500, 1));
        Digest128 expected = state.GetDigest();
        state.CopyFrom(state);
        Assert.Equal(expected, state.GetDigest());
    }

    [Fact]
    public void A_reset_state_is_as_good_as_a_new_one()
    {
        byte[] bytes = Samples.Bytes(2000, 1);
        Xxh3State state = new(1);
        foreach (ulong seed in Samples.Seeds)
        {
            foreach (int length in (int[])[0, 10, 200, 300, 1024, 2000])
            {
                state.Reset(seed);
                state.Append(bytes.AsSpan(0, length));
                Samples.Check(
                    Xxh3.Hash128(bytes.AsSpan(0, length), seed), state.GetDigest(), $"length {length}, seed {seed:x}");
            }
        }

        state.Reset();
        Assert.Equal(new Xxh3State().GetDigest(), state.GetDigest());
    }
}
