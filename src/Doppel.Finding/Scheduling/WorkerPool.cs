using System.Runtime.ExceptionServices;

namespace Doppel.Finding;

/// <summary>
/// The worker threads of a search. They run the work of each stage, as many at a time as its devices allow.
/// </summary>
/// <remarks>
/// <para>
/// Threads start when a stage has work for them and then wait for the next stage until the search ends. The caller of
/// <see cref="Run"/> takes part as worker 0.
/// </para>
/// <para>
/// A thread acquires all the tokens that a piece of work needs at once or none of them, under one lock, so two threads
/// can never deadlock on each other's tokens.
/// </para>
/// </remarks>
internal sealed class WorkerPool : IDisposable
{
    /// <summary>The maximum number of threads, regardless of the number of devices.</summary>
    internal const int ThreadsMax = 256;

    // Workers render paths and list folders on the stack, and never need more than about 100 KiB.
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

    // Threads that were woken or started but are not running yet.
    private int _coming;
    private bool _ends;
    private ExceptionDispatchInfo? _failure;

    /// <summary>Creates a pool without threads; they start when there is work.</summary>
    /// <param name="cores">The number of threads for work that only computes.</param>
    /// <param name="threadsMax">The maximum number of threads.</param>
    /// <param name="time">The clock that times turns.</param>
    /// <param name="watch">Notified about which threads can run, or null to use real time.</param>
    internal WorkerPool(int cores, int threadsMax, TimeProvider time, IThreadWatch? watch)
    {
        Cores = cores;
        _threadsMax = threadsMax;
        _meter = new TurnMeter(time, isSimulated: watch is not null);
        _watch = watch;
    }

    /// <summary>Gets the number of threads for work that only computes.</summary>
    internal int Cores { get; }

    /// <summary>Gets the number of workers so far, including the caller of <see cref="Run"/>.</summary>
    internal int Workers => _threads.Count + 1;

    /// <summary>Runs a job on all threads that it can use, and returns when it is done.</summary>
    /// <remarks>The first exception of any worker is rethrown here after all workers have stopped.</remarks>
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

    /// <summary>
    /// Adds an item to a lane of the job that runs, and wakes a thread for it. Called by a worker during its turn.
    /// </summary>
    internal void Extend(Lane lane)
    {
        lock (_gate)
        {
            lane.Add();
            SendOthers(_job!);
        }
    }

    /// <summary>Stops all threads.</summary>
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

    // Called with the lock held, and releases it while working.
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

    // Each worker that starts wakes two more if enough work is left. In a chain, each would first have to wait for a
    // core, and many files would be read before the last of 32 workers arrives.
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
