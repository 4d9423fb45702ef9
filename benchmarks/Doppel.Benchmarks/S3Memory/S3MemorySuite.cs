using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Memory.Load;
using Doppel.Benchmarks.Upload;

namespace Doppel.Benchmarks.S3Memory;

/// <summary>
/// What the talk on a client for S3 began with: a service in a container that carries documents of 123 MB and runs out
/// of memory.
/// </summary>
internal sealed class S3MemorySuite : ISuite
{
    private static readonly MemoryCell s_short = new(Uploads: 8, Bytes: 32 << 20);
    private static readonly MemoryCell s_full = new(Uploads: 32, Bytes: 123 << 20);

    // Two of 9 MiB in arrays are little enough for everybody.
    private static readonly MemoryCell s_verified = new(Uploads: 2, Bytes: (9 << 20) + 1);

    /// <inheritdoc/>
    public string Name => "s3-memory";

    /// <inheritdoc/>
    public string Question => "Does a service that carries large documents to S3 and back live on 256 MB?";

    /// <inheritdoc/>
    public void Verify() => Waiting.For(() => EachAsync(s_verified, _ => { }, result => VerifyException.Unless(
        result.IsWhole(s_verified),
        $"{result.Contestant.Name} carries documents whole: {result.Outcome.Uploads} uploads, "
        + $"{result.Outcome.Downloads} downloads, {result.Stored}; {result.End}")));

    /// <inheritdoc/>
    public void Run(SuiteRun run)
    {
        MemoryCell cell = run.Pick(s_short, s_full);
        List<MemoryResult> results = [];
        string? problem = null;
        Waiting.For(async () => problem = await EachAsync(cell, run.Log, results.Add).ConfigureAwait(false));
        if (problem is not null)
        {
            run.Note($"Nothing was measured: {problem}");
            return;
        }

        run.Note(S3MemoryPage.Setting(cell, results[0]));
        run.Add(S3MemoryPage.Carried(cell, results));
        run.Add(S3MemoryPage.Memory(results));
        run.Add(S3MemoryPage.Resident(results));
    }

    private static async Task<string?> EachAsync(
        MemoryCell cell, Action<string> log, Action<MemoryResult> take)
    {
        if (!OperatingSystem.IsLinux())
        {
            return "the limit, and what is looked at, are Linux's";
        }

        DocumentFiles files = MemoryRun.FilesOf(cell);
        foreach (MemoryContestant contestant in MemoryContestants.All)
        {
            using StoreServer? store = StoreServer.Open(out string problem);
            if (store is null)
            {
                return problem;
            }

            log($"{contestant.Name}: {cell}");
            take(await MemoryRun.RunAsync(contestant, cell, files, store).ConfigureAwait(false));
        }

        return null;
    }
}
