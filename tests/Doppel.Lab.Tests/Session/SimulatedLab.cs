using System.Text;
using Doppel.Testing;
using Doppel.Volumes;

namespace Doppel.Lab.Tests.Session;

/// <summary>Measures strategies on a simulated device, in its exact time.</summary>
internal sealed class SimulatedLab
{
    private const int Folders = 40;

    private readonly SimulatedTime _time = new();

    /// <summary>Lets strategies read files from a device, cold, and draws the conclusion.</summary>
    /// <param name="make">Makes the device.</param>
    /// <param name="count">How many files.</param>
    /// <param name="bytes">Their size.</param>
    /// <param name="names">The strategies.</param>
    public LabReport Measure(
        Func<MemoryVolume, SimulatedTime, SimulatedVolume> make, int count, int bytes, params string[] names)
    {
        var memory = new MemoryVolume();
        var files = new List<LabFile>();
        for (int i = 0; i < count; i++)
        {
            string path = $"/r/{i % Folders}/f{i:d5}";
            MemoryNode node = memory.AddFile(path, bytes, static (_, block) => block.Clear());
            files.Add(new LabFile(Encoding.UTF8.GetBytes(path), bytes, node.Inode));
        }

        SimulatedVolume volume = make(memory, _time);
        var facts = new FileSetFacts(new SizeClass(1, long.MaxValue), count, (long)count * bytes, bytes, bytes);
        var cells = new List<LabCell>();
        foreach (string name in names)
        {
            StrategyDefinition strategy = StrategyTable.Find(name)!;
            var cell = new LabCell(strategy, facts, Temperature.Dropped);
            cell.Add(Run(volume, strategy, files));
            cells.Add(cell);
        }

        var report = new LabReport
        {
            Root = "/r"u8.ToArray(),
            Mount = MountFacts.Unknown,
            Started = DateTimeOffset.UnixEpoch,
            Sets = [facts],
            Cells = cells,
        };
        return report with { Advice = Advisor.Judge(report) };
    }

    private RunOutcome Run(SimulatedVolume volume, StrategyDefinition strategy, List<LabFile> files)
    {
        var run = new ReadRun { Volume = volume, Files = files, Time = _time, Watch = _time };
        IReadStrategy reader = strategy.Create();
        long began = 0;
        TimeSpan elapsed = default;
        RunStatus status = RunStatus.Done;
        _time.Run(() =>
        {
            reader.Prepare(run);
            volume.DropCaches();
            began = _time.GetTimestamp();
            try
            {
                Assert.True(reader.ReadAsync(run).IsCompletedSuccessfully);
            }
            catch (UnsupportedException)
            {
                status = RunStatus.Unsupported;
            }

            elapsed = _time.GetElapsedTime(began);
        });
        Assert.Equal(status == RunStatus.Done ? files.Count : 0, run.Sum.Total.Files);
        return new RunOutcome { Status = status, Seconds = elapsed.TotalSeconds, Total = run.Sum.Total };
    }
}
