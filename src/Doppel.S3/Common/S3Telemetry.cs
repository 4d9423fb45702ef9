namespace Doppel.S3;

/// <summary>Under which name clients report their calls to tracing and metrics.</summary>
/// <remarks>
/// <para>
/// Every call is an <see cref="System.Diagnostics.Activity"/> with the name of its operation in the Amazon S3 API
/// Reference, such as <c>S3.GetObject</c>, and a value of the histogram <c>rpc.client.call.duration</c>, in seconds.
/// Both include all attempts, and end when the response starts: a body is read later. The attributes have the names of
/// OpenTelemetry's semantic conventions for Amazon S3 and RPC: <c>rpc.system.name</c>, <c>rpc.method</c>,
/// <c>server.address</c>, <c>server.port</c> and, after a failure, <c>error.type</c>; an activity also has
/// <c>aws.s3.bucket</c>, <c>aws.s3.key</c>, <c>aws.request_id</c>, <c>http.response.status_code</c> and, if there was
/// more than one attempt, <c>http.request.resend_count</c>. Each attempt is also reported by .NET itself, as a request
/// of <c>System.Net.Http</c>.
/// </para>
/// <para>If nobody listens, nothing is measured and nothing allocated.</para>
/// </remarks>
public static class S3Telemetry
{
    /// <summary>The name of the activity source and of the meter.</summary>
    public const string Name = "Doppel.S3";
}
