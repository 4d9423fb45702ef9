using System.Diagnostics.CodeAnalysis;
using System.Net;

namespace Doppel.S3;

/// <summary>Makes all requests to one host wait together while its server does not work.</summary>
/// <remarks>
/// <para>The first failure closes the gate. One request at a time then passes as a probe, after a delay that grows
/// with jitter, and the others wait. The first response opens the gate for all. An absent server therefore gets a
/// probe every few seconds, however many objects wait, and not a series of attempts for each of them.</para>
/// <para>If the server answers that there are too many requests, it gets them more slowly afterwards
/// (<see cref="ServerPace"/>).</para>
/// <para>When an outage has lasted <see cref="S3RetryOptions.TimeMax"/>, everything that waits fails, and later
/// requests fail without being sent, except for a probe now and then. Thread-safe. An open gate costs one read.</para>
/// </remarks>
internal sealed class ServerGate(S3RetryOptions options, TimeProvider time)
{
    // A server that works again should not stay idle for long, and one probe in five seconds is no load.
    private static readonly TimeSpan s_probeDelayMax = TimeSpan.FromSeconds(5);

    // Timers ignore fractions of a millisecond.
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(1);

    private readonly Lock _lock = new();
    private readonly S3RetryOptions _probes =
        options with { DelayMax = options.DelayMax < s_probeDelayMax ? options.DelayMax : Most(options.DelayMin) };

    private readonly TimeSpan _courtesy = 2 * options.DelayMin;
    private readonly ServerPace _pace = new(time);
    private TaskCompletionSource _change = NewChange();
    private S3Exception? _failure;
    private long _since;
    private long _nextAt;
    private TimeSpan _delay;
    private int _failures;
    private int _closures;
    private bool _isProbed;
    private bool _isLost;
    private volatile bool _isClosed;
    private volatile bool _isPaced;
    private volatile bool _hasAnswered;

    /// <summary>Whether the server has ever answered.</summary>
    internal bool HasAnswered => _hasAnswered;

    /// <summary>Waits until a request may be sent. Call <see cref="Leave"/> when it has ended.</summary>
    /// <param name="hasFailed">
    /// Whether the same call was the last probe. It lets others go first, because it may be the reason.
    /// </param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>Whether the request is a probe.</returns>
    /// <exception cref="S3Exception">The outage has lasted too long.</exception>
    internal ValueTask<bool> EnterAsync(bool hasFailed, CancellationToken cancellationToken) =>
        _isClosed || _isPaced ? WaitAsync(hasFailed, cancellationToken) : new ValueTask<bool>(false);

    /// <summary>Records how a request ended.</summary>
    /// <param name="isProbe">What <see cref="EnterAsync"/> returned.</param>
    /// <param name="end">How it ended.</param>
    /// <param name="failure">The failure, if the server did not work.</param>
    /// <param name="began">When the attempt began, as a timestamp of the clock.</param>
    /// <param name="asked">How long the server asks the client to wait.</param>
    internal void Leave(bool isProbe, GateEnd end, S3Exception? failure, long began, TimeSpan asked)
    {
        if (end == GateEnd.Answered)
        {
            _hasAnswered = true;
            _pace.Count();
        }

        bool isNews = end switch
        {
            GateEnd.Answered => _isClosed,
            GateEnd.Unknown => isProbe,
            _ => true,
        };
        if (!isNews)
        {
            return;
        }

        lock (_lock)
        {
            _isProbed &= !isProbe;
            if (end == GateEnd.Answered)
            {
                Open();
            }
            else if (end == GateEnd.Failed)
            {
                Close(isProbe, failure!, began, asked);
            }

            // All waiters look again: one of them has to send the next probe.
            _change.SetResult();
            _change = NewChange();
        }
    }

    /// <summary>Returns whether the outage, if there is one, has lasted too long.</summary>
    internal bool IsLost
    {
        get
        {
            lock (_lock)
            {
                return _isLost;
            }
        }
    }

    private static TaskCompletionSource NewChange() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private static TimeSpan Most(TimeSpan delayMin) => delayMin > s_probeDelayMax ? delayMin : s_probeDelayMax;

    private void Open()
    {
        if (!_isClosed)
        {
            return;
        }

        TimeSpan elapsed = time.GetElapsedTime(_since);
        _isClosed = false;
        _isLost = false;
        _isProbed = false;
        _failure = null;
        _failures = 0;
        _delay = TimeSpan.Zero;

        // The probe had the first turn.
        _ = _pace.Reserve();
        options.Outages?.Report(new S3Outage(elapsed, Failure: null));
    }

    private void Close(bool isProbe, S3Exception failure, long began, TimeSpan asked)
    {
        bool isFirst = !_isClosed;
        _isClosed = true;
        _failure = failure;
        if (isFirst)
        {
            _since = began;
            _closures++;
            if (failure.StatusCode is HttpStatusCode.ServiceUnavailable or HttpStatusCode.TooManyRequests)
            {
                _pace.Slow();
                _isPaced = true;
            }
        }
        else if (!isProbe)
        {
            // Requests that were on their way when the outage began say nothing new.
            return;
        }

        _failures++;
        _delay = RetryRules.NextDelay(_probes, _delay);
        TimeSpan wanted = asked < options.DelayMax ? asked : options.DelayMax;
        TimeSpan delay = wanted > _delay ? wanted : _delay;
        long now = time.GetTimestamp();
        TimeSpan elapsed = time.GetElapsedTime(_since, now);

        // The last probe is sent early enough to fail in time if it takes as long as this one. One is always sent.
        TimeSpan left = options.TimeMax - elapsed - time.GetElapsedTime(began, now);
        _isLost = _failures > 1 && left <= TimeSpan.Zero;
        delay = left < delay && left > TimeSpan.Zero ? left : delay;
        _nextAt = now + (long)(delay.TotalSeconds * time.TimestampFrequency);
        options.Outages?.Report(new S3Outage(elapsed, failure));
    }

    private async ValueTask<bool> WaitAsync(bool hasFailed, CancellationToken cancellationToken)
    {
        (int Closures, long At)? turn = null;
        while (true)
        {
            Task change;
            TimeSpan? delay;
            lock (_lock)
            {
                delay = _isClosed ? UntilProbe(hasFailed) : UntilTurn(ref turn);
                if (delay <= TimeSpan.Zero)
                {
                    _isProbed = _isClosed;
                    return _isProbed;
                }

                if (_isLost)
                {
                    Throw(_failure!);
                }

                change = _change.Task;
            }

            using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            TimeSpan wait = delay + s_tick ?? Timeout.InfiniteTimeSpan;
            await Task.WhenAny(change, Task.Delay(wait, time, end.Token)).ConfigureAwait(false);
            await end.CancelAsync().ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    // Null if another request is the probe.
    private TimeSpan? UntilProbe(bool hasFailed)
    {
        TimeSpan courtesy = hasFailed ? _courtesy : TimeSpan.Zero;
        return _isProbed ? null : time.GetElapsedTime(time.GetTimestamp(), _nextAt) + courtesy;
    }

    // Turns from before the gate was closed are void. Otherwise, all waiters would send at once.
    private TimeSpan UntilTurn(ref (int Closures, long At)? turn)
    {
        if (turn is not { } mine || mine.Closures != _closures)
        {
            turn = (_closures, _pace.Reserve());
            _isPaced = _pace.IsOn;
        }

        return time.GetElapsedTime(time.GetTimestamp(), turn.Value.At);
    }

    [DoesNotReturn]
    private static void Throw(S3Exception failure) => throw failure.AsOutage();
}

/// <summary>How a request ended, as far as it concerns the server.</summary>
internal enum GateEnd
{
    /// <summary>It was canceled, or failed for a reason of its own.</summary>
    Unknown,

    /// <summary>The server answered.</summary>
    Answered,

    /// <summary>The server could not be reached, did not answer, or says that it does not work.</summary>
    Failed,
}
