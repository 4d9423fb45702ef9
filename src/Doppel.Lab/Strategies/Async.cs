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
