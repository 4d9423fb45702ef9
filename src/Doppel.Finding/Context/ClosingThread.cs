using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A thread that closes files on behalf of all others.</summary>
internal sealed class ClosingThread : IDisposable
{
    // A limit, so that together with the files in use no more files are open than a process is commonly allowed.
    private const int WaitingMax = 128;

    // All threads that wait, on either side, wait for this queue to change.
    private readonly Queue<(IVolume Volume, FileHandle File)> _waiting = new(WaitingMax);
    private readonly Thread _thread;
    private bool _hasEnded;

    internal ClosingThread()
    {
        _thread = new Thread(Work) { IsBackground = true, Name = "doppel closing" };
        _thread.Start();
    }

    /// <summary>Closes all queued files and stops the thread.</summary>
    public void Dispose()
    {
        lock (_waiting)
        {
            _hasEnded = true;
            Monitor.PulseAll(_waiting);
        }

        _thread.Join();
    }

    /// <summary>Queues a file to be closed. Blocks while the queue is full.</summary>
    /// <exception cref="ObjectDisposedException">The thread has stopped.</exception>
    internal void Close(IVolume volume, FileHandle file)
    {
        lock (_waiting)
        {
            ObjectDisposedException.ThrowIf(_hasEnded, this);
            while (_waiting.Count == WaitingMax)
            {
                Monitor.Wait(_waiting);
            }

            _waiting.Enqueue((volume, file));
            Monitor.PulseAll(_waiting);
        }
    }

    private void Work()
    {
        while (Take() is { } next)
        {
            next.Volume.Close(next.File);
        }
    }

    private (IVolume Volume, FileHandle File)? Take()
    {
        lock (_waiting)
        {
            while (_waiting.Count == 0 && !_hasEnded)
            {
                Monitor.Wait(_waiting);
            }

            if (_waiting.Count == 0)
            {
                return null;
            }

            Monitor.PulseAll(_waiting);
            return _waiting.Dequeue();
        }
    }
}
