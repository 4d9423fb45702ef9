using Doppel.S3;
using Microsoft.AspNetCore.Connections;

namespace Doppel.Documents;

/// <summary>What failed, as an answer for the client and a line for whoever runs the service.</summary>
internal sealed partial class Failures(ILogger logger)
{
    /// <summary>Runs the rest of the pipeline and answers what it throws.</summary>
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
                // The client has to see that what came is not all.
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

#pragma warning disable CS0618 // Kestrel tells of a body that ends too early by this type of its own
    // That is seen a moment before the request counts as aborted.
    private static bool HasLeft(HttpContext context, Exception failure) =>
        context.RequestAborted.IsCancellationRequested || failure is ConnectionResetException
        or Microsoft.AspNetCore.Server.Kestrel.Core.BadHttpRequestException { StatusCode: 400 };
#pragma warning restore CS0618

    // What the storage says is for the log: it names buckets and servers.
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
