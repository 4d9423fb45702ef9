using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Cancels a request if it makes no progress, if its response takes too long, or if its caller cancels it.
/// </summary>
/// <remarks>
/// Each attempt uses one timer. Timers are pooled, so an attempt allocates neither a token source nor a timer.
/// </remarks>
internal sealed class IdleTimer : IDisposable
{
    private readonly CancellationTokenSource _source;
    private readonly TimeProvider _time;
    private CancellationToken _caller;
    private CancellationTokenRegistration _registration;
    private TimeSpan _idle;
    private TimeSpan _answer;
    private long _setAt;
    private long _sentAt;
    private bool _endsByAnswer;

    internal IdleTimer(TimeProvider time)
    {
        _time = time;
        _source = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
    }

    /// <summary>The cancellation token for the attempt.</summary>
    internal CancellationToken Token => _source.Token;

    /// <summary>Whether the attempt was canceled by a timeout and not by the caller.</summary>
    internal bool HasExpired => _source.IsCancellationRequested && !_caller.IsCancellationRequested;

    /// <summary>
    /// Whether the attempt was canceled because the response was not complete in time, although data arrived.
    /// </summary>
    internal bool IsAnswerLate => HasExpired && _endsByAnswer;

    public void Dispose()
    {
        _registration.Dispose();
        _source.Dispose();
    }

    /// <summary>Starts the timer for an attempt, or for one read of a body.</summary>
    /// <param name="idle">The maximum time without a byte in either direction.</param>
    /// <param name="answer">
    /// The maximum time from the last byte sent to the end of the response. <see cref="TimeSpan.MaxValue"/> means no
    /// limit.
    /// </param>
    /// <param name="caller">Cancels the attempt.</param>
    internal void Start(TimeSpan idle, TimeSpan answer, CancellationToken caller)
    {
        _idle = idle;
        _answer = answer;
        _caller = caller;
        _registration = caller.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _source);
        _setAt = _sentAt = _time.GetTimestamp();
        Set();
    }

    /// <summary>Records that bytes of the request were sent.</summary>
    internal void Touch()
    {
        if (IsStepOver())
        {
            _setAt = _sentAt = _time.GetTimestamp();
            Set();
        }
    }

    /// <summary>
    /// Records that bytes of the response arrived. This does not extend the time limit for the whole response.
    /// </summary>
    internal void TouchAnswer()
    {
        if (IsStepOver())
        {
            _setAt = _time.GetTimestamp();
            Set();
        }
    }

    /// <summary>Shortens the time limit for the whole response, once its status is known.</summary>
    internal void LimitAnswer(TimeSpan answer)
    {
        _answer = answer;
        _setAt = _time.GetTimestamp();
        Set();
    }

    /// <summary>The current time, for <see cref="IsHardlyUsedSince"/>.</summary>
    internal long Now => _time.GetTimestamp();

    /// <summary>The time since <see cref="Start"/>, as long as <see cref="Touch"/> has not been called.</summary>
    internal TimeSpan SinceStart => _time.GetElapsedTime(_sentAt);

    /// <summary>
    /// Returns whether so little of the timeout has passed since a moment that the amount of work may be doubled.
    /// </summary>
    internal bool IsHardlyUsedSince(long moment) => _time.GetElapsedTime(moment) < _idle / 256;

    /// <summary>Ends the attempt.</summary>
    /// <returns>Whether the timer can be reused.</returns>
    internal bool Stop()
    {
        _registration.Dispose();
        _registration = default;
        _caller = default;
        return _source.TryReset();
    }

    // Setting a timer takes a lock that all timers share, so the timer is moved in steps.
    private bool IsStepOver() => _time.GetElapsedTime(_setAt) > (_idle < _answer ? _idle : _answer) / 16;

    private void Set()
    {
        TimeSpan left = _answer - _time.GetElapsedTime(_sentAt);
        _endsByAnswer = left < _idle;
        TimeSpan delay = _endsByAnswer ? left : _idle;
        _source.CancelAfter(delay > TimeSpan.Zero ? delay : TimeSpan.Zero);
    }

    /// <summary>The pooling policy of timers.</summary>
    internal sealed class Policy(TimeProvider time) : PoolPolicy<IdleTimer>
    {
        private const long ApproximateBytes = 400;

        public override IdleTimer Create() => new(time);

        public override long Reset(IdleTimer item) => item.Stop() ? ApproximateBytes : 0;

        public override void Destroy(IdleTimer item) => item.Dispose();
    }
}
