namespace Doppel.Lab.Tests.Session;

/// <summary>Notes what it is asked for, and reads it in this process.</summary>
internal sealed class RecordingRunner(List<string> heard) : IRunner
{
    public RunOutcome Run(RunSpec spec, TimeSpan limit, CancellationToken cancellation)
    {
        heard.Add($"{spec.Strategy} {spec.Temperature} {spec.Files.Sum(file => file.Size)}");
        var run = new ReadRun { Volume = new PortableOrNative().Volume, Files = spec.Files };
        ReaderTeam.Read(run, 1, () => new PositionalReader(run, StrategyTable.BlockBytes).Read);
        return new RunOutcome { Status = RunStatus.Done, Seconds = 1, Total = run.Sum.Total };
    }
}
