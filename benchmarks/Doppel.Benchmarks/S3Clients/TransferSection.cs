using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>One large file up and down in parts side by side, with little memory.</summary>
internal sealed class TransferSection(SuiteRun run, S3Service service, BenchBucket bucket)
{
    private const int HeapMiB = 64;

    // Our own server has memory for two such objects and frees what was deleted a little later.
    private static readonly TimeSpan s_freeing = TimeSpan.FromSeconds(10);
    private static readonly string[] s_steps = ["upload", "download"];

    public async Task RunAsync()
    {
        long bytes = run.Pick(256L, 1024L) << 20;
        run.Log($"{Figures.Bytes(bytes)} up and down");
        var order = new ClientOrder
        {
            Client = "",
            Work = ClientWorkKind.Transfer,
            Bucket = bucket.Name,
            Bytes = bytes,
        };
        string transport = service.Transports[0];
        IReadOnlyList<ClientProcess> processes = await ClientRows
            .StartAsync(
                [ClientCatalog.Ours, ClientCatalog.Sdk], order,
                [
                    .. service.ToEnvironment(transport),
                    ("DOTNET_GCHeapHardLimit", FormattableString.Invariant($"0x{HeapMiB << 20:X}")),
                ])
            .ConfigureAwait(false);
        try
        {
            TimeSpan between = service.IsOwn ? s_freeing * ((double)bytes / (1 << 30)) : TimeSpan.Zero;
            RoundFigures[][] counted = await ClientRows
                .MeasureAsync(processes, ClientChild.Count, rounds: 1, between).ConfigureAwait(false);
            RoundFigures[][] figures = await ClientRows
                .MeasureAsync(processes, ClientChild.Round, run.Pick(1, 3), between).ConfigureAwait(false);
            Add(transport, bytes, [.. processes.Select((one, k) => (one.Entry, figures[k], counted[k][0]))]);
        }
        finally
        {
            ClientRows.DisposeAll(processes);
        }
    }

    private void Add(
        string transport, long bytes,
        IReadOnlyList<(ClientEntry Entry, RoundFigures[] Rounds, RoundFigures Counted)> results)
    {
        Row[] rows =
        [
            .. from step in s_steps.Index()
               from result in results
               select ClientRows.OfStep(
                   result.Entry, [new("transport", transport), new("step", step.Item)], result.Rounds, step.Index,
                   operations: 1),
        ];
        run.Add(ResultTable.Of(
            $"A file of {Figures.Bytes(bytes)}", rows,
            FormattableString.Invariant($"{S3Texts.Transfer} {HeapMiB} MiB.")));
        var table = new ResultTable(
            $"Throughput with a file of {Figures.Bytes(bytes)}", new("client"), new("upload", "MB/s"),
            new("download", "MB/s"), new("requests"), new("processor"), new("peak"));
        foreach ((ClientEntry entry, RoundFigures[] rounds, RoundFigures counted) in results)
        {
            double Speed(int step) =>
                bytes / Statistics.Median([.. rounds.Select(round => round.Steps[step].Ns)]) * 1000;
            table.AddRow(
                entry.MarkedName, Figures.Number(Speed(0)), Figures.Number(Speed(1)),
                counted.Requests.ToString(CultureInfo.InvariantCulture),
                Figures.Time(Statistics.Median([.. rounds.Select(round => round.ProcessorNs)])),
                Figures.Bytes(rounds[^1].PeakBytes));
        }

        run.Add(table);
    }
}
