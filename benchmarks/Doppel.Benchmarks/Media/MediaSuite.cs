using System.Globalization;
using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.Media;

/// <summary>
/// What it costs to look at sound and picture, beside a search of whole files that reads as many bytes.
/// </summary>
internal sealed class MediaSuite : ISuite
{
    private const double RatioMax = 1.3;
    private const int HeaderBytesMax = 64 * 1024;
    private const int SmallMeanBytes = 300_000;
    private const int UsualMeanBytes = 3_000_000;

    public string Name => "media";

    public string Question => "How much longer does it take to find equal sound and pictures than equal files?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("media-check");
        MediaTrees trees = MediaTrees.MakeAndSearch(scratch.Path, files: 40, SmallMeanBytes);
        VerifyException.UnlessEqual(20L, trees.Media.MediaGroups, "find --media");
        VerifyException.UnlessEqual(
            true, trees.Media.BytesRead <= trees.Payload + (40 * HeaderBytesMax), "bytes of find --media");
        VerifyException.UnlessEqual(true, trees.Whole.BytesRead >= trees.Payload, "bytes of find");
    }

    public void Run(SuiteRun run)
    {
        var table = new ResultTable(
            "Sound and pictures beside whole files", new("files"), new("payload of one"), new("search"), new("time"),
            new("opened a file"), new("read"), new("ratio"), new($"at most {RatioMax}"));
        Add(run, table, run.Pick(2_000, 20_000), SmallMeanBytes);
        Add(run, table, run.Pick(200, 2_000), UsualMeanBytes);
        run.Add(table.AddFootnote(
            "Photos (JPEG) and songs (MP3), all in the page cache. The one tree holds each payload twice under other "
            + "tags, so that no two files are of one size because of their content; the other holds each file twice as "
            + "it is, so that all is compared. Times are medians of whole runs of the executable in turn, the ratio is "
            + "the median of the ratios of the rounds. What is done for each file beside its payload is the same "
            + $"whatever its length, so the ratio falls as files grow; {Figures.Bytes(UsualMeanBytes)} is what a "
            + "phone's photo or a song of two minutes has. Beyond the payload at most "
            + $"{HeaderBytesMax:#,0} B a file may be read."));
    }

    private static void Add(SuiteRun run, ResultTable table, int files, int meanBytes)
    {
        using var scratch = new ScratchFolder("media");
        string size = Figures.Bytes(meanBytes);
        run.Log($"{files:#,0} photos and songs of {size}");
        MediaTrees trees = MediaTrees.MakeAndSearch(scratch.Path, files, meanBytes);
        List<(double Media, double Whole)> times = [];
        int rounds = run.Pick(3, 9);
        for (int round = -1; round < rounds; round++)
        {
            double ofMedia = 0;
            double ofWhole = 0;
            for (int turn = 0; turn < 2; turn++)
            {
                if ((turn + round) % 2 == 0)
                {
                    ofMedia = FinderRun.Of(MediaTrees.ByMedia, trees.Tagged).Seconds;
                }
                else
                {
                    ofWhole = FinderRun.Of(Finder.Doppel(), trees.Same).Seconds;
                }
            }

            // The first warms up.
            if (round >= 0)
            {
                times.Add((ofMedia, ofWhole));
            }
        }

        double ratio = Statistics.Median([.. times.Select(time => time.Media / time.Whole)]);
        string count = files.ToString("#,0", CultureInfo.InvariantCulture);
        table.AddRow(
            count, size, "find --media, pairs with other tags", Figures.Time(Median(times, time => time.Media)),
            Figures.Fixed(trees.Media.Opened / (double)files, 2), Beyond(trees.Media, trees.Payload, files),
            Figures.Fixed(ratio, 2), Figures.YesNo(ratio <= RatioMax));
        table.AddRow(
            count, size, "find, pairs of equal files", Figures.Time(Median(times, time => time.Whole)),
            Figures.Fixed(trees.Whole.Opened / (double)files, 2), Beyond(trees.Whole, trees.Payload, files), "", "");
    }

    private static string Beyond(SearchCounts counts, long payload, int files) =>
        $"payload and {(counts.BytesRead - payload) / (double)files:#,0} B a file";

    private static double Median(
        List<(double Media, double Whole)> times, Func<(double Media, double Whole), double> of) =>
        Statistics.Median([.. times.Select(of)]) * 1e9;
}
