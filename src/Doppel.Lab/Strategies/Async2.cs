namespace Doppel.Lab;

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
