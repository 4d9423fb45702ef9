namespace Doppel.Lab;

/// <summary>
/// Scenario Async2: all files are begun one after the other by one thread, and then waited for; bounded by
/// <see cref="LabLimits.FilesInFlightMax"/> alone.
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
