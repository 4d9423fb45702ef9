using Doppel.Benchmarks.Upload.Relays;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Doppel.Benchmarks.S3Memory.Services;

/// <summary>The service of the rivals: the same addresses and limits of Kestrel as samples/documents.</summary>
internal static class DocumentService
{
    /// <summary>The first argument that makes this program such a service; the way follows.</summary>
    public const string Verb = "--s3-memory-service";

    private const long RequestBytesMax = 256L * 1024 * 1024;

    /// <summary>Serves until it is killed, if the arguments say so.</summary>
    /// <returns>Whether they do.</returns>
    public static async Task<bool> TryRunAsync(string[] arguments)
    {
        if (arguments is not [Verb, string id])
        {
            return false;
        }

        using IDocumentWay way = id == SdkWay.Id ? new SdkWay(Setting) : new ArrayWay(Setting);
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxRequestBodySize = RequestBytesMax;
            kestrel.Limits.MaxRequestBufferSize = 128 * 1024;
        });
        builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.None);
        await using WebApplication app = builder.Build();
        app.MapPost("/documents", (HttpContext context) => UploadAsync(context, way));
        app.MapGet("/documents/{name}", (HttpContext context, string name) =>
            way.DownloadAsync(name, context.Response, context.RequestAborted));
        await app.RunAsync().ConfigureAwait(false);
        return true;
    }

    private static async Task UploadAsync(HttpContext context, IDocumentWay way)
    {
        FilePart file = await FilePart.ReadAsync(context.Request, context.RequestAborted).ConfigureAwait(false);
        long bytesMax = context.Request.ContentLength!.Value;
        await way.UploadAsync(file.FileName, file.Body, bytesMax, context.RequestAborted).ConfigureAwait(false);
        context.Response.StatusCode = StatusCodes.Status201Created;
    }

    private static string Setting(string name) => Environment.GetEnvironmentVariable(name)
        ?? throw new InvalidOperationException($"{name} is not set.");
}
