using System.Text;

namespace Doppel.Lab;

/// <summary>Reads all counters of this process and the machine. Not thread-safe.</summary>
internal sealed class CounterReader : IDisposable
{
    private const int SectorBytes = 512;
    private const int KiB = 1024;

    private readonly bool _isLinux = OperatingSystem.IsLinux();
    private readonly byte[] _disk;
    private readonly ProcFile? _status;
    private readonly ProcFile? _io;
    private readonly ProcFile? _memory;
    private readonly ProcFile? _paging;
    private readonly ProcFile? _disks;

    /// <summary>Opens the sources of the counters.</summary>
    /// <param name="disk">
    /// The kernel's name of the disk to count. Disk counters are unavailable if the kernel does not list it.
    /// </param>
    internal CounterReader(string disk)
    {
        _disk = Encoding.UTF8.GetBytes(disk);
        if (_isLinux)
        {
            _status = ProcFile.TryOpen("/proc/self/status");
            _io = ProcFile.TryOpen("/proc/self/io");
            _memory = ProcFile.TryOpen("/proc/meminfo");
            _paging = ProcFile.TryOpen("/proc/vmstat");
            _disks = ProcFile.TryOpen("/proc/diskstats");
            Span<long> row = stackalloc long[1];
            if (_disks?.TryFindRow(_disk, 2, row) == false)
            {
                _disks.Dispose();
                _disks = null;
            }
        }
    }

    public void Dispose()
    {
        _status?.Dispose();
        _io?.Dispose();
        _memory?.Dispose();
        _paging?.Dispose();
        _disks?.Dispose();
    }

    /// <summary>Reads all counters.</summary>
    /// <param name="values">
    /// Receives the values by <see cref="Counter"/>; NaN if the system does not provide one.
    /// </param>
    /// <returns>False if an available counter could not be read; none of the values is then valid.</returns>
    internal bool TryRead(Span<double> values)
    {
        values.Fill(double.NaN);
        values[(int)Counter.HeapBytes] = GC.GetTotalMemory(forceFullCollection: false);
        values[(int)Counter.LockContentions] = Monitor.LockContentionCount;
        return _isLinux
            ? TryReadUse(values) && TryReadProcess(values) && TryReadMachine(values) && TryReadDisk(values)
            : ReadPortable(values);
    }

    /// <summary>Returns the peak memory of the process in bytes, or 0 if the system does not report it.</summary>
    internal long PeakResidentBytes() =>
        _status?.TryRead() == true && _status.TryFind("VmHWM:"u8, out long peak) ? peak * KiB : 0;

    private static bool ReadPortable(Span<double> values)
    {
        values[(int)Counter.CpuSeconds] = Environment.CpuUsage.TotalTime.TotalSeconds;
        values[(int)Counter.ResidentBytes] = Environment.WorkingSet;
        values[(int)Counter.Threads] = ThreadPool.ThreadCount;
        return true;
    }

    private static bool TryReadUse(Span<double> values)
    {
        if (!OperatingSystem.IsLinux() || !ProcessUse.TryRead(out ProcessUse use))
        {
            return false;
        }

        values[(int)Counter.CpuSeconds] = use.Seconds;
        values[(int)Counter.MajorFaults] = use.MajorFaults;
        values[(int)Counter.MinorFaults] = use.MinorFaults;
        values[(int)Counter.VoluntarySwitches] = use.VoluntarySwitches;
        values[(int)Counter.InvoluntarySwitches] = use.InvoluntarySwitches;
        return true;
    }

    private bool TryReadProcess(Span<double> values)
    {
        if (_status is not null)
        {
            if (!_status.TryRead() || !_status.TryFind("VmRSS:"u8, out long resident)
                || !_status.TryFind("Threads:"u8, out long threads))
            {
                return false;
            }

            values[(int)Counter.ResidentBytes] = resident * KiB;
            values[(int)Counter.Threads] = threads;
        }

        if (_io is not null)
        {
            if (!_io.TryRead() || !_io.TryFind("read_bytes:"u8, out long read))
            {
                return false;
            }

            values[(int)Counter.ReadBytes] = read;
        }

        return TryCountOpenFiles(out values[(int)Counter.OpenFiles]);
    }

    private static bool TryCountOpenFiles(out double count)
    {
        count = 0;
        try
        {
            foreach (string _ in Directory.EnumerateFileSystemEntries("/proc/self/fd"))
            {
                count++;
            }

            return true;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private bool TryReadMachine(Span<double> values)
    {
        if (_memory is not null)
        {
            if (!_memory.TryRead() || !_memory.TryFind("MemAvailable:"u8, out long available))
            {
                return false;
            }

            values[(int)Counter.AvailableBytes] = available * KiB;
        }

        if (_paging is not null)
        {
            if (!_paging.TryRead() || !_paging.TryFind("pswpin "u8, out long ins)
                || !_paging.TryFind("pswpout "u8, out long outs))
            {
                return false;
            }

            values[(int)Counter.SwapIns] = ins;
            values[(int)Counter.SwapOuts] = outs;
        }

        return true;
    }

    // Documentation/admin-guide/iostats.rst: reads, merged, sectors, ms; the same for writes; in flight, ms, weighted.
    private bool TryReadDisk(Span<double> values)
    {
        if (_disks is null)
        {
            return true;
        }

        Span<long> row = stackalloc long[11];
        if (!_disks.TryRead() || !_disks.TryFindRow(_disk, 2, row))
        {
            return false;
        }

        values[(int)Counter.DiskReads] = row[0];
        values[(int)Counter.DiskMerged] = row[1];
        values[(int)Counter.DiskBytes] = row[2] * SectorBytes;
        values[(int)Counter.DiskQueue] = row[8];
        values[(int)Counter.DiskQueueSeconds] = row[10] / 1000.0;
        return true;
    }
}
