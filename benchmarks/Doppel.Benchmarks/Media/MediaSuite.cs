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
    private const int MeanBytes = 300_000;

    public string Name => "media";

    public string Question => "How much longer does it take to find equal sound and pictures than equal files?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("media-check");
        (MediaCounts media, MediaCounts files, long payload) = Count(scratch.Path, files: 40);
        VerifyException.UnlessEqual(20L, media.MediaGroups, "find --media");
        VerifyException.UnlessEqual(true, media.BytesRead <= payload + (40 * HeaderBytesMax), "bytes of find --media");
        VerifyException.UnlessEqual(true, files.BytesRead >= payload, "bytes of find");
    }

    public void Run(SuiteRun run)
    {
        using var scratch = new ScratchFolder("media");
        int files = run.Pick(2_000, 20_000);
        run.Log($"{files:#,0} photos and songs");
        (MediaCounts media, MediaCounts whole, long payload) = Count(scratch.Path, files);
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
                    ofMedia = FinderRun.Of(ByMedia, Tagged(scratch.Path)).Seconds;
                }
                else
                {
                    ofWhole = FinderRun.Of(Finder.Doppel(), Same(scratch.Path)).Seconds;
                }
            }

            // The first warms up.
            if (round >= 0)
            {
                times.Add((ofMedia, ofWhole));
            }
        }

        double ratio = Statistics.Median([.. times.Select(time => time.Media / time.Whole)]);
        double bytes = (media.BytesRead - payload) / (double)files;
        run.Add(new ResultTable(
            "Sound and pictures beside whole files", new("search"), new("time"), new("opened a file"), new("read"),
            new("ratio"), new($"at most {RatioMax}"))
            .AddRow(
                "find --media, pairs with other tags", Figures.Time(Median(times, time => time.Media)),
                Figures.Fixed(media.Opened / (double)files, 2), $"payload and {bytes:#,0} B a file",
                Figures.Fixed(ratio, 2), ratio <= RatioMax ? "yes" : "**no**")
            .AddRow(
                "find, pairs of equal files", Figures.Time(Median(times, time => time.Whole)),
                Figures.Fixed(whole.Opened / (double)files, 2),
                $"payload and {(whole.BytesRead - payload) / (double)files:#,0} B a file", "", "")
            .AddFootnote(
                $"{files:#,0} photos (JPEG) and songs (MP3) with payloads of {MeanBytes:#,0} B on average, all in "
                + "the page cache. The one tree holds each payload twice under other tags, so that no two files are of "
                + "one size because of their content; the other holds each file twice as it is, so that all is "
                + "compared. Times are medians of whole runs of the executable in turn, the ratio is the median of the "
                + $"ratios of the rounds. Beyond the payload at most {HeaderBytesMax:#,0} B a file may be read."));
    }

    private static Finder ByMedia
    {
        get
        {
            Finder own = Finder.Doppel();
            return own with { Command = [.. own.Command, "--media"] };
        }
    }

    private static string Tagged(string folder) => Path.Combine(folder, "tagged");

    private static string Same(string folder) => Path.Combine(folder, "same");

    private static (MediaCounts Media, MediaCounts Whole, long Payload) Count(string folder, int files)
    {
        long payload = MediaTree.Make(Tagged(folder), files, MeanBytes, otherTags: true);
        VerifyException.UnlessEqual(
            payload, MediaTree.Make(Same(folder), files, MeanBytes, otherTags: false), "the other tree");
        return (
            MediaCounts.Of(ByMedia.Command, Tagged(folder)), MediaCounts.Of(Finder.Doppel().Command, Same(folder)),
            payload);
    }

    private static double Median(
        List<(double Media, double Whole)> times, Func<(double Media, double Whole), double> of) =>
        Statistics.Median([.. times.Select(of)]) * 1e9;
}
