using System.Runtime.ExceptionServices;

namespace Doppel.Finding;

/// <summary>
/// The threads of a search: they do the work of each stage, as many at a time as its devices are given.
/// </summary>
/// <remarks>
/// <para>
/// Threads start when a stage has work for them and wait for the next one until the search ends. Who calls
/// <see cref="Run"/> works along as number 0.
/// </para>
/// <para>
/// A thread gets all tokens that a piece of work needs at once or none of them, under one lock; so two threads never
/// wait for each other's.
/// </para>
/// </remarks>
internal sealed class Crew : IDisposable
{
    /// <summary>Threads at most, whatever the number of devices.</summary>
    internal const int ThreadsMax = 256;

    // Workers render paths and list folders on the stack, never more than about 100 KiB.
    private const int StackBytes = 1 << 20;
    private const int OthersAtOnce = 2;

    private readonly object _gate = new();
    private readonly List<Thread> _threads = [];
    private readonly TurnMeter _meter;
    private readonly IThreadWatch? _watch;
    private readonly int _threadsMax;
    private Job? _job;
    private int _busy;
    private int _waiting;

    // Woken or started, and not there yet.
    private int _coming;
    private bool _ends;
    private ExceptionDispatchInfo? _failure;

    /// <summary>A crew without threads as yet.</summary>
    /// <param name="cores">Threads for work that only computes.</param>
    /// <param name="threadsMax">Threads at most.</param>
    /// <param name="time">Measures turns.</param>
    /// <param name="watch">Is told who can run; null where time is real.</param>
    internal Crew(int cores, int threadsMax, TimeProvider time, IThreadWatch? watch)
    {
        Cores = cores;
        _threadsMax = threadsMax;
        _meter = new TurnMeter(time, isSimulated: watch is not null);
        _watch = watch;
    }

    /// <summary>Threads for work that only computes.</summary>
    internal int Cores { get; }

    /// <summary>Workers so far, the caller of <see cref="Run"/> among them.</summary>
    internal int Workers => _threads.Count + 1;

    /// <summary>Does a job with all threads that it can use, and returns when it is done.</summary>
    /// <remarks>The first exception of any worker is thrown again here, after all have stopped.</remarks>
    internal void Run(Job job)
    {
        lock (_gate)
        {
            _job = job;
            _failure = null;
            foreach (Lane lane in job.Lanes)
            {
                foreach (DeviceToken token in lane.Tokens)
                {
                    token.Begin();
                }
            }

            while (!IsDone(job))
            {
                if (!TryTurn(job, 0))
                {
                    Wait();
                }
            }

            _job = null;
        }

        _failure?.Throw();
    }

    /// <summary>Ends all threads.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            _ends = true;
            Wake(_waiting);
        }

        _watch?.Suspend();
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }

        _watch?.Resume(1);
    }

    private void Serve(int worker)
    {
        lock (_gate)
        {
            _coming--;
            while (!_ends)
            {
                if (_job is not { } job || !TryTurn(job, worker))
                {
                    Wait();
                }
            }
        }

        _watch?.Suspend();
    }

    private bool IsDone(Job job) => _busy == 0 && (IsStopped(job) || AreExhausted(job));

    private static bool AreExhausted(Job job)
    {
        foreach (Lane lane in job.Lanes)
        {
            if (!lane.IsExhausted)
            {
                return false;
            }
        }

        return true;
    }

    private bool IsStopped(Job job) => _failure is not null || job.Cancellation.IsCancellationRequested;

    // Under the lock, which it leaves while it works.
    private bool TryTurn(Job job, int worker)
    {
        Lane? lane = IsStopped(job) ? null : Pick(job);
        if (lane is null)
        {
            return false;
        }

        _busy++;
        LaneOrder order = job.Order is null ? LaneOrder.AsIs : lane.Wanted(job.CanSpread);
        if (order != LaneOrder.AsIs)
        {
            lane.BeginOrder(order);
            SendOthers(job);
            lane.EndOrder(order, OrderWithoutLock(job, worker, lane, order));
        }
        else
        {
            (int first, int end) = lane.Take(Cores);
            SendOthers(job);
            lane.Leave(end - first, WorkWithoutLock(job, worker, lane, first, end));
        }

        _busy--;
        if (IsDone(job))
        {
            Wake(_waiting);
        }

        return true;
    }

    private TurnCost WorkWithoutLock(Job job, int worker, Lane lane, int first, int end)
    {
        double work = 0;
        ExceptionDispatchInfo? failure = null;
        Monitor.Exit(_gate);
        TurnMeter.Start start = _meter.Begin();
        try
        {
            work = job.Work(worker, lane, first, end);
        }
        catch (Exception exception)
        {
            failure = ExceptionDispatchInfo.Capture(exception);
        }

        TurnCost cost = _meter.End(start, work);
        Monitor.Enter(_gate);
        _failure ??= failure;
        return cost;
    }

    private bool? OrderWithoutLock(Job job, int worker, Lane lane, LaneOrder order)
    {
        bool? isRotating = null;
        ExceptionDispatchInfo? failure = null;
        Monitor.Exit(_gate);
        try
        {
            isRotating = job.Order!(worker, lane, order);
        }
        catch (Exception exception)
        {
            failure = ExceptionDispatchInfo.Capture(exception);
        }

        Monitor.Enter(_gate);
        _failure ??= failure;
        return isRotating;
    }

    private Lane? Pick(Job job)
    {
        foreach (Lane lane in job.Lanes)
        {
            if (lane.Room(Cores) > 0)
            {
                return lane;
            }
        }

        return null;
    }

    // Whoever gets to work sees to it that two more do, if so much is left that may be started: in a chain each would
    // have to wait for a core first, and many files are read before the last one of 32 comes.
    private void SendOthers(Job job)
    {
        int wanted = -_coming;
        foreach (Lane lane in job.Lanes)
        {
            wanted += lane.Room(Cores);
        }

        for (int i = Math.Min(wanted, OthersAtOnce); i > 0; i--)
        {
            if (_waiting > 0)
            {
                Wake(1);
            }
            else if (Workers < _threadsMax)
            {
                Start(Workers);
            }
        }
    }

    private void Start(int worker)
    {
        var thread = new Thread(() => Serve(worker), StackBytes) { IsBackground = true, Name = "doppel worker" };
        _threads.Add(thread);
        _coming++;
        _watch?.Resume(1);
        thread.Start();
    }

    private void Wait()
    {
        _waiting++;
        _watch?.Suspend();
        Monitor.Wait(_gate);
        _coming--;
    }

    private void Wake(int threads)
    {
        _waiting -= threads;
        _coming += threads;
        _watch?.Resume(threads);
        for (int i = 0; i < threads; i++)
        {
            Monitor.Pulse(_gate);
        }
    }
}
