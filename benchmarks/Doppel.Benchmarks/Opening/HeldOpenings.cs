using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Opening;

/// <summary>Openings on one thread, without a scanner and under one.</summary>
internal sealed class HeldOpenings
{
    /// <summary>The talk's number of files.</summary>
    private const int TalkFiles = 63_000;

    private readonly ResultTable _table = new(
        "Opening on one thread under a scanner",
        new("scanner holds each opening"), new("held really"), new("contestant"), new("time of one opening"),
        new("longer than without"), new("63,000 files take longer by", "minutes"));

    private readonly Dictionary<string, double> _without = [];

    public ResultTable Table => _table;

    /// <summary>Goes through the files once without measuring.</summary>
    public static void Warm(IReadOnlyList<FileOpener> openers, int files)
    {
        foreach (FileOpener opener in openers)
        {
            OpenSteps.Pass(opener, Math.Min(files, 6_000), new double[4]);
        }
    }

    /// <summary>Opens, reads and closes the first files.</summary>
    /// <param name="openers">How.</param>
    /// <param name="kind">The scanner.</param>
    /// <param name="mount">Where the files are.</param>
    /// <param name="files">How many.</param>
    /// <param name="passes">How often; the median counts.</param>
    public void Measure(IReadOnlyList<FileOpener> openers, ScannerKind kind, string mount, int files, int passes)
    {
        foreach (FileOpener opener in openers)
        {
            using AccessScanner? scanner = kind.Start(mount);
            double[] times = new double[4];
            double[] samples = new double[passes];
            for (int i = 0; i < passes; i++)
            {
                OpenSteps.Pass(opener, files, times);
                samples[i] = times[0];
            }

            double open = Statistics.Median(samples);
            if (scanner is null)
            {
                _without[opener.Name] = open;
            }
            else
            {
                VerifyException.UnlessEqual((long)files * passes, scanner.Opens, "the count of held openings");
            }

            double longer = open - _without[opener.Name];
            _table.AddRow(
                kind.HoldText, scanner is null ? "" : Figures.Time(scanner.HeldMeanNs), opener.Name,
                Figures.Time(open), scanner is null ? "" : Figures.Time(longer),
                scanner is null ? "" : Figures.Number(longer * TalkFiles / 60e9));
        }
    }
}
