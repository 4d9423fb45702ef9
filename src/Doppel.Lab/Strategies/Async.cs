namespace Doppel.Lab;

/// <summary>
/// Scenario Async: starts all files on as many pool threads as there are cores, then waits for them. Limited only by
/// <see cref="LabLimits.FilesInFlightMax"/>.
/// </summary>
internal sealed class Async(ContentMode mode) : IReadStrategy
{
    public async Task ReadAsync(ReadRun run)
    {
        var files = new InFlight(run, mode);
        var begun = new Task[run.Files.Count];
        await PoolWork.ForEachAsync(run, i => begun[i] = files.Begin(i)).ConfigureAwait(false);
        await Task.WhenAll(begun).ConfigureAwait(false);
    }
}

/// <summary>
/// Scenario Async2: starts all files one after another on one thread, then waits for them. Limited only by
/// <see cref="LabLimits.FilesInFlightMax"/>.
/// </summary>
internal sealed class Async2(ContentMode mode) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        var files = new InFlight(run, mode);
        var begun = new Task[run.Files.Count];
        for (int i = 0; i < begun.Length; i++)
        {
            begun[i] = files.Begin(i);
        }

        return Task.WhenAll(begun);
    }
}

/// <summary>The files that were started and not finished, for strategies without a limit of their own.</summary>
internal sealed class InFlight(ReadRun run, ContentMode mode)
{
    private int _count;

    /// <summary>Starts a file.</summary>
    /// <exception cref="RefusedException">Too many files are in flight.</exception>
    internal Task Begin(int file)
    {
        if (Interlocked.Increment(ref _count) > run.Limits.FilesInFlightMax)
        {
            throw new RefusedException($"refused at {run.Limits.FilesInFlightMax} files in flight");
        }

        return ReadAsync(file);
    }

    private async Task ReadAsync(int file)
    {
        await WholeFile.CopyAsync(run, file, mode).ConfigureAwait(false);
        Interlocked.Decrement(ref _count);
    }
}
