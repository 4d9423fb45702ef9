using System.Collections.Concurrent;
using System.Net;
using Doppel.Benchmarks.Upload.Relays;
using Doppel.Hashing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>
/// The file server: hashes what arrives, remembers name, length and digest, and can fail on demand.
/// </summary>
internal sealed class TargetServer
{
    /// <summary>Bytes of a file after which <see cref="TargetMode.Reset"/> resets the connection.</summary>
    public const int ResetAfterBytes = 256 * 1024;

    private readonly ConcurrentQueue<Arrival> _arrivals = new();
    private readonly ConcurrentBag<(byte[] Block, Xxh3State Hash)> _idle = [];
    private volatile TargetMode _mode;

    /// <summary>Serves until the parent goes.</summary>
    public static Task RunAsync()
    {
        var server = new TargetServer();
        return ServerChild.RunAsync(app =>
        {
            app.MapPost("/myfile/{name}", server.TakeAsync);
            app.MapPost("/mode/{mode}", server.SetMode);
            app.MapGet("/arrivals", server.TellArrivalsAsync);
        });
    }

    private async Task TakeAsync(HttpContext context)
    {
        TargetMode mode = _mode;
        if (!_idle.TryTake(out (byte[] Block, Xxh3State Hash) tools))
        {
            tools = (new byte[64 * 1024], new Xxh3State());
        }

        try
        {
            FilePart part = await FilePart.ReadAsync(context.Request, context.RequestAborted).ConfigureAwait(false);
            tools.Hash.Reset();
            long limit = mode == TargetMode.Reset ? ResetAfterBytes : long.MaxValue;
            long bytes = await HashAsync(part.Body, tools.Block, tools.Hash, limit).ConfigureAwait(false);
            if (mode == TargetMode.Store)
            {
                _arrivals.Enqueue(new Arrival(part.FileName, bytes, tools.Hash.GetDigest()));
            }
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            // The sender left: there is no such file, and nobody to tell.
            context.Abort();
            return;
        }
        finally
        {
            _idle.Add(tools);
        }

        Answer(context, mode);
    }

    private static void Answer(HttpContext context, TargetMode mode)
    {
        if (mode == TargetMode.Reset)
        {
            context.Abort();
        }
        else
        {
            context.Response.StatusCode =
                (int)(mode == TargetMode.Refuse ? HttpStatusCode.InternalServerError : HttpStatusCode.NoContent);
        }
    }

    private static async Task<long> HashAsync(Stream body, byte[] block, Xxh3State hash, long limitBytes)
    {
        long bytes = 0;
        int read;
        while (bytes < limitBytes && (read = await body.ReadAsync(block).ConfigureAwait(false)) != 0)
        {
            hash.Append(block.AsSpan(0, read));
            bytes += read;
        }

        return bytes;
    }

    private Task SetMode(HttpContext context)
    {
        _mode = Enum.Parse<TargetMode>((string)context.Request.RouteValues["mode"]!);
        context.Response.StatusCode = (int)HttpStatusCode.NoContent;
        return Task.CompletedTask;
    }

    // Each arrival is told once.
    private async Task TellArrivalsAsync(HttpContext context)
    {
        while (_arrivals.TryDequeue(out Arrival? arrival))
        {
            await context.Response.WriteAsync(arrival + "\n").ConfigureAwait(false);
        }
    }
}
