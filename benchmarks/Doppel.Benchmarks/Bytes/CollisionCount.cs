namespace Doppel.Benchmarks.Bytes;

/// <summary>Counts collisions in digests cut to some bits, and says how many chance would make.</summary>
internal static class CollisionCount
{
    /// <summary>How many of sorted words equal the one before them in their upper bits.</summary>
    public static long Found(ReadOnlySpan<ulong> sorted, int bits)
    {
        int shift = 64 - bits;
        long found = 0;
        for (int i = 1; i < sorted.Length; i++)
        {
            found += sorted[i] >> shift == sorted[i - 1] >> shift ? 1 : 0;
        }

        return found;
    }

    /// <summary>
    /// How many of so many random digests would equal an earlier one: count - m (1 - (1 - 1/m)^count).
    /// </summary>
    public static double Expected(double count, int bits)
    {
        double m = Math.Pow(2, bits);
        double load = count / m;

        // By its series where the difference would lose all digits.
        return load < 0.1
            ? m * load * load * (0.5 - (load / 6) + (load * load / 24) - (load * load * load / 120))
            : count - (m * (1 - Math.Exp(-load)));
    }
}
