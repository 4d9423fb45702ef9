using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace Doppel.Web;

/// <summary>Serves a session on the loopback address, to the page that was opened with the key.</summary>
/// <remarks>
/// The builder is the empty one: the others read settings from the environment and from a file in the working
/// directory, which may be a folder that somebody else has filled.
/// </remarks>
internal sealed class UiServer : IAsyncDisposable
{
    private const int LineBytesMax = 4096;
    private const int HeaderBytesMax = 16 * 1024;

    private const string OnceText = "This address works once. Start doppel ui again to get a new one.\n";
    private const string StrangerText = "This page belongs to another user of this computer.\n";

    private static readonly TimeSpan s_headerTimeout = TimeSpan.FromSeconds(5);

    private readonly WebApplication _application;
    private readonly CancellationTokenSource _isEnding;
    private Gate? _gate;

    private UiServer(WebApplication application, CancellationTokenSource isEnding) =>
        (_application, _isEnding) = (application, isEnding);

    /// <summary>Gets the address to open in a browser.</summary>
    internal string Address => _gate!.Address;

    /// <summary>Gets an address for a command line, or null if the system does not tell who opens it.</summary>
    internal string? TicketAddress => PeerUser.IsKnown ? _gate!.TicketAddress : null;

    internal int Port { get; private set; }

    /// <summary>Starts to listen.</summary>
    /// <param name="session">The session.</param>
    /// <param name="engine">What the session works with.</param>
    /// <param name="page">The files of the page.</param>
    /// <param name="port">The port, or 0 for any that is free.</param>
    /// <exception cref="IOException">The port is in use.</exception>
    internal static async Task<UiServer> Start(ReviewSession session, UiEngine engine, PageFiles page, int port)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(
            options => Configure(options, port, new Visitors(engine.Volume.User)));
        var isEnding = new CancellationTokenSource();
        var server = new UiServer(builder.Build(), isEnding);
        var routes = new Routes(session, engine.Volume, page, isEnding.Token);
        server._application.Run(context => server.Answer(context, routes));
        await server._application.StartAsync();
        IServerAddressesFeature addresses = server._application.Services.GetRequiredService<IServer>().Features
            .Get<IServerAddressesFeature>()!;
        server.Port = new Uri(addresses.Addresses.First()).Port;
        server._gate = new Gate(server.Port);
        return server;
    }

    /// <summary>Closes all connections.</summary>
    public async ValueTask DisposeAsync()
    {
        await _isEnding.CancelAsync();
        using var atOnce = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        await _application.StopAsync(atOnce.Token);
        await _application.DisposeAsync();
        _isEnding.Dispose();
    }

    private static void Configure(KestrelServerOptions options, int port, Visitors visitors)
    {
        options.AddServerHeader = false;
        options.Limits.RequestHeadersTimeout = s_headerTimeout;
        options.Limits.MaxRequestLineSize = LineBytesMax;
        options.Limits.MaxRequestHeadersTotalSize = HeaderBytesMax;
        options.Limits.MaxRequestBodySize = ChangeJson.BytesMax;
        options.Listen(IPAddress.Loopback, port, listen =>
        {
            listen.Protocols = HttpProtocols.Http1;
            listen.Use(next => connection => visitors.Receive(connection, next));
        });
    }

    private async Task Answer(HttpContext context, Routes routes)
    {
        Gate.Protect(context.Response.Headers);
        try
        {
            // Requests that arrive before the key exists cannot have it.
            if (_gate is not { } gate)
            {
                context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
                return;
            }

            Visitor visitor = context.Features.GetRequiredFeature<Visitor>();
            if (visitor.Peer == Peer.Stranger)
            {
                await Refuse(context, StatusCodes.Status403Forbidden, StrangerText);
                return;
            }

            visitor.IsAdmitted = gate.Admit(context, visitor.Peer);
            if (visitor.IsAdmitted)
            {
                return;
            }

            int refused = gate.Judge(context.Request);
            if (refused != 0)
            {
                await Refuse(context, refused, OnceText);
                return;
            }

            visitor.IsAdmitted = true;
            await routes.Answer(context, context.Request.Path.Value![gate.Folder.Length..]);
        }
        catch (RequestException reason) when (!context.Response.HasStarted)
        {
            context.Response.StatusCode = reason.Status;
            await Routes.Send(context, new ErrorView(reason.Message));
        }
        catch (Microsoft.AspNetCore.Http.BadHttpRequestException bad) when (!context.Response.HasStarted)
        {
            context.Response.StatusCode = bad.StatusCode;
        }
        catch (Exception gone) when (gone is OperationCanceledException or ConnectionResetException)
        {
            // The browser has closed the connection.
        }
    }

    private static async Task Refuse(HttpContext context, int status, string text)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/plain; charset=utf-8";
        await context.Response.WriteAsync(status == StatusCodes.Status403Forbidden ? text : "");
    }
}
