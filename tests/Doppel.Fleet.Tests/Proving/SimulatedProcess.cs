using System.Diagnostics.CodeAnalysis;

namespace Doppel.Fleet.Tests;

/// <summary>
/// A process of a simulation. Of all processes, one runs at a time, from one of its steps to the next.
/// </summary>
[SuppressMessage(
    "Design", "CA1001", Justification = "Its semaphores hold nothing of the system, and its thread may use them last.")]
internal sealed class SimulatedProcess
{
    private readonly SemaphoreSlim _go = new(0);
    private readonly SemaphoreSlim _back = new(0);
    private bool _isKilled;
    private Exception? _failure;

    internal SimulatedProcess(Action<SimulatedProcess> body)
    {
        var thread = new Thread(() =>
        {
            _go.Wait();
            try
            {
                ThrowIfKilled();
                body(this);
            }
            catch (KilledException)
            {
            }
            catch (Exception failure) when (_isKilled || failure is not OutOfMemoryException)
            {
                _failure = _isKilled ? null : failure;
            }

            IsOver = true;
            _back.Release();
        })
        { IsBackground = true };
        thread.Start();
    }

    /// <summary>Gets whether it has ended.</summary>
    internal bool IsOver { get; private set; }

    /// <summary>Gets whether it was killed. Nothing that it does has an effect any more.</summary>
    internal bool IsKilled => _isKilled;

    /// <summary>Lets it run until its next step, or its end.</summary>
    internal void Resume()
    {
        _go.Release();
        _back.Wait();
        if (_failure is not null)
        {
            throw new InvalidOperationException($"A process failed: {_failure}", _failure);
        }
    }

    /// <summary>Ends it at its current step.</summary>
    internal void Kill()
    {
        _isKilled = true;
        while (!IsOver)
        {
            Resume();
        }
    }

    /// <summary>Called by the process itself: others run now.</summary>
    internal void Step()
    {
        if (!_isKilled && !IsOver)
        {
            _back.Release();
            _go.Wait();
        }

        ThrowIfKilled();
    }

    private void ThrowIfKilled()
    {
        if (_isKilled)
        {
            throw new KilledException();
        }
    }

    private sealed class KilledException : Exception;
}
