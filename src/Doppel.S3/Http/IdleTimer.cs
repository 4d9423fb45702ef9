using Doppel.Pooling;

namespace Doppel.S3.Http;

/// <summary>Cancels a request when nothing moves, when its answer takes too long, or for its caller.</summary>
/// <remarks>One for each attempt; used again, so that an attempt allocates neither source nor timer.</remarks>
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

    /// <summary>What the attempt looks at.</summary>
    internal CancellationToken Token => _source.Token;

    /// <summary>Whether it was too long, and not the caller, that ended the attempt.</summary>
    internal bool HasExpired => _source.IsCancellationRequested && !_caller.IsCancellationRequested;

    /// <summary>Whether the attempt ended because the answer was not complete in time, although bytes came.</summary>
    internal bool IsAnswerLate => HasExpired && _endsByAnswer;

    /// <inheritdoc/>
    public void Dispose()
    {
        _registration.Dispose();
        _source.Dispose();
    }

    /// <summary>Starts the timer for an attempt, or for one read of a body.</summary>
    /// <param name="idle">The longest time without a byte in either direction.</param>
    /// <param name="answer">
    /// The longest time from the last byte sent to the end of the answer. <see cref="TimeSpan.MaxValue"/> is no limit.
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

    /// <summary>Bytes of the request were taken.</summary>
    internal void Touch()
    {
        if (IsStepOver())
        {
            _setAt = _sentAt = _time.GetTimestamp();
            Set();
        }
    }

    /// <summary>Bytes of the answer arrived, which does not extend the time for the answer as a whole.</summary>
    internal void TouchAnswer()
    {
        if (IsStepOver())
        {
            _setAt = _time.GetTimestamp();
            Set();
        }
    }

    /// <summary>Shortens the time for the answer as a whole, once its status is known.</summary>
    internal void LimitAnswer(TimeSpan answer)
    {
        _answer = answer;
        _setAt = _time.GetTimestamp();
        Set();
    }

    /// <summary>A moment, for <see cref="IsHardlyUsedSince"/>.</summary>
    internal long Now => _time.GetTimestamp();

    /// <summary>Returns the time since <see cref="Start"/>, while nothing has touched the timer.</summary>
    internal TimeSpan SinceStart => _time.GetElapsedTime(_sentAt);

    /// <summary>Whether so little of the time has passed since then that what was done may be doubled.</summary>
    internal bool IsHardlyUsedSince(long moment) => _time.GetElapsedTime(moment) < _idle / 256;

    /// <summary>The attempt is over.</summary>
    /// <returns>Whether it can be used again.</returns>
    internal bool Stop()
    {
        _registration.Dispose();
        _registration = default;
        _caller = default;
        return _source.TryReset();
    }

    // Setting a timer takes a lock that all timers share; so it is moved in steps.
    private bool IsStepOver() => _time.GetElapsedTime(_setAt) > (_idle < _answer ? _idle : _answer) / 16;

    private void Set()
    {
        TimeSpan left = _answer - _time.GetElapsedTime(_sentAt);
        _endsByAnswer = left < _idle;
        TimeSpan delay = _endsByAnswer ? left : _idle;
        _source.CancelAfter(delay > TimeSpan.Zero ? delay : TimeSpan.Zero);
    }

    /// <summary>How timers are pooled.</summary>
    internal sealed class Policy(TimeProvider time) : PoolPolicy<IdleTimer>
    {
        private const long ApproximateBytes = 400;

        public override IdleTimer Create() => new(time);

        public override long Reset(IdleTimer item) => item.Stop() ? ApproximateBytes : 0;

        public override void Destroy(IdleTimer item) => item.Dispose();
    }
}
