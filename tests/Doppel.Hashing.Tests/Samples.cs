namespace Doppel.Hashing.Tests;

/// <summary>Inputs that are the same on every run, and how a mismatch is told.</summary>
internal static class Samples
{
    /// <summary>Whether every count that the laws name is wanted, rather than a share of it.</summary>
    internal static bool Full { get; } = Environment.GetEnvironmentVariable("DOPPEL_TEST_FULL") == "1";

    /// <summary>No seed, a small one, both extremes, one with bytes all different.</summary>
    internal static ulong[] Seeds { get; } = [0, 1, 0x9E3779B1, 0x0123456789ABCDEF, ulong.MaxValue];

    /// <summary>The code paths that this processor can run.</summary>
    internal static VectorPath[] Paths { get; } = [.. Enum.GetValues<VectorPath>().Where(Xxh3Long.IsSupported)];

    internal static byte[] Bytes(int length, int seed)
    {
        byte[] bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    internal static void Check(Digest128 expected, Digest128 actual, string what)
    {
        if (expected != actual)
        {
            Assert.Fail($"expected {expected}, got {actual}: {what}");
        }
    }
}
