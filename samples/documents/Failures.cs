using Doppel.S3;
using Microsoft.AspNetCore.Connections;

namespace Doppel.Documents;

/// <summary>Turns failures into a response for the client and a log line for the operator of the service.</summary>
internal sealed partial class Failures(ILogger logger)
{
    /// <summary>Runs the rest of the pipeline and answers the exceptions it throws.</summary>
    public async Task AnswerAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context);
        }
        catch (Exception failure) when (HasLeft(context, failure))
        {
            ToldNobody(context.Request.Method, context.Request.Path, Refusal.ClientLeft);
            if (!context.Response.HasStarted)
            {
                context.Response.StatusCode = Refusal.ClientLeft;
            }
        }
        catch (Exception failure) when (RefusalOf(failure) is { } refusal)
        {
            Told(context.Request.Method, context.Request.Path, refusal.Status, failure.Message);
            if (context.Response.HasStarted)
            {
                // The response is incomplete, and the client must be able to tell.
                context.Abort();
                return;
            }

            context.Response.Clear();
            if (failure is S3Exception { IsRetryable: true })
            {
                context.Response.Headers.RetryAfter = "5";
            }

            await refusal.ToResult().ExecuteAsync(context);
        }
    }

#pragma warning disable CS0618 // Kestrel reports a body that ends too early with its own type
    // Kestrel throws this shortly before it marks the request as aborted.
    private static bool HasLeft(HttpContext context, Exception failure) =>
        context.RequestAborted.IsCancellationRequested || failure is ConnectionResetException
        or Microsoft.AspNetCore.Server.Kestrel.Core.BadHttpRequestException { StatusCode: 400 };
#pragma warning restore CS0618

    // Details from the storage are only logged, because they name buckets and servers.
    private static Refusal? RefusalOf(Exception failure) => failure switch
    {
        S3Exception { IsRetryable: true } =>
            new(StatusCodes.Status503ServiceUnavailable, "The storage cannot be reached now; try again."),
        S3Exception => new(StatusCodes.Status502BadGateway, "The storage refuses."),
        BadHttpRequestException bad => new(bad.StatusCode, bad.Message),
        InvalidDataException or IOException =>
            new(StatusCodes.Status400BadRequest, "The form is damaged or not whole."),
        _ => null,
    };

    [LoggerMessage(LogLevel.Information, "{Method} {Path}: {Status}, the client left")]
    private partial void ToldNobody(string method, string path, int status);

    [LoggerMessage(LogLevel.Warning, "{Method} {Path}: {Status}, {Reason}")]
    private partial void Told(string method, string path, int status, string reason);
}
