namespace Doppel.Lab;

/// <summary>
/// Scenario SyncAsParallel: as many pool threads as there are cores, each copying one stream at a time.
/// </summary>
internal sealed class SyncAsParallel(ContentMode mode) : IReadStrategy
{
    public Task ReadAsync(ReadRun run) => PoolWork.ForEachAsync(run, i => WholeFile.Copy(run, i, mode));
}
