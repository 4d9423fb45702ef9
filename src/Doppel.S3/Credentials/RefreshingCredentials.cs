using System.Runtime.ExceptionServices;

namespace Doppel.S3;

/// <summary>Caches the credentials of another provider, and loads them again before they expire.</summary>
/// <remarks>
/// <para>Thread-safe. Cached credentials are returned synchronously and without allocating. From five minutes before
/// they expire, one refresh runs in the background while callers still get the old credentials; from one minute before,
/// callers wait for it.</para>
/// <para>Only one refresh runs at a time, whoever waits for it, and it continues if a caller cancels its wait. If a
/// refresh fails, the old credentials are used until they expire, and the next attempt is delayed by 5 seconds, doubled
/// after each failure up to one minute. Without valid credentials, every call tries again.</para>
/// </remarks>
public sealed class RefreshingCredentials : IS3CredentialsProvider
{
    internal static readonly TimeSpan AdvisoryTime = TimeSpan.FromMinutes(5);
    internal static readonly TimeSpan MandatoryTime = TimeSpan.FromMinutes(1);
    internal static readonly TimeSpan PauseMin = TimeSpan.FromSeconds(5);
    internal static readonly TimeSpan PauseMax = TimeSpan.FromMinutes(1);
    internal static readonly TimeSpan LoadTimeMax = TimeSpan.FromMinutes(2);

    private readonly IS3CredentialsProvider _source;
    private readonly TimeProvider _time;
    private readonly Lock _gate = new();
    private volatile HeldCredentials? _held;
    private Task<RefreshOutcome>? _refresh;
    private int _failures;

    /// <summary>Creates a provider that has not loaded any credentials yet.</summary>
    /// <param name="source">Loads the credentials. It is called once at a time.</param>
    /// <param name="time">The clock for expiration. Default: the system clock.</param>
    public RefreshingCredentials(IS3CredentialsProvider source, TimeProvider? time = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        _source = source;
        _time = time ?? TimeProvider.System;
    }

    /// <inheritdoc/>
    public ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken) =>
        _held is { } held && _time.GetUtcNow() < held.QuietUntil
            ? new(held.Credentials)
            : GetOrRefresh(cancellationToken);

    /// <inheritdoc/>
    /// <remarks>
    /// Credentials loaded less than 5 seconds ago are kept, because loading again would return the same.
    /// </remarks>
    public void Discard(S3Credentials refused)
    {
        lock (_gate)
        {
            if (_held is not { } held || !ReferenceEquals(held.Credentials, refused)
                || _time.GetUtcNow() - held.LoadedAt < PauseMin)
            {
                return;
            }

            _held = null;
        }

        _source.Discard(refused);
    }

    /// <summary>Returns the name of the underlying provider, without secrets.</summary>
    public override string ToString() => _source.ToString() ?? nameof(RefreshingCredentials);

    private ValueTask<S3Credentials> GetOrRefresh(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Task<RefreshOutcome> refresh;
        lock (_gate)
        {
            DateTimeOffset now = _time.GetUtcNow();
            HeldCredentials? held = _held;
            if (held is not null && now < held.QuietUntil)
            {
                return new(held.Credentials);
            }

            refresh = _refresh ??= Task.Run(RefreshAsync, CancellationToken.None);
            if (held is not null && now < held.End - MandatoryTime)
            {
                return new(held.Credentials);
            }
        }

        return WaitAsync(refresh, cancellationToken);
    }

    private static async ValueTask<S3Credentials> WaitAsync(
        Task<RefreshOutcome> refresh, CancellationToken cancellationToken)
    {
        RefreshOutcome outcome = await refresh.WaitAsync(cancellationToken).ConfigureAwait(false);
        outcome.Error?.Throw();
        return outcome.Credentials!;
    }

    // Does not throw: no one may be waiting for a background refresh.
    private async Task<RefreshOutcome> RefreshAsync()
    {
        S3Credentials? loaded = null;
        ExceptionDispatchInfo? error = null;
        try
        {
            loaded = await LoadAsync().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            error = ExceptionDispatchInfo.Capture(exception);
        }

        lock (_gate)
        {
            _refresh = null;
            _failures = loaded is null ? _failures + 1 : 0;
            DateTimeOffset now = _time.GetUtcNow();
            if (loaded is not null)
            {
                _held = new HeldCredentials(loaded, now, QuietUntil(loaded, now));
            }
            else if (_held is { } old && now < old.End)
            {
                _held = new HeldCredentials(old.Credentials, old.LoadedAt, QuietUntil(old.Credentials, now));
                return new RefreshOutcome(old.Credentials, null);
            }

            return new RefreshOutcome(loaded, error);
        }
    }

    private async Task<S3Credentials> LoadAsync()
    {
        using var limit = new CancellationTokenSource(LoadTimeMax, _time);
        S3Credentials loaded;
        try
        {
            // Wait separately, because the source may ignore its cancellation token.
            loaded = await _source.GetAsync(limit.Token).AsTask().WaitAsync(limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested)
        {
            throw CredentialsErrors.Failed(
                ToString(), $"no answer within {LoadTimeMax.TotalMinutes} minutes", "Try again later.");
        }

        DateTimeOffset now = _time.GetUtcNow();
        return loaded.Expiration is { } end && end <= now
            ? throw CredentialsErrors.Failed(
                ToString(), $"the credentials expired at {end:u}, and the clock says {now:u}",
                "Renew them, or put the clock right.")
            : loaded;
    }

    private DateTimeOffset QuietUntil(S3Credentials credentials, DateTimeOffset now)
    {
        if (credentials.Expiration is not { } end)
        {
            return DateTimeOffset.MaxValue;
        }

        // The delay also applies after a success: a server may keep returning the same credentials that expire soon.
        double factor = Math.Pow(2, Math.Clamp(_failures - 1, 0, 10));
        TimeSpan pause = factor * PauseMin < PauseMax ? factor * PauseMin : PauseMax;
        DateTimeOffset next = end - now > AdvisoryTime + pause ? end - AdvisoryTime : now + pause;
        return next < end ? next : end;
    }
}

/// <summary>The cached credentials, and the time until which they need no refresh.</summary>
internal sealed class HeldCredentials(S3Credentials credentials, DateTimeOffset loadedAt, DateTimeOffset quietUntil)
{
    internal S3Credentials Credentials { get; } = credentials;

    internal DateTimeOffset LoadedAt { get; } = loadedAt;

    internal DateTimeOffset QuietUntil { get; } = quietUntil;

    /// <summary>When the credentials expire; the maximum value if they do not.</summary>
    internal DateTimeOffset End => Credentials.Expiration ?? DateTimeOffset.MaxValue;
}

/// <summary>The outcome of a refresh: new or still valid credentials, or the error if there are none.</summary>
internal readonly record struct RefreshOutcome(S3Credentials? Credentials, ExceptionDispatchInfo? Error);
