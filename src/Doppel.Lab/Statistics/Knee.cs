namespace Doppel.Lab;

/// <summary>Finds the point beyond which more of something hardly helps.</summary>
public static class Knee
{
    /// <summary>The share of the greatest throughput that is sufficient.</summary>
    public const double Enough = 0.9;

    /// <summary>Returns the smallest width whose throughput is at least nine tenths of the greatest.</summary>
    /// <param name="points">The widths with their throughputs, in any order; at least one.</param>
    public static int Of(IReadOnlyList<(int Width, double Throughput)> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        double best = 0;
        foreach ((_, double throughput) in points)
        {
            best = Math.Max(best, throughput);
        }

        int least = int.MaxValue;
        foreach ((int width, double throughput) in points)
        {
            least = throughput >= best * Enough ? Math.Min(least, width) : least;
        }

        return least;
    }
}
