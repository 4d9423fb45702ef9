using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>
/// Scenarios AsyncWithMaxParallelCount4 to 256: limits the number of files in flight, as an ActionBlock of TPL Dataflow
/// with that degree of parallelism does.
/// </summary>
internal sealed class AsyncWithMaxParallelCount(int width, ContentMode mode) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        int taken = -1;
        var loops = new Task[Math.Min(width, run.Files.Count)];
        for (int i = 0; i < loops.Length; i++)
        {
            loops[i] = Task.Run(LoopAsync);
        }

        return Task.WhenAll(loops);

        async Task LoopAsync()
        {
            for (int file = Interlocked.Increment(ref taken); file < run.Files.Count;
                file = Interlocked.Increment(ref taken))
            {
                await WholeFile.CopyAsync(run, file, mode).ConfigureAwait(false);
            }
        }
    }
}
