namespace Doppel.Lab;

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
