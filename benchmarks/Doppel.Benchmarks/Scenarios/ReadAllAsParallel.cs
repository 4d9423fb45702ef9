using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>
/// Scenario ReadAllAsParallel: as many pool threads as there are cores, each reading complete files with one call. The
/// article says <c>ReadAllText</c>, but its program calls <c>ReadAllBytes</c>.
/// </summary>
internal sealed class ReadAllAsParallel(ContentMode mode) : IReadStrategy
{
    public Task ReadAsync(ReadRun run) => PoolWork.ForEachAsync(run, i => WholeFile.ReadAll(run, i, mode));
}
