namespace Doppel.Benchmarks.Kernels;

/// <summary>Means and medians with their 99 % confidence intervals.</summary>
public static class Statistics
{
    // Student's t for a two-sided 99 % interval, by degrees of freedom from 1.
    private static readonly double[] s_student99 =
    [
        63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055, 3.012, 2.977, 2.947,
        2.921, 2.898, 2.878, 2.861, 2.845, 2.831, 2.819, 2.807, 2.797, 2.787, 2.779, 2.771, 2.763, 2.756, 2.750,
    ];

    /// <summary>The median of at least one sample.</summary>
    public static double Median(IReadOnlyList<double> samples)
    {
        double[] sorted = [.. samples.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// <summary>Half of the width of the 99 % interval of the mean, by Student's t; infinite for one sample.</summary>
    public static double HalfWidth(IReadOnlyList<double> samples)
    {
        if (samples.Count < 2)
        {
            return double.PositiveInfinity;
        }

        double mean = samples.Average();
        double variance = samples.Sum(x => (x - mean) * (x - mean)) / (samples.Count - 1);
        return Student99(samples.Count - 1) * Math.Sqrt(variance / samples.Count);
    }

    /// <summary>How many standard errors half a 99 % interval is wide, by degrees of freedom from 1.</summary>
    public static double Student99(int freedom) =>
        freedom <= s_student99.Length ? s_student99[freedom - 1] : 2.576 * (1 + (1.91 / freedom));

    /// <summary>
    /// The 99 % interval of the median from the ranks alone, so that no shape is assumed; with fewer than 8 samples,
    /// where ranks cannot give 99 %, the whole range.
    /// </summary>
    public static (double Low, double High) MedianInterval(IReadOnlyList<double> samples)
    {
        double[] sorted = [.. samples.Order()];
        int n = sorted.Length;

        // The rank below which a fair coin falls in at most 0.5 % of n throws.
        double term = Math.Pow(0.5, n);
        double below = 0;
        int rank = 0;
        while (rank < n / 2 && below + term <= 0.005)
        {
            below += term;
            term *= (double)(n - rank) / (rank + 1);
            rank++;
        }

        int low = Math.Max(0, rank - 1);
        return (sorted[low], sorted[n - 1 - low]);
    }
}
