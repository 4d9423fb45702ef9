using System.Net;
using System.Runtime.CompilerServices;
using System.Security.Authentication;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Sends a call once and interprets the response.</summary>
internal sealed class AttemptSender
{
    private const int ErrorBytesMax = 64 * 1024;
    private const int LongDocumentBytesMax = 16 * 1024 * 1024;

    // During completions and copies, a server sends whitespace while it works, which can take minutes (Amazon S3 API
    // Reference, CompleteMultipartUpload).
    private const int WorkFactor = 12;

    // Other servers send nothing while they copy, complete or delete.
    private const int IdleFactor = 4;

    private readonly S3ClientOptions _options;
    private readonly ServiceAddress _addresses;
    private readonly HttpMessageInvoker _http;
    private readonly ObjectPool<IdleTimer> _timers;
    private readonly ServerClock _clock;
    private readonly RequestMaker _maker;

    internal AttemptSender(
        S3ClientOptions options,
        ServiceAddress addresses,
        HttpMessageInvoker http,
        ObjectPool<IdleTimer> timers,
        ServerClock clock)
    {
        _options = options;
        _addresses = addresses;
        _http = http;
        _timers = timers;
        _clock = clock;
        _maker = new RequestMaker(options, clock);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    internal async ValueTask<AttemptResult> SendAsync(
        S3Call call,
        BucketAddress address,
        S3Credentials? credentials,
        PayloadPlan plan,
        int attempt,
        CancellationToken cancellationToken)
    {
        IdleTimer? timer = _timers.Rent();
        HttpResponseMessage? answer = null;
        TimeSpan answerTime =
            call.Answer == AnswerKind.Document ? WorkFactor * _options.AnswerTimeout : _options.AnswerTimeout;
        int idleFactor = call.Answer == AnswerKind.Document ? IdleFactor : 1;
        timer.Start(idleFactor * _options.IdleTimeout, answerTime, cancellationToken);
        try
        {
            HttpRequestMessage message = _maker.Make(call, address, credentials, plan, timer);
            answer = await GetAnswerAsync(message, timer.Token).ConfigureAwait(false);
            timer.TouchAnswer();
            return await JudgeAsync(call, address, answer, attempt, timer).ConfigureAwait(false);
        }
        catch (Exception failure) when (IsOfTheWire(failure))
        {
            answer?.Dispose();
            if (!timer.HasExpired)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }

            return Explain(call, failure, attempt, timer);
        }
        catch
        {
            answer?.Dispose();
            throw;
        }
        finally
        {
            _timers.Return(ref timer);
        }
    }

    private static bool IsOfTheWire(Exception failure) =>
        failure is HttpRequestException or IOException or OperationCanceledException or S3XmlException;

    // By default HttpClient would read the whole body first. Its base class does not, for the same call.
    private Task<HttpResponseMessage> GetAnswerAsync(HttpRequestMessage message, CancellationToken token) =>
        _http is HttpClient client
            ? client.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, token)
            : _http.SendAsync(message, token);

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<AttemptResult> JudgeAsync(
        S3Call call, BucketAddress address, HttpResponseMessage answer, int attempt, IdleTimer timer)
    {
        // A part of a document (206) must not count as the whole.
        bool isGood = call.Answer == AnswerKind.None
            ? answer.IsSuccessStatusCode
            : answer.StatusCode == HttpStatusCode.OK;
        if (isGood && call.Answer == AnswerKind.None)
        {
            return new AttemptResult { Answer = answer };
        }

        int goodBytesMax = call.Answer == AnswerKind.LongDocument ? LongDocumentBytesMax : XmlValue.BytesMaxDefault;
        int bytesMax = isGood ? goodBytesMax : ErrorBytesMax;
        if (call.Method != HttpMethod.Head)
        {
            if (!isGood)
            {
                timer.LimitAnswer(_options.AnswerTimeout);
            }

            await ReadAsync(call, answer, bytesMax, timer).ConfigureAwait(false);
        }

        if (isGood && (call.Answer == AnswerKind.Text || !ServerError.IsError(call.Document.Written)))
        {
            return new AttemptResult { Answer = answer };
        }

        ServerError error = ServerError.Read(call.Document.Written);
        answer.Dispose();
        return IsExpected(call, answer.StatusCode, error)
            ? new AttemptResult { Answer = answer }
            : Refused(call, address, answer, error, attempt);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    private static async ValueTask ReadAsync(
        S3Call call, HttpResponseMessage answer, int bytesMax, IdleTimer timer)
    {
        call.Document.Return();
        call.Document = new AnswerBuffer(bytesMax);
        Stream stream = await answer.Content.ReadAsStreamAsync(timer.Token).ConfigureAwait(false);
        int count;
        do
        {
            count = await stream.ReadAsync(call.Document.Room, timer.Token).ConfigureAwait(false);
            timer.TouchAnswer();
            call.Meter?.AddBytes(count);
        }
        while (call.Document.Advance(count));

        call.Document.SkipBlanks();
    }

    private static bool IsExpected(S3Call call, HttpStatusCode status, ServerError error)
    {
        Expected kind = status switch
        {
            // If the bucket does not exist, a request for an object is a mistake and not merely a missing object.
            HttpStatusCode.NotFound when call.Key.Length > 0 && error.Code == "NoSuchBucket" => Expected.Success,
            HttpStatusCode.NotFound => Expected.NotFound,
            HttpStatusCode.NotModified => Expected.NotModified,
            HttpStatusCode.PreconditionFailed => Expected.PreconditionFailed,
            HttpStatusCode.RequestedRangeNotSatisfiable => Expected.RangeNotSatisfiable,
            HttpStatusCode.Conflict when !RetryRules.IsRetryable(status, error.Code) => Expected.Conflict,
            _ => Expected.Success,
        };
        return kind != Expected.Success && call.Expected.HasFlag(kind);
    }

    private AttemptResult Refused(
        S3Call call, BucketAddress address, HttpResponseMessage answer, ServerError error, int attempt)
    {
        string? region =
            Region.Valid(S3Transport.HeaderOf(answer, "x-amz-bucket-region")) ?? Region.Valid(error.Region);
        BucketAddress? elsewhere = Elsewhere(call, address, answer, region);
        HttpStatusCode status = answer.StatusCode;
        bool isRetryable = RetryRules.IsRetryable(status, error.Code)
            && !(call.IsConditionalWrite && RetryRules.MayBeDone(status));
        string code = error.Code ?? (answer.IsSuccessStatusCode ? S3ErrorCode.BadAnswer : status.ToString());
        string? hint = elsewhere is null && (int)status is >= 300 and < 400
            ? " It leads to another address, and requests are signed for none but the endpoint; check the endpoint."
            : null;
        return new AttemptResult
        {
            Failure = new S3Exception(
                $"{Name(call)}: {(int)status} {code}{(error.Message is null ? "" : ": " + error.Message)}{hint}")
            {
                StatusCode = status,
                Code = code,
                RequestId = S3Transport.HeaderOf(answer, "x-amz-request-id") ?? error.RequestId,
                Region = region,
                IsRetryable = isRetryable,
                Attempts = attempt,
            },
            Elsewhere = elsewhere,
            IsClockCorrected = status == HttpStatusCode.Forbidden && _clock.Correct(answer.Headers.Date),
            RetryAfter = answer.Headers.RetryAfter?.Delta ?? TimeSpan.Zero,
            IsServerFailing = RetryRules.IsOfServer(status, error.Code),
        };
    }

    private BucketAddress? Elsewhere(S3Call call, BucketAddress address, HttpResponseMessage answer, string? region)
    {
        if (call.Bucket is null)
        {
            return null;
        }

        if (region is not null && region != address.Region)
        {
            return _addresses.Moved(call.Bucket, region);
        }

        return (int)answer.StatusCode is 301 or 302 or 307 or 308 && answer.Headers.Location is { } location
            ? _addresses.Redirected(call.Bucket, address, location)
            : null;
    }

    private static AttemptResult Explain(S3Call call, Exception failure, int attempt, IdleTimer timer)
    {
        bool hasExpired = timer.HasExpired;
        bool isLate = timer.IsAnswerLate;
        bool isAmbiguous = call.IsConditionalWrite && !RetryRules.WasNotSent(failure);
        bool isBadAnswer = failure is S3XmlException
            or HttpRequestException { HttpRequestError: HttpRequestError.InvalidResponse }
            or HttpRequestException { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded };
        bool isHopeless = failure.InnerException is AuthenticationException;
        string code = isBadAnswer ? S3ErrorCode.BadAnswer : S3ErrorCode.Connection;

        // For certificate problems, only the innermost exception says what is wrong.
        string text = isHopeless ? failure.GetBaseException().Message : failure.Message;
        if (isLate)
        {
            code = S3ErrorCode.TooSlow;
            text = "the answer came so slowly that it was not complete in time (AnswerTimeout)";
        }
        else if (hasExpired)
        {
            code = S3ErrorCode.Timeout;
            text = "the transfer stalled";
        }

        code = isAmbiguous ? S3ErrorCode.Ambiguous : code;
        string hint = isAmbiguous ? " The request may or may not have taken effect. Check before you retry." : "";
        return new AttemptResult
        {
            Failure = new S3Exception($"{Name(call)}: {text}{hint}", failure)
            {
                Code = code,
                IsRetryable = !isAmbiguous && !isHopeless && !isLate,
                Attempts = attempt,
            },
            IsServerFailing = !isBadAnswer && !isHopeless && !isLate,
        };
    }

    private static string Name(S3Call call) =>
        $"{call.Method} {call.Bucket ?? "/"}{(call.Key.Length > 0 ? "/" : "")}{call.Key}";
}

/// <summary>
/// The result of one attempt: a response, or a failure and what is known about retrying.
/// </summary>
internal readonly record struct AttemptResult
{
    /// <summary>The response, if the caller accepts it.</summary>
    internal HttpResponseMessage? Answer { get; init; }

    /// <summary>The failure, if there is no response.</summary>
    internal S3Exception? Failure { get; init; }

    /// <summary>The address where the server says the bucket is located, if it is elsewhere.</summary>
    internal BucketAddress? Elsewhere { get; init; }

    /// <summary>Whether the clock was corrected, so that a retry may succeed.</summary>
    internal bool IsClockCorrected { get; init; }

    /// <summary>How long the server asks the client to wait.</summary>
    internal TimeSpan RetryAfter { get; init; }

    /// <summary>Whether the server cannot be reached, does not answer, or says that it does not work.</summary>
    internal bool IsServerFailing { get; init; }
}
