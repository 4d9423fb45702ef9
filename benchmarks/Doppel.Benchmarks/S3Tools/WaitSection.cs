using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>How long one small download takes when each program makes one request at a time.</summary>
/// <param name="run">Where the table goes.</param>
/// <param name="runner">Runs the programs.</param>
/// <param name="folder">An existing folder for files.</param>
internal sealed class WaitSection(SuiteRun run, ToolRunner runner, string folder)
{
    private const int Count = 100;
    private const int Bytes = 4096;
    private const string Prefix = "one-at-a-time";

    /// <summary>Measures and adds the table.</summary>
    /// <param name="store">The program that uploads the objects.</param>
    /// <param name="tools">The programs, with one transfer at a time.</param>
    public async Task RunAsync(S3Tool store, IReadOnlyList<S3Tool> tools)
    {
        run.Log($"one at a time: {tools.Count} programs");
        var files = new ToolFiles(Path.Combine(folder, Prefix), Count, Bytes, Bytes);
        await runner.StoreAsync(store, files, Prefix).ConfigureAwait(false);
        var table = new ResultTable(
            "Small downloads, one request at a time", new("program"), new("one download"), new("in the gateway"),
            new("elsewhere"));
        foreach (S3Tool tool in tools)
        {
            List<double> all = [];
            List<double> inside = [];
            for (int round = 0; round < run.Pick(2, 5); round++)
            {
                var row = new ToolRow(tool, Prefix);
                await runner.DownloadAsync(row, files, Prefix).ConfigureAwait(false);
                AccessLine[] downloads = [.. row.Requests!.Where(line => line.Kind == AccessLine.Get)];
                all.Add(TimeBetween(downloads));
                inside.Add(downloads.Average(line => line.Time.TotalNanoseconds));
            }

            double ns = Statistics.Median(all);
            double server = Statistics.Median(inside);
            table.AddRow(
                tool.Role == Role.Ours ? $"**{tool.Name}**" : tool.Name, Figures.Time(ns), Figures.Time(server),
                Figures.Time(ns - server));
        }

        run.Add(table.AddFootnote(string.Create(CultureInfo.InvariantCulture, $"""
            {Count} objects of 4 KiB. One download is the time from one request to the next in the access log of the
            gateway, so the start of the program is not part of it. "Elsewhere" is the time of the program, and waiting.
            Ceph's gateway, in its default configuration, sends the head of a response and then its body. Because of
            Nagle's algorithm, it sends the body only once the head is acknowledged, and Linux delays acknowledgments by
            about 40 ms. A program that does nothing about it waits for that long in each small download. Doppel
            acknowledges at once. With `quickack 1` on the route of the loopback device, Linux does so for all programs,
            and the others do not wait any more (docs/decisions/s3-acknowledgements.md).
            """)));
    }

    // From the start of the first to the start of the last, for one.
    private static double TimeBetween(AccessLine[] downloads) =>
        (downloads.Max(line => line.Start) - downloads.Min(line => line.Start)).TotalNanoseconds
        / (downloads.Length - 1);
}
