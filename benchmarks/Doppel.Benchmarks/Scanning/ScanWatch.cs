namespace Doppel.Benchmarks.Scanning;

/// <summary>Watches the threads of one scan, and can make the device that it scans a slow one. Thread-safe.</summary>
/// <param name="folderTime">How much longer each listing of a folder takes than here; zero for no change.</param>
internal sealed class ScanWatch(TimeSpan folderTime) : IDisposable
{
    private static readonly ManualResetEvent s_never = new(false);

    private readonly ThreadLocal<int> _foldersEntered = new();

    /// <summary>Threads that list a folder.</summary>
    public WorkCount Listing { get; } = new();

    /// <summary>Threads that are in the scan: listing a folder, or waiting for the folders below one.</summary>
    public WorkCount Threads { get; } = new();

    /// <summary>A thread begins with a folder, perhaps while it waits in another.</summary>
    public void EnterFolder()
    {
        if (_foldersEntered.Value++ == 0)
        {
            Threads.Enter();
        }
    }

    public void LeaveFolder()
    {
        if (--_foldersEntered.Value == 0)
        {
            Threads.Leave();
        }
    }

    public void BeginList()
    {
        Listing.Enter();
        if (folderTime > TimeSpan.Zero)
        {
            s_never.WaitOne(folderTime);
        }
    }

    public void EndList() => Listing.Leave();

    public void Dispose() => _foldersEntered.Dispose();
}
