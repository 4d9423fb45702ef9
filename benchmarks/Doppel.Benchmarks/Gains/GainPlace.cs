using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.Gains;

/// <summary>Where searches are timed: with all in the caches, with nothing in them, or below a scanner.</summary>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Folder">What is searched.</param>
/// <param name="Rounds">How often each search is timed, 1 or more.</param>
internal sealed record GainPlace(string Name, string Folder, int Rounds)
{
    /// <summary>Whether the caches are dropped before each search.</summary>
    public bool IsCold { get; init; }

    /// <summary>The scanner that holds each opening; none by default.</summary>
    public ScannerKind Scanner { get; init; } = ScannerKind.None;

    /// <summary>Times searches in turn, in an order that changes, and gives the median of each.</summary>
    /// <returns>Nanoseconds, in the order of the searches.</returns>
    public double[] Time(IReadOnlyList<GainSearch> searches)
    {
        using AccessScanner? scanner = Scanner.Start(Folder);
        double[][] samples = [.. searches.Select(_ => new double[Rounds])];
        bool warmsUp = !IsCold && Scanner == ScannerKind.None;
        for (int round = warmsUp ? -1 : 0; round < Rounds; round++)
        {
            for (int turn = 0; turn < searches.Count; turn++)
            {
                int i = round % 2 == 0 ? turn : searches.Count - 1 - turn;
                if (IsCold)
                {
                    PageCache.Drop();
                }

                double time = searches[i].Time(Folder);
                if (round >= 0)
                {
                    samples[i][round] = time;
                }
            }
        }

        return [.. samples.Select(one => Kernels.Statistics.Median(one))];
    }
}
