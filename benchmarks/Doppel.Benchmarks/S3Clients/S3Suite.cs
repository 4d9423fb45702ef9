using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.Upload;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>Doppel.S3 against the client of AWS: the talk's scenario, small objects, lists, a large file.</summary>
internal sealed class S3Suite : ISuite
{
    public string Name => "s3";

    public string Question => "What does it cost to store, read and list objects in S3, in garbage, memory and time?";

    public void Verify() => Waiting.For(ClientVerification.RunAsync);

    public void Run(SuiteRun run) => Waiting.For(() => RunAsync(run));

    private static async Task RunAsync(SuiteRun run)
    {
        using S3Service? service = S3Service.Open(out string problem);
        if (service is null)
        {
            run.Note($"Nothing was measured: {problem}");
            return;
        }

        run.Note($"{S3Texts.Setting} The server: {service.Name}.");
        BenchBucket bucket =
            await BenchBucket.CreateAsync(service.Settings(service.Transports[0])).ConfigureAwait(false);
        await using (bucket.ConfigureAwait(false))
        {
            foreach (Func<Task> section in (Func<Task>[])
                [
                    new ScenarioSection(run, service, bucket).RunAsync,
                    new ObjectsSection(run, service, bucket).RunAsync,
                    new ListingSection(run).RunAsync,
                    new TransferSection(run, service, bucket).RunAsync,
                    new AllocationSection(run, service, bucket).RunAsync,
                ])
            {
                await section().ConfigureAwait(false);
                run.Keep();
            }
        }
    }
}
