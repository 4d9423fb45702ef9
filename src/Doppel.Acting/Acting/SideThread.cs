using System.Runtime.ExceptionServices;

namespace Doppel.Acting;

/// <summary>A thread that does one piece of work at a time for another one; it starts with the first.</summary>
/// <remarks>To be used by one thread. What the work throws is thrown to that one.</remarks>
internal sealed class SideThread(string name) : IDisposable
{
    private readonly SemaphoreSlim _given = new(0);
    private readonly SemaphoreSlim _done = new(0);
    private Thread? _thread;
    private Action? _work;
    private ExceptionDispatchInfo? _failure;

    // Whether it has work of which nobody has seen the end.
    private bool _isBusy;

    /// <summary>Waits for the end of its work, whose failure nobody hears of any more, and ends the thread.</summary>
    public void Dispose()
    {
        WaitForEnd();
        _work = null;
        _given.Release();
        _thread?.Join();
        _given.Dispose();
        _done.Dispose();
    }

    /// <summary>Gives it work. The work before has to be awaited.</summary>
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

    /// <summary>Waits for the end of its work, if it has any, and throws what that has thrown.</summary>
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
