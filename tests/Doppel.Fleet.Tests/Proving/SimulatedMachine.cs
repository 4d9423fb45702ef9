using Doppel.Reports;

namespace Doppel.Fleet.Tests;

/// <summary>A machine of a simulation: its clocks, its files and the folder of what it asks and promises.</summary>
internal sealed class SimulatedMachine
{
    private readonly List<(SimulatedProcess Process, SteppedVolume Volume)> _processes = [];
    private readonly Func<TimeSpan> _time;
    private TimeSpan _booted;

    internal SimulatedMachine(string name, string folder, Func<TimeSpan> time)
    {
        (Name, Data, State, _time) = (name, $"{folder}/{name}/data", $"{folder}/{name}/state", time);
        Directory.CreateDirectory(Data);
        Directory.CreateDirectory(State, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    internal string Name { get; }

    /// <summary>Gets the folder with its files.</summary>
    internal string Data { get; }

    internal string State { get; }

    /// <summary>Gets or sets how far its clock of the day is off.</summary>
    internal TimeSpan ClockOff { get; set; }

    internal DurableFolder Disk { get; } = new();

    internal IEnumerable<SimulatedProcess> Running =>
        _processes.Where(static one => !one.Process.IsOver).Select(static one => one.Process);

    internal FleetProofOptions Options(TimeSpan within, string? state = null) => new()
    {
        Host = Name,
        ProofKey = new byte[32],
        Ledger = new ReportName(state ?? State),
        Within = within,
    };

    internal SimulatedProcess Start(Action<SimulatedProcess, SteppedVolume> body)
    {
        SteppedVolume? volume = null;
        var process = new SimulatedProcess(self => body(self, volume!));
        volume = new SteppedVolume(process, Disk);
        _processes.Add((process, volume));
        return process;
    }

    internal void Kill(SimulatedProcess process)
    {
        _processes.Single(one => one.Process == process).Volume.CloseAll();
        process.Kill();
    }

    /// <summary>Ends all processes, and loses what was not flushed, wholly or in part.</summary>
    internal void CutPower(Random random)
    {
        Running.ToList().ForEach(Kill);
        Disk.LoseUnsynced($"{State}/host-{Name}", random);
        _booted = _time();
    }

    /// <summary>Returns the clocks as a process sees them. It takes a step when it waits.</summary>
    internal TimeProvider ClockOf(Action step) => new ProcessClock(this, step);

    private sealed class ProcessClock(SimulatedMachine machine, Action step) : TimeProvider
    {
        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => (machine._time() - machine._booted).Ticks;

        public override DateTimeOffset GetUtcNow() =>
            DateTimeOffset.UnixEpoch + TimeSpan.FromDays(20_000) + machine._time() + machine.ClockOff;

        public override ITimer CreateTimer(
            TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            step();
            callback(state);
            return new DueTimer();
        }
    }

    private sealed class DueTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => default;
    }
}
