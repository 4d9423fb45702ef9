namespace Doppel.Lab;

/// <summary>A mean of repeats and the interval that it lies in with 95 % confidence.</summary>
/// <param name="Mean">Without the best and the worst, where there were enough repeats to drop them.</param>
/// <param name="Low">The interval's lower end; <paramref name="Mean"/> where one repeat tells no interval.</param>
/// <param name="High">Its upper end.</param>
/// <param name="Count">How many repeats there were, those that were dropped among them.</param>
public readonly record struct Estimate(double Mean, double Low, double High, int Count)
{
    /// <summary>From so many repeats on the best and the worst are dropped: three are left then.</summary>
    public const int TrimmedFrom = 5;

    // The quantile 0.975 of Student's t for 1 to 30 degrees of freedom; beyond, the normal distribution's is near.
    private static readonly double[] s_student =
    [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];

    private const double Normal = 1.960;

    /// <summary>Whether two intervals have a point in common.</summary>
    public bool Overlaps(Estimate other) => Low <= other.High && other.Low <= High;

    /// <summary>The estimate of positive figures, such as seconds.</summary>
    /// <remarks>
    /// With the best and the worst dropped, the interval is that of a trimmed mean (Tukey and McLaughlin, 1963): what
    /// was dropped counts in it as much as its neighbour, or the interval would be too narrow. Its lower end is never
    /// below half of the least figure.
    /// </remarks>
    /// <exception cref="ArgumentException">There are none.</exception>
    public static Estimate Of(IReadOnlyList<double> figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        int count = figures.Count;
        if (count == 0)
        {
            throw new ArgumentException("An estimate needs a figure.", nameof(figures));
        }

        double[] sorted = new double[count];
        for (int i = 0; i < count; i++)
        {
            sorted[i] = figures[i];
        }

        Array.Sort(sorted);
        int dropped = count >= TrimmedFrom ? 1 : 0;
        double mean = MeanOf(sorted.AsSpan(dropped, count - (2 * dropped)));
        int freedom = count - (2 * dropped) - 1;
        if (freedom < 1)
        {
            return new Estimate(mean, mean, mean, count);
        }

        double least = sorted[0];
        for (int i = 0; i < dropped; i++)
        {
            sorted[i] = sorted[dropped];
            sorted[count - 1 - i] = sorted[count - 1 - dropped];
        }

        double middle = MeanOf(sorted);
        double squares = 0;
        foreach (double figure in sorted)
        {
            squares += (figure - middle) * (figure - middle);
        }

        double share = 1 - (2.0 * dropped / count);
        double error = Math.Sqrt(squares / (count - 1)) / (share * Math.Sqrt(count));
        double half = error * (freedom <= s_student.Length ? s_student[freedom - 1] : Normal);
        return new Estimate(mean, Math.Max(mean - half, least / 2), mean + half, count);
    }

    private static double MeanOf(ReadOnlySpan<double> figures)
    {
        double sum = 0;
        foreach (double figure in figures)
        {
            sum += figure;
        }

        return sum / figures.Length;
    }
}
