namespace Doppel.Lab;

/// <summary>Files that were begun and are not finished, where a strategy has no bound of its own.</summary>
internal sealed class InFlight(ReadRun run, ContentMode mode)
{
    private int _count;

    /// <summary>Begins a file.</summary>
    /// <exception cref="RefusedException">Too many are under way.</exception>
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
