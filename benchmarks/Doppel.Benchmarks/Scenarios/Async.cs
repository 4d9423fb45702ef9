using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>
/// Scenario Async: starts all files on as many pool threads as there are cores, then waits for them. Limited only by
/// <see cref="InFlight.FilesMax"/>.
/// </summary>
internal sealed class Async(ContentMode mode, int filesMax = InFlight.FilesMax) : IReadStrategy
{
    public async Task ReadAsync(ReadRun run)
    {
        var files = new InFlight(run, mode, filesMax);
        var begun = new Task[run.Files.Count];
        await PoolWork.ForEachAsync(run, i => begun[i] = files.Begin(i)).ConfigureAwait(false);
        await Task.WhenAll(begun).ConfigureAwait(false);
    }
}

/// <summary>
/// Scenario Async2: starts all files one after another on one thread, then waits for them. Limited only by
/// <see cref="InFlight.FilesMax"/>.
/// </summary>
internal sealed class Async2(ContentMode mode, int filesMax = InFlight.FilesMax) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        var files = new InFlight(run, mode, filesMax);
        var begun = new Task[run.Files.Count];
        for (int i = 0; i < begun.Length; i++)
        {
            begun[i] = files.Begin(i);
        }

        return Task.WhenAll(begun);
    }
}

/// <summary>The files that were started and not finished, for strategies without a limit of their own.</summary>
internal sealed class InFlight(ReadRun run, ContentMode mode, int filesMax)
{
    /// <summary>The most files that may have been started and not finished; one more ends the run.</summary>
    internal const int FilesMax = 16_384;

    private int _count;

    /// <summary>Starts a file.</summary>
    /// <exception cref="RefusedException">Too many files are in flight.</exception>
    internal Task Begin(int file)
    {
        if (Interlocked.Increment(ref _count) > filesMax)
        {
            throw new RefusedException($"refused at {filesMax} files in flight");
        }

        return ReadAsync(file);
    }

    private async Task ReadAsync(int file)
    {
        await WholeFile.CopyAsync(run, file, mode).ConfigureAwait(false);
        Interlocked.Decrement(ref _count);
    }
}
