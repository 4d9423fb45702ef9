using Doppel.Pooling;

namespace Doppel.S3.Http;

/// <summary>Cancels a request when nothing moves for too long, or when its caller cancels it.</summary>
/// <remarks>One for each attempt; used again, so that an attempt allocates neither source nor timer.</remarks>
internal sealed class IdleTimer : IDisposable
{
    private readonly CancellationTokenSource _source;
    private readonly TimeProvider _time;
    private CancellationToken _caller;
    private CancellationTokenRegistration _registration;
    private TimeSpan _idle;
    private long _setAt;

    internal IdleTimer(TimeProvider time)
    {
        _time = time;
        _source = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
    }

    /// <summary>What the attempt looks at.</summary>
    internal CancellationToken Token => _source.Token;

    /// <summary>Whether it was too long, and not the caller, that ended the attempt.</summary>
    internal bool HasExpired => _source.IsCancellationRequested && !_caller.IsCancellationRequested;

    /// <inheritdoc/>
    public void Dispose()
    {
        _registration.Dispose();
        _source.Dispose();
    }

    internal void Start(TimeSpan idle, CancellationToken caller)
    {
        _idle = idle;
        _caller = caller;
        _registration = caller.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _source);
        _setAt = _time.GetTimestamp();
        _source.CancelAfter(idle);
    }

    /// <summary>Something moved.</summary>
    internal void Touch()
    {
        // Setting a timer takes a lock that all timers share; so it is moved in steps.
        if (_time.GetElapsedTime(_setAt) > _idle / 16)
        {
            _setAt = _time.GetTimestamp();
            _source.CancelAfter(_idle);
        }
    }

    /// <summary>A moment, for <see cref="IsHardlyUsedSince"/>.</summary>
    internal long Now => _time.GetTimestamp();

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

    /// <summary>How timers are pooled.</summary>
    internal sealed class Policy(TimeProvider time) : PoolPolicy<IdleTimer>
    {
        private const long ApproximateBytes = 400;

        public override IdleTimer Create() => new(time);

        public override long Reset(IdleTimer item) => item.Stop() ? ApproximateBytes : 0;

        public override void Destroy(IdleTimer item) => item.Dispose();
    }
}
