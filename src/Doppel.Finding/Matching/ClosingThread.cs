using System.Collections.Concurrent;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A thread that closes files for the others.</summary>
internal sealed class ClosingThread : IDisposable
{
    // A bound, so that with those at work no more files are open than a process may commonly have.
    private const int WaitingMax = 128;

    private readonly BlockingCollection<(IVolume Volume, FileHandle File)> _waiting = new(WaitingMax);
    private readonly Thread _thread;

    internal ClosingThread()
    {
        _thread = new Thread(Work) { IsBackground = true, Name = "doppel closing" };
        _thread.Start();
    }

    /// <summary>Closes what still waits and ends.</summary>
    public void Dispose()
    {
        _waiting.CompleteAdding();
        _thread.Join();
        _waiting.Dispose();
    }

    /// <summary>Hands a file over; waits while too many do.</summary>
    internal void Close(IVolume volume, FileHandle file) => _waiting.Add((volume, file));

    private void Work()
    {
        foreach ((IVolume volume, FileHandle file) in _waiting.GetConsumingEnumerable())
        {
            volume.Close(file);
        }
    }
}
