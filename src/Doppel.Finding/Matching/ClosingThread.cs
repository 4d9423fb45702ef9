using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A thread that closes files for the others.</summary>
internal sealed class ClosingThread : IDisposable
{
    // A bound, so that with those at work no more files are open than a process may commonly have.
    private const int WaitingMax = 128;

    // All that waits, here or there, waits for a change of this queue.
    private readonly Queue<(IVolume Volume, FileHandle File)> _waiting = new(WaitingMax);
    private readonly Thread _thread;
    private bool _hasEnded;

    internal ClosingThread()
    {
        _thread = new Thread(Work) { IsBackground = true, Name = "doppel closing" };
        _thread.Start();
    }

    /// <summary>Closes what still waits and ends.</summary>
    public void Dispose()
    {
        lock (_waiting)
        {
            _hasEnded = true;
            Monitor.PulseAll(_waiting);
        }

        _thread.Join();
    }

    /// <summary>Hands a file over; waits while too many do.</summary>
    /// <exception cref="ObjectDisposedException">It has ended.</exception>
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
