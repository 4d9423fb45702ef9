using System.Globalization;

namespace Doppel.Hashing.Tests;

/// <summary>One-shot and streamed digests against <c>xxhsum -H2</c>.</summary>
public sealed class XxhsumTests
{
    [Fact]
    public void Every_length_from_0_to_4096_hashes_as_xxhsum_does()
    {
        Xxhsum.Require();
        Check(Enumerable.Range(0, 4097), seed: 1);
    }

    [Fact]
    public void Random_lengths_up_to_8_MiB_hash_as_xxhsum_does()
    {
        Xxhsum.Require();
        Random random = new(2);
        for (int round = 0; round < (Samples.Full ? 40 : 2); round++)
        {
            Check(Enumerable.Range(0, 8).Select(_ => random.Next(4097, 8 << 20)).Distinct(), seed: round + 10);
        }

        Check([(8 << 20) - 1, 8 << 20], seed: 3);
    }

    [Fact]
    public void More_than_4_GiB_hash_as_xxhsum_does()
    {
        Xxhsum.Require();
        const long Length = (4L << 30) + 777;
        using ScratchFolder folder = new();
        using (FileStream file = File.Create(Path.Combine(folder.FullName, "large")))
        {
            file.SetLength(Length);
        }

        Xxh3State state = new();
        byte[] zeros = new byte[1_000_003];
        for (long left = Length; left > 0; left -= zeros.Length)
        {
            state.Append(zeros.AsSpan(0, (int)Math.Min(left, zeros.Length)));
        }

        Assert.Equal(Xxhsum.Hash(folder.FullName, ["large"])[0], state.GetDigest());
    }

    private static void Check(IEnumerable<int> lengths, int seed)
    {
        using ScratchFolder folder = new();
        int[] all = [.. lengths];
        byte[] bytes = Samples.Bytes(all.Max(), seed);
        string[] names = [.. all.Select(length => length.ToString(CultureInfo.InvariantCulture))];
        for (int at = 0; at < all.Length; at++)
        {
            folder.Write(names[at], bytes.AsSpan(0, all[at]));
        }

        List<Digest128> expected = Xxhsum.Hash(folder.FullName, names);
        Assert.Equal(all.Length, expected.Count);
        for (int at = 0; at < all.Length; at++)
        {
            ReadOnlySpan<byte> source = bytes.AsSpan(0, all[at]);
            Samples.Check(expected[at], Xxh3.Hash128(source), $"length {all[at]}, bytes of seed {seed}");
            foreach (VectorPath path in Samples.Paths)
            {
                Samples.Check(
                    expected[at], Xxh3.Hash128(source, 0, path), $"{path}, length {all[at]}, bytes of seed {seed}");
            }
        }
    }
}
