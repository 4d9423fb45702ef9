using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Doppel.S3;

/// <summary>Reports a call to those who listen.</summary>
/// <remarks>
/// Names and units: OpenTelemetry semantic conventions 1.40, "AWS S3 client spans" and "RPC metrics".
/// </remarks>
internal readonly struct CallObserver : IDisposable
{
    private const string ErrorType = "error.type";

    private static readonly ActivitySource s_source = new(S3Telemetry.Name);
    private static readonly Meter s_meter = new(S3Telemetry.Name);

    private static readonly Histogram<double> s_duration = s_meter.CreateHistogram(
        "rpc.client.call.duration", "s", "Duration of calls, with all attempts, until the response starts.", tags: null,
        new InstrumentAdvice<double>
        {
            HistogramBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
        });

    private readonly Activity? _activity;
    private readonly string _method;
    private readonly Uri _server;
    private readonly long _begun;

    /// <summary>Starts to observe a call.</summary>
    /// <param name="call">The call.</param>
    /// <param name="server">The address of the server.</param>
    internal CallObserver(S3Call call, Uri server)
    {
        string operation = OperationName.Of(call);
        (_method, _server, _begun) = ($"S3/{operation}", server, Stopwatch.GetTimestamp());
        _activity = s_source.StartActivity($"S3.{operation}", ActivityKind.Client);
        if (_activity?.IsAllDataRequested == true)
        {
            _activity.SetTag("rpc.system.name", "aws-api");
            _activity.SetTag("rpc.method", _method);
            _activity.SetTag("server.address", server.Host);
            _activity.SetTag("server.port", server.Port);
            _activity.SetTag("aws.s3.bucket", call.Bucket);
            _activity.SetTag("aws.s3.key", call.Key.Length == 0 ? null : call.Key);
        }
    }

    /// <summary>Gets whether anybody listens.</summary>
    internal static bool IsOn => s_source.HasListeners() || s_duration.Enabled;

    public void Dispose() => _activity?.Dispose();

    /// <summary>Reports a response that the caller gets.</summary>
    /// <param name="answer">The response.</param>
    /// <param name="attempts">The number of attempts.</param>
    internal void End(HttpResponseMessage answer, int attempts)
    {
        Describe((int)answer.StatusCode, S3Transport.HeaderOf(answer, "x-amz-request-id"), attempts);
        Record(error: null);
    }

    /// <summary>Reports a failure.</summary>
    internal void Fail(Exception failure)
    {
        string error = failure.GetType().FullName!;
        if (failure is S3Exception refused)
        {
            error = refused.Code;
            Describe((int)refused.StatusCode, refused.RequestId, refused.Attempts);
        }

        _activity?.SetTag(ErrorType, error);
        _activity?.SetStatus(ActivityStatusCode.Error, failure.Message);
        Record(error);
    }

    private void Describe(int status, string? requestId, int attempts)
    {
        if (_activity?.IsAllDataRequested == true)
        {
            _activity.SetTag("http.response.status_code", status == 0 ? null : status);
            _activity.SetTag("aws.request_id", requestId);
            _activity.SetTag("http.request.resend_count", attempts > 1 ? attempts - 1 : null);
        }
    }

    private void Record(string? error)
    {
        if (s_duration.Enabled)
        {
            var tags = new TagList
            {
                { "rpc.system.name", "aws-api" },
                { "rpc.method", _method },
                { "server.address", _server.Host },
                { "server.port", _server.Port },
            };
            if (error is not null)
            {
                tags.Add(ErrorType, error);
            }

            s_duration.Record(Stopwatch.GetElapsedTime(_begun).TotalSeconds, tags);
        }
    }
}
