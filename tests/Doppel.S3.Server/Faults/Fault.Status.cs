using System.Globalization;

namespace Doppel.S3.Server;

/// <content>Answers that are sound HTTP and bad news. Nothing that was asked for is done.</content>
public sealed partial class Fault
{
    /// <summary>The connection was idle for too long: to be tried again although it is a 400.</summary>
    public static Fault RequestTimeout { get; } =
        new(nameof(RequestTimeout),
            Instead(ErrorAnswer.Of(400, "RequestTimeout").With("Connection", "close")).RunAsync);

    /// <summary>An error as S3 tells it.</summary>
    /// <param name="status">The status code.</param>
    /// <param name="code">The code in the body, such as <c>SlowDown</c>.</param>
    /// <param name="retryAfter">Seconds in <c>Retry-After</c>; no such header where null.</param>
    public static Fault Status(int status, string code, int? retryAfter = null)
    {
        Answer answer = ErrorAnswer.Of(status, code);
        return new($"{nameof(Status)}({status}, {code})", Instead(retryAfter is { } seconds
            ? answer.With("Retry-After", seconds.ToString(CultureInfo.InvariantCulture))
            : answer).RunAsync);
    }

    /// <summary>A page for people, as a proxy sends it.</summary>
    public static Fault Html(int status) => new($"{nameof(Html)}({status})", Instead(new Answer(status)
        .WithBody($"<html><head><title>{status}</title></head><body><br>nginx</body></html>")
        .With("Content-Type", "text/html")).RunAsync);

    /// <summary>Status 200 with an error in the body, as Copy, Complete and DeleteObjects may answer.</summary>
    public static Fault ErrorIn200(string code) =>
        new($"{nameof(ErrorIn200)}({code})", Instead(ErrorAnswer.Of(200, code)).RunAsync);

    /// <summary>The scope names a wrong region.</summary>
    public static Fault WrongRegion(string region) => new($"{nameof(WrongRegion)}({region})", Instead(
        ErrorAnswer.Of(400, "AuthorizationHeaderMalformed", ("Region", region))
            .With("x-amz-bucket-region", region)).RunAsync);

    /// <summary>301: the bucket lives elsewhere; where is told in the body alone, as S3 does.</summary>
    public static Fault PermanentRedirect(string endpoint, string region) =>
        new($"{nameof(PermanentRedirect)}({region})", Instead(
            ErrorAnswer.Of(301, "PermanentRedirect", ("Endpoint", endpoint))
                .With("x-amz-bucket-region", region)).RunAsync);

    /// <summary>307: this request, and only this one, goes to another address.</summary>
    public static Fault TemporaryRedirect(Uri location)
    {
        ArgumentNullException.ThrowIfNull(location);
        return new($"{nameof(TemporaryRedirect)}({location.Authority})", Instead(
            ErrorAnswer.Of(307, "TemporaryRedirect", ("Endpoint", location.Authority))
                .With("Location", location.OriginalString)).RunAsync);
    }

    /// <summary>The client's clock is wrong; the server's time stands in the body and in <c>Date</c>.</summary>
    public static Fault RequestTimeTooSkewed(DateTimeOffset serverTime) => new(nameof(RequestTimeTooSkewed), Instead(
        ErrorAnswer.Of(403, "RequestTimeTooSkewed",
            ("ServerTime", serverTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture)),
            ("MaxAllowedSkewMilliseconds", "900000"))
            .With("Date", serverTime.ToString("R", CultureInfo.InvariantCulture))).RunAsync);
}
