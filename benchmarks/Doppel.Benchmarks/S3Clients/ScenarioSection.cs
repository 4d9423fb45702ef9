using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>The talk's scenario with 123 MiB, in every way that it can be made.</summary>
internal sealed class ScenarioSection(SuiteRun run, S3Service service, BenchBucket bucket)
{
    /// <summary>Bytes of the object.</summary>
    public const long ContentBytes = 123L << 20;

    public async Task RunAsync()
    {
        List<ScenarioResult> results = [];
        foreach (ScenarioCell cell in Cells().Where(cell => service.Transports.Contains(cell.Transport)))
        {
            run.Log($"scenario, {cell}");
            results.AddRange(await MeasureAsync(cell).ConfigureAwait(false));
        }

        ScenarioTables.Add(run, results);
    }

    private IEnumerable<ScenarioCell> Cells() => run.IsShort
        ? [ScenarioCell.Talk, new("https", IsSigned: false, ContentSource.Stream)]
        : from transport in (string[])["http", "https"]
          from isSigned in (bool[])[true, false]
          from source in Enum.GetValues<ContentSource>()
          select new ScenarioCell(transport, isSigned, source);

    private async Task<IReadOnlyList<ScenarioResult>> MeasureAsync(ScenarioCell cell)
    {
        var order = new ClientOrder
        {
            Client = "",
            Work = ClientWorkKind.Scenario,
            Bucket = bucket.Name,
            SignsPayload = cell.IsSigned,
            Source = cell.Source,
            Bytes = ContentBytes,
        };
        IReadOnlyList<ClientProcess> processes = await ClientRows
            .StartAsync(
                ClientCatalog.All.Append(ClientCatalog.OursInSmallParts).Where(entry => entry.Makes(cell)), order,
                [.. service.ToEnvironment(cell.Transport)])
            .ConfigureAwait(false);
        try
        {
            RoundFigures[][] counted =
                await ClientRows.MeasureAsync(processes, ClientChild.Count, rounds: 1).ConfigureAwait(false);
            List<ScenarioResult> results = [];
            await AddAsync(ClientChild.Round, run.Pick(3, 7)).ConfigureAwait(false);
            await AddAsync(ClientChild.Collect, run.Pick(2, 3)).ConfigureAwait(false);
            return results;

            async Task AddAsync(string word, int rounds)
            {
                RoundFigures[][] figures =
                    await ClientRows.MeasureAsync(processes, word, rounds).ConfigureAwait(false);
                results.AddRange(processes.Select((process, k) => new ScenarioResult(
                    cell, word == ClientChild.Collect, process.Entry, figures[k], counted[k][0])));
            }
        }
        finally
        {
            ClientRows.DisposeAll(processes);
        }
    }
}
