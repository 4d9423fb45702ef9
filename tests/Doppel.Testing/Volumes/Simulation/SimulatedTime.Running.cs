namespace Doppel.Testing;

/// <content>Running a piece of work to its end, or until it cannot go on.</content>
public sealed partial class SimulatedTime
{
    /// <summary>Runs a piece of work as the first thread of the simulation.</summary>
    /// <returns>The simulated time that it took.</returns>
    /// <exception cref="InvalidOperationException">The work came to a standstill, or left threads behind.</exception>
    /// <remarks>What the work throws is thrown here. After a failure the clock is of no more use.</remarks>
    public TimeSpan Run(Action work)
    {
        TimeSpan start = Elapsed;
        bool ended = false;
        // On a thread of its own, so that the caller can tell of a standstill that holds this one.
        var thread = new Thread(() =>
        {
            try
            {
                work();
                lock (_gate)
                {
                    Leave();
                    ended = true;
                    Monitor.PulseAll(_gate);
                }
            }
            catch (Exception exception)
            {
                Fail("The work threw.", exception);
            }
        })
        {
            IsBackground = true,
            Name = "simulation",
        };
        Resume(1);
        thread.Start();
        lock (_gate)
        {
            while (!ended && _failure is null)
            {
                WatchForStall();
            }
        }

        if (_failure is not null)
        {
            Interrupt(thread);
            _cause?.Throw();
            ThrowIfFailed();
        }

        thread.Join();
        return Elapsed - start;
    }

    /// <summary>Runs a piece of work on several threads that start together.</summary>
    /// <param name="threads">How many, 1 or more.</param>
    /// <param name="work">Gets the number of its thread, from 0.</param>
    /// <returns>The simulated time until the last one ended.</returns>
    public TimeSpan Run(int threads, Action<int> work) => Run(() =>
    {
        Thread[] team = [.. Enumerable.Range(0, threads).Select(number =>
            new Thread(() => RunOne(number, work)) { IsBackground = true, Name = "simulation" })];
        Resume(threads);
        Array.ForEach(team, thread => thread.Start());
        Suspend();
        Array.ForEach(team, thread => thread.Join());
        Resume(1);
    });

    private void RunOne(int number, Action<int> work)
    {
        try
        {
            work(number);
            Suspend();
        }
        catch (Exception exception)
        {
            Fail($"Thread {number} threw.", exception);
        }
    }

    // The end of a run: all others are through, or they would go on without it.
    private void Leave()
    {
        StopRunning();
        if (_running > 0 || _waiting.Count > 0)
        {
            Fail($"The work ended while {_running} threads ran and {_waiting.Count} waited for a device.");
        }
    }

    // Nothing but a broken run ever waits here until the time is up.
    private void WatchForStall()
    {
        long moves = _moves;
        int running = _running;
        if (Monitor.Wait(_gate, running > 0 ? s_runningMax : _stallAfter) || moves != _moves)
        {
            return;
        }

        int stuck = _suspended.Count(thread => thread.IsAlive);
        Fail(running > 0
            ? $"Time stands still at {Elapsed}: {running} threads run, or ended or wait for a lock without telling."
            : $"Standstill at {Elapsed}: no thread runs, none waits for time, {stuck} wait for each other.");
    }

    private void Interrupt(Thread first)
    {
        Thread[] stuck;
        lock (_gate)
        {
            stuck = [.. _suspended.Append(first).Distinct()];
        }

        foreach (Thread thread in stuck.Where(thread => thread.IsAlive))
        {
            thread.Interrupt();
        }
    }
}
