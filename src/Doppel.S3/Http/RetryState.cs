namespace Doppel.S3;

/// <summary>What the attempts of a call so far mean for the next one.</summary>
/// <param name="options">The options of the client.</param>
/// <param name="address">Where the first attempt is sent.</param>
internal struct RetryState(S3ClientOptions options, BucketAddress address)
{
    private const int DetoursMax = 3;

    // A response that no S3 server gives does not get better with time.
    private const int BadAnswersMax = 5;

    private readonly long _first = options.Time.GetTimestamp();
    private TimeSpan _wait;
    private int _detours;
    private bool _isClockCorrected;
    private bool _wasDiscarded;

    /// <summary>Gets where the next attempt is sent.</summary>
    internal BucketAddress Address { get; private set; } = address;

    /// <summary>
    /// Gets or sets whether the last attempt was the probe of a failing server, and failed. The gate then makes the
    /// next one wait.
    /// </summary>
    internal bool HasProbeFailed { get; set; }

    /// <summary>
    /// Returns whether a failure named its remedy, so that another attempt follows at once: another host, the
    /// server's time, or new credentials.
    /// </summary>
    internal bool HasRemedy(in AttemptResult result, IS3CredentialsProvider? provider, S3Credentials? credentials)
    {
        if (result.Elsewhere is { } elsewhere && _detours++ < DetoursMax)
        {
            Address = elsewhere;
            return true;
        }

        if (result.IsClockCorrected && !_isClockCorrected)
        {
            return _isClockCorrected = true;
        }

        if (result.Failure!.Code is "ExpiredToken" or "InvalidToken" && !_wasDiscarded && credentials is not null)
        {
            provider!.Discard(credentials);
            return _wasDiscarded = true;
        }

        return false;
    }

    /// <summary>Returns whether another attempt cannot change a failure, or is not allowed.</summary>
    internal readonly bool IsFinal(S3Exception failure, ServerGate gate, int attempt)
    {
        bool isUnknownHost = !gate.HasAnswered && RetryRules.IsUnknownHost(failure.InnerException);
        int most = options.Retry.AreNone ? 1 : options.Retry.AttemptsMax;
        return !failure.IsRetryable || isUnknownHost
            || attempt >= (failure.Code == S3ErrorCode.BadAnswer ? Math.Min(BadAnswersMax, most) : most);
    }

    /// <summary>Returns the wait before the next attempt; null if the time for attempts is over.</summary>
    /// <param name="result">The result of the last attempt.</param>
    /// <param name="attempt">Its number.</param>
    /// <param name="began">When it began.</param>
    internal TimeSpan? NextWait(in AttemptResult result, int attempt, long began)
    {
        S3RetryOptions retry = options.Retry;
        TimeSpan left = retry.TimeMax - options.Time.GetElapsedTime(_first) - options.Time.GetElapsedTime(began);
        if (attempt > 1 && left <= TimeSpan.Zero)
        {
            return null;
        }

        TimeSpan asked = result.RetryAfter < retry.DelayMax ? result.RetryAfter : retry.DelayMax;
        _wait = RetryRules.NextDelay(retry, _wait);
        _wait = asked > _wait ? asked : _wait;
        _wait = left < _wait && left > TimeSpan.Zero ? left : _wait;
        return _wait;
    }
}
