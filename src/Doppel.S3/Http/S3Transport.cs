using System.Net;
using System.Net.Http.Headers;
using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Sends calls until they succeed or finally fail. Each attempt is signed again, with the right region and the right
/// time.
/// </summary>
internal sealed class S3Transport : IDisposable
{
    private readonly ServiceAddress _addresses;
    private readonly ServerClock _clock;
    private readonly AttemptSender _sender;
    private readonly IS3CredentialsProvider? _credentials;
    private readonly RetryBudget _budget;
    private readonly ServerGates _gates;
    private readonly PoolOptions _poolOptions = new() { Name = "s3-calls", BytesMax = 1 << 20, KeepsByThread = false };
    private readonly ObjectPool<S3Call> _calls;
    private readonly bool _isPayloadSigned;
    private readonly bool _isOwn;
    private CallHeaders _headers;
    private RequestMeter? _meter;

    /// <summary>Creates a transport.</summary>
    /// <param name="options">The options of the client.</param>
    /// <param name="credentials">The provider of the signing credentials, or null for unsigned requests.</param>
    /// <param name="http">Sends the messages.</param>
    /// <param name="isOwn">
    /// Whether <paramref name="http"/> was created by this library and uses <see cref="WatchedConnection"/>.
    /// </param>
    internal S3Transport(
        S3ClientOptions options, IS3CredentialsProvider? credentials, HttpMessageInvoker http, bool isOwn)
    {
        _isOwn = isOwn;
        _headers = options.RequesterPays ? CallHeaders.None.With([CallHeaders.RequesterPays]) : CallHeaders.None;
        Options = options;
        _credentials = credentials;
        _addresses = new ServiceAddress(options);
        _calls = new ObjectPool<S3Call>(new S3Call.Policy(), _poolOptions);
        PoolOptions timers = _poolOptions with { Name = "s3-timers" };
        Timers = new ObjectPool<IdleTimer>(new IdleTimer.Policy(options.Time), timers);
        _clock = new ServerClock(options.Time);
        _sender = new AttemptSender(options, _addresses, http, Timers, _clock);
        _budget = new RetryBudget(options.Retry.Budget);
        _gates = new ServerGates(options);
        _isPayloadSigned = options.PayloadSigning == S3PayloadSigning.Signed
            || (options.PayloadSigning == S3PayloadSigning.Auto && !_addresses.IsSecure);
        WatchesConnections = isOwn && options.HttpVersion == HttpVersion.Version11;
    }

    internal S3ClientOptions Options { get; }

    /// <summary>Whether a reader of a body waits with <see cref="WatchedConnection"/> before it reads.</summary>
    internal bool WatchesConnections { get; }

    internal ObjectPool<IdleTimer> Timers { get; }

    public void Dispose()
    {
        _calls.Dispose();
        Timers.Dispose();
    }

    /// <summary>Returns the unmodified value of a response header, or null if there is none.</summary>
    internal static string? HeaderOf(HttpResponseMessage answer, string name) =>
        answer.Headers.NonValidated.TryGetValues(name, out HeaderStringValues values) ? values.ToString() : null;

    /// <summary>Opens the body of a response.</summary>
    /// <remarks>
    /// The HTTP stack itself returns the stream synchronously. A handler that a caller added may have to wait.
    /// </remarks>
    internal ValueTask<Stream> OpenAsync(HttpResponseMessage answer, CancellationToken cancellationToken) => _isOwn
        ? new ValueTask<Stream>(answer.Content.ReadAsStream(cancellationToken))
        : new ValueTask<Stream>(answer.Content.ReadAsStreamAsync(cancellationToken));

    /// <summary>
    /// The time for signatures: the server's time, once a response has shown that the local clock is wrong.
    /// </summary>
    internal DateTimeOffset Now => _clock.Now;

    /// <summary>Returns the address for requests to a bucket, as far as it is known.</summary>
    internal BucketAddress AddressOf(string bucket) => _addresses.Of(bucket);

    /// <summary>Returns the current signing credentials, or null if requests are not signed.</summary>
    internal async ValueTask<S3Credentials?> GetCredentialsAsync(CancellationToken cancellationToken) =>
        _credentials is null ? null : await _credentials.GetAsync(cancellationToken).ConfigureAwait(false);

    /// <summary>Returns a transport that shares everything with this one and adds more headers to its calls.</summary>
    internal S3Transport With(CallHeaders headers)
    {
        var other = (S3Transport)MemberwiseClone();
        other._headers = headers;
        return other;
    }

    /// <summary>Returns a transport that shares everything with this one and counts its requests.</summary>
    internal S3Transport With(RequestMeter meter)
    {
        var other = (S3Transport)MemberwiseClone();
        other._meter = meter;
        return other;
    }

    /// <summary>Counts what is sent and received, or null.</summary>
    internal RequestMeter? Meter => _meter;

    /// <summary>The headers that are added to calls.</summary>
    internal CallHeaders Headers => _headers;

    /// <summary>Whether others can read what is sent: there is no TLS, and the server is on another machine.</summary>
    internal bool IsExposed => !_addresses.IsSecure && !new Uri(_addresses.Service.Origin).IsLoopback;

    /// <summary>Starts a call. Return it with <see cref="End"/>.</summary>
    internal S3Call Begin(HttpMethod method, string? bucket, string key = "")
    {
        S3Call call = _calls.Rent();
        call.Method = method;
        call.Bucket = bucket;
        call.Key = key;
        return call;
    }

    internal void End(S3Call call)
    {
        S3Call? ended = call;
        _calls.Return(ref ended);
    }

    /// <summary>Sends a call whose response body is not read here, and ends the call.</summary>
    /// <inheritdoc cref="SendAsync"/>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    internal async ValueTask<HttpResponseMessage> FinishAsync(S3Call call, CancellationToken cancellationToken)
    {
        HttpResponseMessage answer = await SendAsync(call, cancellationToken).ConfigureAwait(false);
        End(call);
        return answer;
    }

    /// <summary>Sends a call. If it fails, the call is not returned to its pool.</summary>
    /// <returns>A successful or expected response, which the caller must dispose.</returns>
    /// <exception cref="S3Exception">The call failed.</exception>
    /// <exception cref="OperationCanceledException">The caller canceled the operation.</exception>
    internal ValueTask<HttpResponseMessage> SendAsync(S3Call call, CancellationToken cancellationToken) =>
        CallObserver.IsOn ? ObserveAsync(call, cancellationToken) : RepeatAsync(call, cancellationToken);

    private async ValueTask<HttpResponseMessage> ObserveAsync(S3Call call, CancellationToken cancellationToken)
    {
        using var observer = new CallObserver(call, new Uri(AddressOf(call).Origin));
        try
        {
            HttpResponseMessage answer = await RepeatAsync(call, cancellationToken).ConfigureAwait(false);
            observer.End(answer, call.Attempts);
            return answer;
        }
        catch (Exception failure)
        {
            observer.Fail(failure);
            throw;
        }
    }

    private BucketAddress AddressOf(S3Call call) =>
        call.Bucket is null ? _addresses.Service : _addresses.Of(call.Bucket);

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<HttpResponseMessage> RepeatAsync(S3Call call, CancellationToken cancellationToken)
    {
        _headers.AddTo(call);
        call.Meter = _meter;
        bool isSigned = _isPayloadSigned && _credentials is not null;
        PayloadPlan plan = default;
        var state = new RetryState(Options, AddressOf(call));
        for (int attempt = 1; ; attempt++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            call.Attempts = attempt;
            if (plan.Hash is null)
            {
                plan = await PayloadPlan.ForAsync(call.Body, isSigned, call.Checksum, cancellationToken)
                    .ConfigureAwait(false);
                plan.Describe(call);
            }

            S3Credentials? credentials = _credentials is null
                ? null
                : await _credentials.GetAsync(cancellationToken).ConfigureAwait(false);
            ServerGate gate = _gates.Of(state.Address.Host);
            bool isProbe = !Options.Retry.AreNone
                && await gate.EnterAsync(state.HasProbeFailed, cancellationToken).ConfigureAwait(false);
            long began = Options.Time.GetTimestamp();
            AttemptResult result = default;
            try
            {
                result = await _sender.SendAsync(call, state.Address, credentials, plan, attempt, cancellationToken)
                    .ConfigureAwait(false);
            }
            finally
            {
                gate.Leave(isProbe, EndOf(result), result.Failure, began, result.RetryAfter);
            }

            _meter?.Count(call, result);

            if (result.Answer is { } answer)
            {
                GiveBack(attempt);
                return answer;
            }

            bool canRepeat = call.Body?.CanRepeat ?? true;
            if (canRepeat && state.HasRemedy(result, _credentials, credentials))
            {
                continue;
            }

            S3Exception failure = result.Failure!;
            if (!canRepeat || state.IsFinal(failure, gate, attempt))
            {
                throw failure;
            }

            if (result.IsServerFailing && gate.IsLost)
            {
                throw failure.AsOutage();
            }

            // The gate makes a probe wait. Any other request may have failed for a reason of its own.
            state.HasProbeFailed = isProbe && result.IsServerFailing;
            if (state.HasProbeFailed)
            {
                continue;
            }

            if (state.NextWait(result, attempt, began) is not { } wait || !_budget.TryTake())
            {
                throw failure;
            }

            await Task.Delay(wait, Options.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    private static GateEnd EndOf(in AttemptResult result) => result switch
    {
        { IsServerFailing: true } => GateEnd.Failed,
        { Answer: null, Failure.StatusCode: 0 } or { Answer: null, Failure: null } => GateEnd.Unknown,
        _ => GateEnd.Answered,
    };

    private void GiveBack(int attempts)
    {
        if (attempts == 1)
        {
            _budget.Refill();
        }
        else
        {
            _budget.Return();
        }
    }
}
