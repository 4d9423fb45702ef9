namespace Doppel.Lab;

/// <summary>Measures the machine's processor usage by all processes.</summary>
internal sealed class MachineLoad : IDisposable
{
    private readonly ProcFile? _stat = OperatingSystem.IsLinux() ? ProcFile.TryOpen("/proc/stat") : null;
    private readonly ProcFile? _load = OperatingSystem.IsLinux() ? ProcFile.TryOpen("/proc/loadavg") : null;

    public void Dispose()
    {
        _stat?.Dispose();
        _load?.Dispose();
    }

    /// <summary>Returns the load average of the last minute, or NaN if the system does not report it.</summary>
    internal double Average() => _load?.TryRead() == true
        && System.Buffers.Text.Utf8Parser.TryParse(_load.Text, out double load, out _) ? load : double.NaN;

    /// <summary>Returns the current values of the counters.</summary>
    internal (long Busy, long All) Mark()
    {
        Span<long> row = stackalloc long[8];
        if (_stat?.TryRead() != true || !_stat.TryFindRow("cpu"u8, 0, row))
        {
            return (0, 0);
        }

        long all = 0;
        foreach (long ticks in row)
        {
            all += ticks;
        }

        // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal.
        return (all - row[3] - row[4], all);
    }

    /// <summary>Returns the share of the processors that other processes have used since a mark.</summary>
    /// <param name="mark">The result of an earlier call to <see cref="Mark"/>.</param>
    /// <param name="ownSeconds">The processor time of the measurement itself in seconds.</param>
    internal double OthersSince((long Busy, long All) mark, double ownSeconds)
    {
        (long busy, long all) = Mark();
        long passed = all - mark.All;
        const double TicksPerSecond = 100;
        return passed <= 0 || !double.IsFinite(ownSeconds)
            ? double.NaN
            : Math.Clamp((busy - mark.Busy - (ownSeconds * TicksPerSecond)) / passed, 0, 1);
    }
}
