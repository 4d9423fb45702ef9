namespace Doppel.Hashing.Tests;

/// <summary>FirstDifference against a loop over single bytes.</summary>
public sealed class BlockComparerTests
{
    private static readonly VectorPath[] s_paths = Enum.GetValues<VectorPath>();

    [Fact]
    public void A_single_difference_is_found_at_every_position_of_every_length()
    {
        byte[] left = Samples.Bytes(700, 1);
        byte[] right = [.. left];
        int lengthMax = Samples.Full ? 700 : 300;
        for (int length = 0; length <= lengthMax; length++)
        {
            Check(left.AsSpan(0, length), right.AsSpan(0, length), length);
            for (int at = 0; at < length; at++)
            {
                right[at] ^= (byte)(1 << (at % 8));
                Check(left.AsSpan(0, length), right.AsSpan(0, length), at);
                right[at] = left[at];
            }
        }
    }

    [Fact]
    public void The_first_of_several_differences_counts_at_every_misalignment()
    {
        byte[] left = new byte[900];
        byte[] right = new byte[900];
        for (int offset = 0; offset < 64; offset++)
        {
            for (int run = 0; run < 20; run++)
            {
                Random random = new((offset * 100) + run);
                int length = random.Next(700);
                int leftStart = random.Next(64);
                random.NextBytes(left);
                left.AsSpan(leftStart, length).CopyTo(right.AsSpan(offset));
                for (int flips = random.Next(4); flips > 0 && length > 0; flips--)
                {
                    right[offset + random.Next(length)] ^= (byte)random.Next(1, 256);
                }

                ReadOnlySpan<byte> one = left.AsSpan(leftStart, length);
                ReadOnlySpan<byte> two = right.AsSpan(offset, length);
                Check(one, two, Naive(one, two));
            }
        }
    }

    [Fact]
    public void Blocks_of_different_lengths_are_compared_up_to_the_shorter_length()
    {
        // Past the shorter block the bytes differ, so that a look too far would show.
        byte[] left = new byte[600];
        byte[] right = new byte[600];
        for (int length = 0; length < 500; length++)
        {
            right.AsSpan(length).Fill(0xFF);
            Check(left, right.AsSpan(0, length), length);
            Check(right.AsSpan(0, length), left, length);
            right.AsSpan().Clear();
        }
    }

    private static void Check(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, int expected)
    {
        CheckOne(expected, BlockComparer.FirstDifference(left, right), "chosen", left.Length, right.Length);
        foreach (VectorPath path in s_paths)
        {
            int actual = BlockComparer.FirstDifference(left, right, path);
            CheckOne(expected, actual, path.ToString(), left.Length, right.Length);
        }
    }

    private static void CheckOne(int expected, int actual, string path, int left, int right)
    {
        if (expected != actual)
        {
            Assert.Fail($"expected {expected}, got {actual}: {path}, lengths {left} and {right}");
        }
    }

    private static int Naive(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        int at = 0;
        while (at < left.Length && at < right.Length && left[at] == right[at])
        {
            at++;
        }

        return at;
    }
}
