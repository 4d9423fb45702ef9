using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>
/// Scenario NewThread: starts one thread per file, one after another, each of which copies its stream.
/// <paramref name="threadsMax"/> limits the number of threads at the same time; one more ends the run, and that is its
/// result.
/// </summary>
internal sealed class NewThread(ContentMode mode, int threadsMax = 2048) : IReadStrategy
{
    private int _alive;
    private Exception? _failure;

    public Task ReadAsync(ReadRun run)
    {
        var threads = new Thread[run.Files.Count];
        for (int i = 0; i < threads.Length && _failure is null; i++)
        {
            if (Volatile.Read(ref _alive) >= threadsMax)
            {
                throw new RefusedException($"refused at {threadsMax} threads");
            }

            threads[i] = Start(run, i);
        }

        foreach (Thread? thread in threads)
        {
            thread?.Join();
        }

        return _failure is null ? Task.CompletedTask : Task.FromException(_failure);
    }

    private Thread Start(ReadRun run, int file)
    {
        var thread = new Thread(() => Read(run, file)) { IsBackground = true };
        int alive = Interlocked.Increment(ref _alive);
        try
        {
            thread.Start();
            return thread;
        }
        catch (OutOfMemoryException)
        {
            throw new RefusedException($"refused at {alive - 1} threads by the system");
        }
    }

    private void Read(ReadRun run, int file)
    {
        try
        {
            WholeFile.Copy(run, file, mode);
        }
        catch (Exception failure)
        {
            Interlocked.CompareExchange(ref _failure, failure, null);
        }

        Interlocked.Decrement(ref _alive);
    }
}
