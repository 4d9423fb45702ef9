namespace Doppel.Lab;

/// <summary>
/// Scenario Async: all files are begun by as many threads of the pool as cores, and then waited for; bounded by
/// <see cref="LabLimits.FilesInFlightMax"/> alone.
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
