namespace Doppel.Lab;

/// <summary>Threads that call <c>pread</c>, each reading one file at a time, in listing order.</summary>
internal sealed class PositionalThreads(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        ReaderTeam.Read(run, width, () => new PositionalReader(run, blockBytes).Read);
        return Task.CompletedTask;
    }
}
