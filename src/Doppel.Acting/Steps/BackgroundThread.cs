using System.Runtime.ExceptionServices;

namespace Doppel.Acting;

/// <summary>
/// A thread that runs one work item at a time for another thread. It starts with the first work item.
/// </summary>
/// <remarks>Must be used by one thread only. Exceptions of a work item are rethrown to that thread.</remarks>
internal sealed class BackgroundThread(string name) : IDisposable
{
    private readonly SemaphoreSlim _given = new(0);
    private readonly SemaphoreSlim _done = new(0);
    private Thread? _thread;
    private Action? _work;
    private ExceptionDispatchInfo? _failure;

    // Whether there is a work item whose end has not been awaited.
    private bool _isBusy;

    /// <summary>Waits for the current work item, ignores its exception, and ends the thread.</summary>
    public void Dispose()
    {
        WaitForEnd();
        _work = null;
        _given.Release();
        _thread?.Join();
        _given.Dispose();
        _done.Dispose();
    }

    /// <summary>Starts a work item. The previous one must have been awaited.</summary>
    internal void Begin(Action work)
    {
        if (_thread is null)
        {
            _thread = new Thread(Work) { IsBackground = true, Name = name };
            _thread.Start();
        }

        _work = work;
        _isBusy = true;
        _given.Release();
    }

    /// <summary>Waits for the current work item, if any, and rethrows its exception.</summary>
    internal void Await()
    {
        WaitForEnd();
        ExceptionDispatchInfo? failure = _failure;
        _failure = null;
        failure?.Throw();
    }

    private void WaitForEnd()
    {
        if (_isBusy)
        {
            _done.Wait();
            _isBusy = false;
        }
    }

    private void Work()
    {
        for (_given.Wait(); _work is { } work; _given.Wait())
        {
            try
            {
                work();
            }
            catch (Exception exception)
            {
                _failure = ExceptionDispatchInfo.Capture(exception);
            }

            _done.Release();
        }
    }
}
