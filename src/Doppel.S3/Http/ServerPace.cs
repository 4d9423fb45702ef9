namespace Doppel.S3;

/// <summary>Spaces out requests to a server that refuses some because there are too many.</summary>
/// <remarks>
/// <para>After a refusal, the rate of requests falls to 70 % of the rate at which the server answered. It then rises
/// along the curve of CUBIC (RFC 9438): fast at first, slowly near the rate that was too high, and then faster again.
/// When it is far above that rate and nothing was refused, the limit is lifted.</para>
/// <para>Only <see cref="Count"/> is thread-safe. A server that refuses nothing costs two reads and an addition for
/// each answer.</para>
/// </remarks>
internal sealed class ServerPace(TimeProvider time)
{
    // RFC 9438 has the same decrease, and grows a tenth as fast, since it counts thousands of segments.
    private const double Decrease = 0.7;
    private const double Growth = 4;

    // Twice a second is no load, and a server that was busy for a moment is soon used fully again.
    private const double RateMin = 2;

    // The limit is lifted at this multiple of the rate at which the server refused a request.
    private const double LiftedAt = 4;

    private static readonly TimeSpan s_window = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan s_windowMin = TimeSpan.FromSeconds(0.05);

    private readonly Lock _windowLock = new();
    private long _answers;
    private long _windowBegan = time.GetTimestamp();
    private long _answersBefore;
    private long _lastWindowBegan = time.GetTimestamp();
    private long _answersBeforeLast;
    private double _refusedRate;
    private long _refusedAt;
    private long _next;

    /// <summary>Gets whether requests are spaced out.</summary>
    internal bool IsOn { get; private set; }

    /// <summary>Counts an answer.</summary>
    internal void Count()
    {
        Interlocked.Increment(ref _answers);
        if (time.GetElapsedTime(Volatile.Read(ref _windowBegan)) > s_window)
        {
            BeginWindow();
        }
    }

    /// <summary>Slows down, since the server refused a request because there are too many.</summary>
    internal void Slow()
    {
        double rate = AnsweredRate();
        rate = IsOn ? Math.Min(rate, Rate()) : rate;
        _refusedRate = Math.Max(RateMin, rate);
        _refusedAt = _next = time.GetTimestamp();
        IsOn = true;
    }

    /// <summary>Returns when the next request may be sent, as a timestamp of the clock. It counts as sent.</summary>
    internal long Reserve()
    {
        long now = time.GetTimestamp();
        double rate = Rate();
        IsOn &= rate < LiftedAt * _refusedRate;
        if (!IsOn)
        {
            return now;
        }

        long at = Math.Max(_next, now);
        _next = at + (long)(time.TimestampFrequency / rate);
        return at;
    }

    private double Rate()
    {
        // The time at which the rate is again what it was.
        double recovery = Math.Cbrt(_refusedRate * (1 - Decrease) / Growth);
        double since = time.GetElapsedTime(_refusedAt).TotalSeconds;
        return Math.Max(RateMin, (Growth * Math.Pow(since - recovery, 3)) + _refusedRate);
    }

    // Over the current window and the one before.
    private double AnsweredRate()
    {
        lock (_windowLock)
        {
            TimeSpan elapsed = time.GetElapsedTime(_lastWindowBegan);
            elapsed = elapsed > s_windowMin ? elapsed : s_windowMin;
            return (Interlocked.Read(ref _answers) - _answersBeforeLast) / elapsed.TotalSeconds;
        }
    }

    private void BeginWindow()
    {
        lock (_windowLock)
        {
            TimeSpan elapsed = time.GetElapsedTime(_windowBegan);
            if (elapsed <= s_window)
            {
                return;
            }

            // What was long ago says nothing about the rate.
            bool wasIdle = elapsed > 2 * s_window;
            long now = time.GetTimestamp();
            long answers = Interlocked.Read(ref _answers);
            (_lastWindowBegan, _answersBeforeLast) =
                wasIdle ? (now, answers) : (_windowBegan, _answersBefore);
            _answersBefore = answers;
            Volatile.Write(ref _windowBegan, now);
        }
    }
}
