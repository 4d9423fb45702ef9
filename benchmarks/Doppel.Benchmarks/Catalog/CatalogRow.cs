using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Catalog;

/// <summary>All runs of one tree.</summary>
/// <param name="Tree">Its name.</param>
/// <param name="Runs">By the name of the search, a run for each round.</param>
internal sealed record CatalogRow(string Tree, IReadOnlyDictionary<string, List<FinderRun>> Runs)
{
    /// <summary>Median nanoseconds of a search from its start to its end.</summary>
    public double Time(string way) => Statistics.Median([.. Times(way)]);

    /// <summary>Median nanoseconds of a search on all processors.</summary>
    public double Cpu(string way) => Statistics.Median([.. Runs[way].Select(run => run.CpuSeconds * 1e9)]);

    /// <summary>The interval of the time.</summary>
    public (double Low, double High) Interval(string way) => Statistics.MedianInterval([.. Times(way)]);

    /// <summary>The highest peak of all runs.</summary>
    public long PeakBytes(string way) => Runs[way].Max(run => run.PeakBytes);

    /// <summary>The median of the ratios of the rounds, with its interval.</summary>
    public Ratio Of(string way, string other, Func<FinderRun, double> what)
    {
        double[] ratios = [.. Runs[way].Zip(Runs[other], (one, two) => what(one) / what(two))];
        (double low, double high) = Statistics.MedianInterval(ratios);
        return new Ratio(Statistics.Median(ratios), low, high);
    }

    private IEnumerable<double> Times(string way) => Runs[way].Select(run => run.Seconds * 1e9);
}

/// <summary>How much longer one takes than another.</summary>
/// <param name="Median">The median of the rounds.</param>
/// <param name="Low">The lower end of its 99 % interval.</param>
/// <param name="High">The upper end.</param>
internal readonly record struct Ratio(double Median, double Low, double High)
{
    public override string ToString() =>
        $"{Figures.Fixed(Median, 3)} ({Figures.Fixed(Low, 2)} to {Figures.Fixed(High, 2)})";
}
