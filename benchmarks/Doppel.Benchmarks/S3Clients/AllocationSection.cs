using System.Globalization;
using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>
/// What one upload allocates, object by object: a table of sums here, the list in docs/s3-allocations.md.
/// </summary>
internal sealed class AllocationSection(SuiteRun run, S3Service service, BenchBucket bucket)
{
    private const int SitesMax = 60;

    private static readonly (ClientEntry Entry, string Namespaces)[] s_clients =
        [(ClientCatalog.Ours, "Doppel.S3."), (ClientCatalog.Sdk, "Amazon.")];

    public async Task RunAsync()
    {
        run.Log("one upload, object by object");
        string transport = service.Transports[0];
        List<TracedUpload> traced = [];
        foreach ((ClientEntry entry, string namespaces) in s_clients)
        {
            traced.Add(await TraceAsync(entry, namespaces, transport).ConfigureAwait(false));
        }

        var table = new ResultTable(
            "Objects of one upload", new("client"), new("objects"), new("bytes"), new("kinds and places"));
        foreach (TracedUpload one in traced)
        {
            table.AddRow(
                one.Entry.MarkedName, Number(one.Sites.Sum(site => site.Count)),
                Number(one.Sites.Sum(site => site.Bytes)), Number(one.Sites.Count));
        }

        run.Add(table.AddFootnote(
            $"123 MiB from an array, signed, over {transport}. Recorded by the runtime, which then takes longer. A "
            + "full run lists them by type and place in docs/s3-allocations.md, a short one in the next file."));
        if (run.IsShort)
        {
            run.Add(new AttachedFile("allocations.md", "Object by object", Page(traced)));
        }
        else
        {
            ResultPage.WriteText(Path.Combine(SourceTree.Root, "docs", "s3-allocations.md"), Page(traced));
        }
    }

    private async Task<TracedUpload> TraceAsync(ClientEntry entry, string namespaces, string transport)
    {
        using var scratch = new ScratchFolder("s3-trace");
        string file = Path.Combine(scratch.Path, "upload.nettrace");
        var order = new ClientOrder
        {
            Client = "",
            Work = ClientWorkKind.Scenario,
            Bucket = bucket.Name,
            Prefix = "trace/",
            Bytes = ScenarioSection.ContentBytes,
        };
        (string, string)[] environment =
        [
            .. service.ToEnvironment(transport), ("DOTNET_EnableEventPipe", "1"),
            ("DOTNET_EventPipeConfig", AllocationTrace.Providers), ("DOTNET_EventPipeOutputPath", file),
        ];

        RoundFigures figures;

        // The trace is whole when the process has ended.
        using (ClientProcess process =
            await ClientProcess.StartAsync(entry, order, environment).ConfigureAwait(false))
        {
            await process.RoundAsync(ClientChild.Round).ConfigureAwait(false);
            figures = await process.RoundAsync(ClientChild.Round).ConfigureAwait(false);
        }

        return new TracedUpload(
            entry, figures.Steps[ScenarioWork.Upload].Bytes,
            AllocationTrace.Read(file, ScenarioWork.Upload, namespaces));
    }

    private static string Page(IReadOnlyList<TracedUpload> traced)
    {
        var text = new StringBuilder($"""
            # What one upload to S3 allocates

            Written by `./bench s3` on {Machine.Software}; do not edit. An upload of 123 MiB from an array, signed, over
            http, in a process that is warm. Every object that came to be on the managed heap meanwhile, in any thread,
            by its type, the method that allocated it, and the method of the client on whose behalf that was.

            The runtime itself tells, without a profiler, when a program is started with

            ```sh
            DOTNET_EnableEventPipe=1 DOTNET_EventPipeOutputPath=upload.nettrace \
            DOTNET_EventPipeConfig={AllocationTrace.Providers.Split(',')[0]} program
            ```

            and `AllocationTrace` of the benchmarks reads the file.

            """);
        foreach ((ClientEntry entry, long counted, IReadOnlyList<AllocationSite> sites) in traced)
        {
            text.Append(CultureInfo.InvariantCulture, $"""

                ## {entry.Name}

                {sites.Sum(site => site.Count):#,0} objects, {sites.Sum(site => site.Bytes):#,0} bytes; the heap itself
                counted {counted:#,0}.

                | type | objects | bytes | allocated in | for |
                |---|---:|---:|---|---|

                """);
            foreach (AllocationSite site in sites.Take(SitesMax))
            {
                text.Append(
                    $"| `{site.Type}` | {Number(site.Count)} | {Number(site.Bytes)} | {Code(site.Place)} "
                    + $"| {Code(site.Caller)} |\n");
            }

            AllocationSite[] rest = [.. sites.Skip(SitesMax)];
            if (rest.Length > 0)
            {
                text.Append(
                    $"| {Number(rest.Length)} more kinds | {Number(rest.Sum(site => site.Count))} "
                    + $"| {Number(rest.Sum(site => site.Bytes))} | | |\n");
            }
        }

        return text.ToString();
    }

    private static string Code(string name) => name.Length > 0 ? $"`{name}`" : "";

    private static string Number(long number) => number.ToString("#,0", CultureInfo.InvariantCulture);
}
