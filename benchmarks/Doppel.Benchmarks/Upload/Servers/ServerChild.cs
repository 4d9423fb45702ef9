using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>What the two servers of the suite have in common: a process that serves until its parent goes.</summary>
internal static class ServerChild
{
    /// <summary>The longest request that is taken, in bytes.</summary>
    private const long RequestBytesMax = 256L * 1024 * 1024;

    /// <summary>
    /// Serves on a free port of the loopback, says the port on standard output, ends with standard input.
    /// </summary>
    /// <param name="map">Adds the addresses that are served.</param>
    public static async Task RunAsync(Action<WebApplication> map)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = RequestBytesMax);
        builder.Services.Configure<FormOptions>(form => form.MultipartBodyLengthLimit = RequestBytesMax);
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.FromSeconds(1));
        await using WebApplication server = builder.Build();
        map(server);
        await server.StartAsync().ConfigureAwait(false);
        EndWithParent(server.Lifetime);
        string address = server.Services.GetRequiredService<IServer>()
            .Features.GetRequiredFeature<IServerAddressesFeature>().Addresses.First();
        await Console.Out.WriteLineAsync(new Uri(address).Port.ToString(CultureInfo.InvariantCulture))
            .ConfigureAwait(false);
        await server.WaitForShutdownAsync().ConfigureAwait(false);
    }

    // The parent never writes: the read returns when the parent closed the pipe, or died.
    private static void EndWithParent(IHostApplicationLifetime lifetime)
    {
        var watcher = new Thread(() =>
        {
            Console.In.Read();
            lifetime.StopApplication();
        })
        {
            IsBackground = true,
            Name = "watches the parent",
        };
        watcher.Start();
    }
}
