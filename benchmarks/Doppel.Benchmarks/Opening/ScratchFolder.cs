using System.Runtime.InteropServices;

namespace Doppel.Benchmarks.Opening;

/// <summary>A folder for files that are only measured; it is gone afterwards.</summary>
/// <remarks>
/// Lies below $DOPPEL_TEST_DIR, or below /var/tmp, which is a disk where /tmp may be memory.
/// </remarks>
internal sealed class ScratchFolder : IDisposable
{
    private const int AttemptsMax = 100;
    private const string Memory = "/dev/shm";

    private static int s_count;

    private readonly Lock _gate = new();

    // A signal ends the program without any Dispose.
    private readonly PosixSignalRegistration[] _signals;

    /// <summary>Makes it.</summary>
    /// <param name="name">A part of its name.</param>
    /// <param name="isMemory">Whether it shall lie in memory, where the system has a place for that.</param>
    public ScratchFolder(string name, bool isMemory = false)
    {
        string? place = isMemory && Directory.Exists(Memory)
            ? Memory
            : Environment.GetEnvironmentVariable("DOPPEL_TEST_DIR");
        string usual = Directory.Exists("/var/tmp") ? "/var/tmp" : System.IO.Path.GetTempPath();
        string below = System.IO.Path.GetFullPath(string.IsNullOrEmpty(place) ? usual : place);
        int number = Interlocked.Increment(ref s_count);
        Path = System.IO.Path.Combine(below, $"doppel-bench-{name}-{Environment.ProcessId}-{number}");
        Directory.CreateDirectory(Path);
        _signals =
        [
            .. new[] { PosixSignal.SIGTERM, PosixSignal.SIGINT, PosixSignal.SIGHUP }
                .Select(signal => PosixSignalRegistration.Create(signal, _ => Remove())),
        ];
    }

    /// <summary>Its absolute path.</summary>
    public string Path { get; }

    public void Dispose()
    {
        Remove();
        foreach (PosixSignalRegistration signal in _signals)
        {
            signal.Dispose();
        }
    }

    // Somebody may still be adding files when a signal ends the program, so one attempt may not be enough.
    private void Remove()
    {
        lock (_gate)
        {
            for (int attempt = 1; Directory.Exists(Path); attempt++)
            {
                try
                {
                    Directory.Delete(Path, recursive: true);
                }
                catch (IOException) when (attempt < AttemptsMax)
                {
                }
            }
        }
    }
}
