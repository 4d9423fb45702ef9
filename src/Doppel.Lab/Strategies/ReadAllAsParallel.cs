namespace Doppel.Lab;

/// <summary>
/// Scenario ReadAllAsParallel: as many threads of the pool as cores, each reading whole files by one call. The article
/// says <c>ReadAllText</c>, its program calls <c>ReadAllBytes</c>.
/// </summary>
internal sealed class ReadAllAsParallel(ContentMode mode) : IReadStrategy
{
    public Task ReadAsync(ReadRun run) => PoolWork.ForEachAsync(run, i => WholeFile.ReadAll(run, i, mode));
}
