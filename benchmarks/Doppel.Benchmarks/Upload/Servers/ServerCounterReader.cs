using System.Globalization;
using Doppel.Benchmarks.Upload.Relays;

namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>Reads the counters of its own process, from the runtime and from the kernel.</summary>
/// <param name="targetPort">The port of the file server on the loopback.</param>
internal sealed class ServerCounterReader(int targetPort)
{
    // As the kernel prints states of connections.
    private const string Established = "01";
    private const string TimeWait = "06";

    // What the reader itself allocated is taken off.
    private long _ownBytes;

    /// <summary>All counters as they are now. Costs about a millisecond.</summary>
    public ServerCounters Read(RentTally tally)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        string[] status = File.ReadAllLines("/proc/self/status");
        string[] io = File.ReadAllLines("/proc/self/io");
        string[] connections =
            [.. File.ReadAllLines("/proc/self/net/tcp"), .. File.ReadAllLines("/proc/self/net/tcp6")];
        int open = Count(connections, Established);
        int waiting = Count(connections, TimeWait);
        long own = Interlocked.Add(ref _ownBytes, GC.GetAllocatedBytesForCurrentThread() - before);
        return new ServerCounters
        {
            AllocatedBytes = GC.GetTotalAllocatedBytes(precise: true) - own,
            HeldBytes = GC.GetTotalMemory(forceFullCollection: false) + tally.NativeBytes,
            Gen0 = GC.CollectionCount(0),
            Gen1 = GC.CollectionCount(1),
            Gen2 = GC.CollectionCount(2),
            PauseMs = GC.GetTotalPauseDuration().TotalMilliseconds,
            PeakBytes = Field(status, "VmHWM:") * 1024,
            ResidentBytes = Field(status, "VmRSS:") * 1024,
            // Sockets are sent to, files are written: sends do not count here.
            FileWriteBytes = Field(io, "wchar:"),
            ProcessorMs = Environment.CpuUsage.TotalTime.TotalMilliseconds,
            Threads = ThreadPool.ThreadCount,
            OpenSockets = open,
            WaitingSockets = waiting,
            Rented = tally.Rented,
            Returned = tally.Returned,
            PoolBytes = tally.HeldBytes,
        };
    }

    private static long Field(string[] lines, string name)
    {
        string line = lines.First(l => l.StartsWith(name, StringComparison.Ordinal));
        string number = line[name.Length..].Replace("kB", "", StringComparison.Ordinal).Trim();
        return long.Parse(number, CultureInfo.InvariantCulture);
    }

    // sl, local address, remote address, state, ...: addresses are hex, the port after a colon.
    private int Count(string[] connections, string state)
    {
        string port = targetPort.ToString("X4", CultureInfo.InvariantCulture);
        return connections
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Count(words => words.Length > 3 && words[3] == state
                && words[2].EndsWith(":" + port, StringComparison.Ordinal));
    }
}
