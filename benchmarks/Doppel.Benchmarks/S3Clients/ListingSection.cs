using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.S3Clients.Work;
using Doppel.S3.Server;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>A list of many keys: what each of them costs.</summary>
internal sealed class ListingSection(SuiteRun run)
{
    private const int PageKeys = 1000;

    // A string has 22 bytes beside its characters, and begins at a multiple of eight.
    private static readonly int s_stringBytes = (22 + (2 * GeneratedListing.KeyOf(0).Length) + 7) / 8 * 8;

    public async Task RunAsync()
    {
        int count = run.Pick(20_000, 100_000);
        run.Log($"a list of {count:#,0} keys");
        using var server = MemoryService.Start(count);
        var order = new ClientOrder
        {
            Client = "",
            Work = ClientWorkKind.Listing,
            Bucket = MemoryService.Listing,
            Count = count,
        };
        IReadOnlyList<ClientProcess> processes = await ClientRows
            .StartAsync(
                [ClientCatalog.Ours, ClientCatalog.OursBySpan, ClientCatalog.Sdk, ClientCatalog.Minio], order,
                [.. server.Settings.ToEnvironment()])
            .ConfigureAwait(false);
        try
        {
            RoundFigures[][] figures = await ClientRows
                .MeasureAsync(processes, ClientChild.Round, run.Pick(3, 9)).ConfigureAwait(false);
            Add(count, [.. processes.Select((process, k) => (process.Entry, figures[k]))]);
        }
        finally
        {
            ClientRows.DisposeAll(processes);
        }
    }

    private void Add(int count, IReadOnlyList<(ClientEntry Entry, RoundFigures[] Rounds)> results)
    {
        IReadOnlyList<Parameter> parameters = [new("keys", count.ToString("#,0", CultureInfo.InvariantCulture))];
        run.Add(ResultTable.Of(
            "A list, for one key",
            [.. results.Select(one => ClientRows.OfStep(one.Entry, parameters, one.Rounds, 0, count))],
            S3Texts.Listing));
        var table = new ResultTable(
            "What a list allocates", new("client"), new("for each key"), new("of that its string"),
            new("the rest, for each request"), new($"at most {ObjectsSection.RequestBytesMax:#,0} B"));
        foreach ((ClientEntry entry, RoundFigures[] rounds) in results)
        {
            double bytes = Statistics.Median([.. rounds.Select(round => (double)round.Bytes)]);
            double text = entry == ClientCatalog.OursBySpan ? 0 : s_stringBytes;
            double rest = (bytes - (text * count)) / ((count + PageKeys - 1) / PageKeys);
            table.AddRow(
                entry.MarkedName, $"{Figures.Fixed(bytes / count, 1)} B", $"{Figures.Number(text)} B",
                Figures.Bytes(rest),
                entry.Role == Role.Ours ? Figures.YesNo(rest <= ObjectsSection.RequestBytesMax) : "");
        }

        run.Add(table);
    }
}
