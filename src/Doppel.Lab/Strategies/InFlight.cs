namespace Doppel.Lab;

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
