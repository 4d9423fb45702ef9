using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>Distributes files to as many pool threads as there are cores, which is also the default of PLINQ.</summary>
internal static class PoolWork
{
    /// <summary>Reads all files.</summary>
    internal static Task ForEachAsync(ReadRun run, Action<int> read)
    {
        int taken = -1;
        var tasks = new Task[Environment.ProcessorCount];
        for (int i = 0; i < tasks.Length; i++)
        {
            tasks[i] = Task.Run(() =>
            {
                for (int file = Interlocked.Increment(ref taken); file < run.Files.Count;
                    file = Interlocked.Increment(ref taken))
                {
                    read(file);
                }
            });
        }

        return Task.WhenAll(tasks);
    }
}

/// <summary>
/// Scenario SyncAsParallel: as many pool threads as there are cores, each copying one stream at a time.
/// </summary>
internal sealed class SyncAsParallel(ContentMode mode) : IReadStrategy
{
    public Task ReadAsync(ReadRun run) => PoolWork.ForEachAsync(run, i => WholeFile.Copy(run, i, mode));
}
