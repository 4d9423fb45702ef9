using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using Doppel.Benchmarks.Upload.Relays;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>The server in the middle, which is what is measured: takes uploads and passes each on one way.</summary>
internal sealed class RelayServer
{
    private readonly ConcurrentDictionary<string, (IRelay Relay, RequestLog Log)> _relays = new();
    private readonly RelayTargets _targets;
    private readonly ServerCounterReader _counters;

    private RelayServer(Uri target, HttpClient client)
    {
        _targets = new RelayTargets(target, new FormPostTarget(client));
        _counters = new ServerCounterReader(target.Port);
    }

    /// <summary>Serves until the parent goes.</summary>
    /// <param name="target">The file server.</param>
    public static async Task RunAsync(Uri target)
    {
        using var client = new HttpClient { BaseAddress = target };
        var server = new RelayServer(target, client);
        await ServerChild.RunAsync(app =>
        {
            app.MapPost("/upload/{relay}", server.RelayAsync);
            app.MapGet("/counters/{relay}", server.TellCountersAsync);
            app.MapPost("/collect/{relay}", server.CollectAsync);
            app.MapGet("/begun/{relay}/{count}", context => server.Of(context).Log.BegunAsync(CountOf(context)));
            app.MapGet("/ended/{relay}/{count}", context => server.Of(context).Log.EndedAsync(CountOf(context)));
        }).ConfigureAwait(false);
    }

    private async Task RelayAsync(HttpContext context)
    {
        (IRelay relay, RequestLog log) = Of(context);
        log.Begin();
        try
        {
            await relay.RelayAsync(context.Request, _targets, context.RequestAborted).ConfigureAwait(false);
            context.Response.StatusCode = (int)HttpStatusCode.NoContent;
        }
        catch (Exception e) when (e is IOException or HttpRequestException or OperationCanceledException
            or AggregateException { InnerException: HttpRequestException })
        {
            // Whether the target failed or the client left: who is still there learns that the file did not arrive.
            context.Response.StatusCode = (int)HttpStatusCode.BadGateway;
        }
        finally
        {
            log.End();
        }
    }

    private Task TellCountersAsync(HttpContext context) =>
        context.Response.WriteAsJsonAsync(_counters.Read(Of(context).Relay.Tally));

    private Task CollectAsync(HttpContext context)
    {
        // Twice, with finalizers between: what a finalizer lets go is gone after the second.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return TellCountersAsync(context);
    }

    private static long CountOf(HttpContext context) =>
        long.Parse((string)context.Request.RouteValues["count"]!, CultureInfo.InvariantCulture);

    private (IRelay Relay, RequestLog Log) Of(HttpContext context)
    {
        string id = (string)context.Request.RouteValues["relay"]!;
        return _relays.GetOrAdd(id, static id => (RelayCatalog.Find(id).Create(), new RequestLog()));
    }
}
