using System.Runtime.ExceptionServices;
using Doppel.Finding;

namespace Doppel.Testing;

/// <summary>
/// A clock for real threads that use simulated devices: it stands still while any of them can run, and jumps to the
/// next event when all wait.
/// </summary>
/// <remarks>
/// <para>
/// It knows how many threads run, not which: <see cref="Resume"/> adds some before they start or are woken, and one
/// goes when it waits for a device, for time or, by <see cref="Suspend"/>, for another thread. Computing takes no time.
/// </para>
/// <para>
/// Repeatable: threads whose time has come wake one after the other, and what reaches a device at one moment is put in
/// an order that does not depend on which thread came first. So threads may change places, times do not.
/// </para>
/// <para>
/// A thread must hold no lock during a wait that another thread takes without telling: that one counts as running, and
/// time stands still, which <see cref="Run(Action)"/> takes for an error after two minutes. Thread-safe. Timers are
/// not made.
/// </para>
/// </remarks>
/// <param name="stallAfter">
/// Real time after which a run is given up in which nobody runs and nobody waits for time. Such a moment is sound only
/// where a thread joins others and resumes itself; zero serves where nobody does that. Default: 20 seconds.
/// </param>
public sealed partial class SimulatedTime(TimeSpan? stallAfter = null) : TimeProvider, IThreadWatch
{
    private static readonly DateTimeOffset s_start = new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);

    // Far longer than any thread computes between two calls.
    private static readonly TimeSpan s_runningMax = TimeSpan.FromMinutes(2);

    private readonly object _gate = new();
    private readonly TimeSpan _stallAfter = stallAfter ?? TimeSpan.FromSeconds(20);
    private readonly List<SimulatedDevice> _devices = [];
    private readonly PriorityQueue<Action, (long Ticks, long Order)> _events = new();
    private readonly HashSet<DeviceRequest> _waiting = [];
    private readonly HashSet<Thread> _suspended = [];
    private DelayLine? _delays;
    private string? _failure;
    private ExceptionDispatchInfo? _cause;
    private bool _arrived;
    private int _running;
    private long _ticks;
    private long _order;
    private long _moves;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>The simulated time since the clock was made.</summary>
    public TimeSpan Elapsed => new(Interlocked.Read(ref _ticks));

    /// <inheritdoc/>
    public void Resume(int threads)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(threads);
        lock (_gate)
        {
            _running += threads;
            _moves++;
        }
    }

    /// <inheritdoc/>
    public void Suspend()
    {
        lock (_gate)
        {
            StopRunning();
            _suspended.Add(Thread.CurrentThread);
            Advance();
        }
    }

    /// <summary>The calling thread does nothing for a while.</summary>
    public void Wait(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.Zero);
        DelayLine delays;
        lock (_gate)
        {
            delays = _delays ??= new DelayLine(this);
        }

        delays.Serve(new DeviceRequest(time.Ticks, 0, 0));
    }

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => s_start + Elapsed;

    /// <inheritdoc/>
    public override long GetTimestamp() => Interlocked.Read(ref _ticks);

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        throw new NotSupportedException("Simulated time has no timers.");

    internal void Add(SimulatedDevice device)
    {
        lock (_gate)
        {
            _devices.Add(device);
        }
    }

    /// <summary>Hands a request to a device and waits until it is answered.</summary>
    internal void Serve(SimulatedDevice device, DeviceRequest request)
    {
        lock (_gate)
        {
            StopRunning();
            _suspended.Remove(Thread.CurrentThread);
            _waiting.Add(request);
            device.Arrive(request);
            _arrived = true;
            Advance();
        }

        request.Sleep();
        ThrowIfFailed();
    }

    /// <summary>Lets something happen. Only devices call this, while time is advanced.</summary>
    internal void At(long ticks, Action happen) => _events.Enqueue(happen, (ticks, _order++));

    /// <summary>Wakes who waits for a request: one for each event, so that the order is always the same.</summary>
    internal void Answer(DeviceRequest request)
    {
        _waiting.Remove(request);
        _running++;
        request.Wake();
    }

    // Goes from event to event until a thread can run. What came to devices during a moment is handed to them when
    // nothing else happens in it: only then is it known what came together.
    private void Advance()
    {
        while (_running == 0)
        {
            bool some = _events.TryPeek(out _, out (long Ticks, long Order) next);
            if (_arrived && (!some || next.Ticks > _ticks))
            {
                _arrived = false;
                _devices.ForEach(device => device.Settle());
            }
            else if (some)
            {
                Interlocked.Exchange(ref _ticks, next.Ticks);
                _events.Dequeue()();
            }
            else
            {
                Monitor.PulseAll(_gate);
                return;
            }
        }
    }

    private void StopRunning()
    {
        ThrowIfFailed();
        _moves++;
        if (--_running < 0)
        {
            _running = 0;
            Fail("A thread waits that time was not told of: Resume comes before it runs.");
            ThrowIfFailed();
        }
    }

    // Who waits for a device gets the error now, who waits for another thread is interrupted by Run.
    private void Fail(string failure, Exception? cause = null)
    {
        lock (_gate)
        {
            if (_failure is null)
            {
                _cause = cause is null ? null : ExceptionDispatchInfo.Capture(cause);
                _failure = failure;
            }

            foreach (DeviceRequest request in _waiting)
            {
                request.Wake();
            }

            Monitor.PulseAll(_gate);
        }
    }

    private void ThrowIfFailed()
    {
        if (Volatile.Read(ref _failure) is string failure)
        {
            throw new InvalidOperationException(failure, _cause?.SourceException);
        }
    }
}
