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
    private const int Few = 20;
    private const int Many = 120;
    private const int Bytes = 4096;

    /// <summary>Measures and adds the table.</summary>
    /// <param name="store">The program that uploads the objects.</param>
    /// <param name="tools">The programs, with one transfer at a time.</param>
    public async Task RunAsync(S3Tool store, IReadOnlyList<S3Tool> tools)
    {
        run.Log($"one at a time: {tools.Count} programs");
        int rounds = run.Pick(2, 5);
        ToolRow[] few = await MeasureAsync(store, tools, Few, rounds).ConfigureAwait(false);
        ToolRow[] many = await MeasureAsync(store, tools, Many, rounds).ConfigureAwait(false);
        var table = new ResultTable(
            "Small downloads, one request at a time", new("program"), new("one download"), new("requests"),
            new("in the gateway"));
        foreach ((ToolRow less, ToolRow more) in few.Zip(many))
        {
            const double Files = Many - Few;
            double ns = (more.Time.CenterNs - less.Time.CenterNs) / Files;
            table.AddRow(
                more.Tool.Role == Role.Ours ? $"**{more.Tool.Name}**" : more.Tool.Name, Figures.Time(ns),
                more.Requests is null ? "" : Figures.Number((more.Requests.Count - less.Requests!.Count) / Files),
                more.Requests is null ? "" : Figures.Time((TimeOf(more) - TimeOf(less)) / Files));
        }

        run.Add(table.AddFootnote(string.Create(CultureInfo.InvariantCulture, $"""
            The difference between downloads of {Many} and of {Few} objects of 4 KiB, divided by {Many - Few}: without
            the start of the program. "In the gateway" is the time of these requests in its access log, which counts in
            steps of 4 ms. The rest is the time of the program, and waiting. Ceph's gateway, in its default
            configuration, sends the head of a response and then its body. Because of Nagle's algorithm, it sends the
            body only once the head is acknowledged, and Linux delays acknowledgments by about 40 ms. A program that
            does nothing about it waits for that long in each small download. Doppel acknowledges at once. With
            `quickack 1` on the route of the loopback device, Linux does so for all programs, and the waiting ends for
            the others as well (docs/decisions/s3-acknowledgements.md).
            """)));
    }

    private async Task<ToolRow[]> MeasureAsync(S3Tool store, IReadOnlyList<S3Tool> tools, int count, int rounds)
    {
        string prefix = string.Create(CultureInfo.InvariantCulture, $"one-{count}");
        var files = new ToolFiles(Path.Combine(folder, prefix), count, Bytes, Bytes);
        await runner.StoreAsync(store, files, prefix).ConfigureAwait(false);
        ToolRow[] rows = [.. tools.Select(tool => new ToolRow(tool, prefix))];
        for (int round = 0; round < rounds; round++)
        {
            foreach (ToolRow row in rows)
            {
                await runner.DownloadAsync(row, files, prefix).ConfigureAwait(false);
            }
        }

        return rows;
    }

    private static double TimeOf(ToolRow row) => row.Requests!.Sum(line => line.Time.TotalNanoseconds);
}
