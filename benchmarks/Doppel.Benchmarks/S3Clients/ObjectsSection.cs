using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>Many small objects: what each request costs.</summary>
internal sealed class ObjectsSection(SuiteRun run, S3Service service, BenchBucket bucket)
{
    /// <summary>What a request of ours may allocate: 3 KB, of 1,024 B as in the talk's tables.</summary>
    public const int RequestBytesMax = 3 * 1024;

    private const int ObjectBytes = 4096;
    private const string Transport = "transport";
    private const string AtOnce = "at once";
    private const string Step = "step";

    public async Task RunAsync()
    {
        int count = run.Pick(200, 1000);
        List<Row> rows = [];
        foreach (string transport in run.IsShort ? service.Transports.Take(1) : service.Transports)
        {
            rows.AddRange(await MeasureAsync(transport, count, atOnce: 64, run.Pick(3, 5)).ConfigureAwait(false));
        }

        if (!run.IsShort)
        {
            // One after the other it takes the server most of a minute for each client.
            rows.AddRange(
                await MeasureAsync(service.Transports[0], count, atOnce: 1, rounds: 1).ConfigureAwait(false));
        }

        string[] over =
            [.. rows.Where(IsOver).Select(row => $"{row.Cell}: {Figures.Bytes(row.AllocatedBytes!.Value)}")];
        run.Add(ResultTable.Of(
            $"{count:#,0} objects of 4 KiB, for one object", rows, S3Texts.Objects,
            over.Length == 0
                ? $"No request of ours allocates more than {RequestBytesMax:#,0} B."
                : $"**Above {RequestBytesMax:#,0} B for a request: {string.Join("; ", over)}.**"));
    }

    // Of a list each object takes the string of its key, which the next section looks at.
    private static bool IsOver(Row row) =>
        row.Role == Role.Ours && row[Step] != ObjectsWork.List && row.AllocatedBytes > RequestBytesMax;

    private async Task<IReadOnlyList<Row>> MeasureAsync(
        string transport, int count, int atOnce, int rounds)
    {
        run.Log($"{count:#,0} objects of 4 KiB, {atOnce} at once, {transport}");
        var order = new ClientOrder
        {
            Client = "",
            Work = ClientWorkKind.Objects,
            Bucket = bucket.Name,
            SignsPayload = transport == "http",
            Bytes = ObjectBytes,
            Count = count,
            AtOnce = atOnce,
        };
        IReadOnlyList<ClientProcess> processes = await ClientRows
            .StartAsync(ClientCatalog.All, order, [.. service.ToEnvironment(transport)]).ConfigureAwait(false);
        try
        {
            RoundFigures[][] figures =
                await ClientRows.MeasureAsync(processes, ClientChild.Round, rounds).ConfigureAwait(false);
            return
            [
                .. from step in ObjectsWork.StepNames.Index()
                   from process in processes.Index()
                   select ClientRows.OfStep(
                       process.Item.Entry,
                       [
                           new(Transport, transport), new(AtOnce, atOnce.ToString(CultureInfo.InvariantCulture)),
                           new(Step, step.Item),
                       ],
                       figures[process.Index], step.Index,
                       step.Item == ObjectsWork.List ? count * ObjectsWork.Lists : count),
            ];
        }
        finally
        {
            ClientRows.DisposeAll(processes);
        }
    }
}
