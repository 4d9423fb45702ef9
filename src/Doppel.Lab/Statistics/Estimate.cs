namespace Doppel.Lab;

/// <summary>The mean of repeats with its 95% confidence interval.</summary>
/// <param name="Mean">
/// The mean, without the best and the worst repeat if there were enough repeats to drop them.
/// </param>
/// <param name="Low">
/// The lower end of the interval, or <paramref name="Mean"/> if a single repeat gives no interval.
/// </param>
/// <param name="High">The upper end of the interval.</param>
/// <param name="Count">The number of repeats, including those that were dropped.</param>
public readonly record struct Estimate(double Mean, double Low, double High, int Count)
{
    /// <summary>The number of repeats from which the best and the worst are dropped, which leaves three.</summary>
    public const int TrimmedFrom = 5;

    // The 0.975 quantile of Student's t for 1 to 30 degrees of freedom. Beyond that, the normal distribution is close.
    private static readonly double[] s_student =
    [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];

    private const double Normal = 1.960;

    /// <summary>Returns whether two intervals overlap.</summary>
    public bool Overlaps(Estimate other) => Low <= other.High && other.Low <= High;

    /// <summary>Estimates the mean of positive values, such as seconds.</summary>
    /// <remarks>
    /// If the best and the worst are dropped, the interval is that of a trimmed mean (Tukey and McLaughlin, 1963): each
    /// dropped value counts as much as its neighbour, because the interval would otherwise be too narrow. The lower end
    /// is never below half of the smallest value.
    /// </remarks>
    /// <exception cref="ArgumentException">There are no values.</exception>
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
