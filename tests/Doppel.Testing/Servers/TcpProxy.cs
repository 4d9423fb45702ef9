using System.Net;
using System.Net.Sockets;

namespace Doppel.Testing.Servers;

/// <summary>Stands before a server and passes connections on, as a test wants it.</summary>
public abstract class TcpProxy : IDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Uri _server;

    /// <summary>Begins to listen.</summary>
    /// <param name="server">Where all goes.</param>
    protected TcpProxy(Uri server)
    {
        _server = server;
        _listener.Start();
        Address = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _ = AcceptAsync();
    }

    /// <summary>Where it listens.</summary>
    public Uri Address { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
        _end.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Passes a block on.</summary>
    /// <param name="block">The block.</param>
    /// <param name="target">Where it goes.</param>
    /// <param name="isUp">Whether that is the server.</param>
    /// <param name="carried">The number of bytes that came this way before, on this connection.</param>
    /// <param name="cancellation">Cancelled at the end of the test.</param>
    /// <returns>False to end the connection.</returns>
    protected abstract Task<bool> PassAsync(
        ReadOnlyMemory<byte> block, NetworkStream target, bool isUp, long carried, CancellationToken cancellation);

    private static bool IsOver(Exception failure) => failure is IOException or SocketException
        or OperationCanceledException or ObjectDisposedException;

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                _ = ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token).ConfigureAwait(false));
            }
        }
        catch (Exception over) when (IsOver(over))
        {
            // The test has ended.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var server = new TcpClient();
        using (client)
        {
            try
            {
                await server.ConnectAsync(_server.Host, _server.Port, _end.Token).ConfigureAwait(false);
                await Task.WhenAny(
                    PumpAsync(client.GetStream(), server.GetStream(), isUp: true),
                    PumpAsync(server.GetStream(), client.GetStream(), isUp: false)).ConfigureAwait(false);
            }
            catch (Exception over) when (IsOver(over))
            {
                // One of the two has gone.
            }
        }
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to, bool isUp)
    {
        byte[] block = new byte[16 * 1024];
        try
        {
            int count;
            for (long carried = 0; (count = await from.ReadAsync(block, _end.Token).ConfigureAwait(false)) > 0;)
            {
                if (!await PassAsync(block.AsMemory(0, count), to, isUp, carried, _end.Token).ConfigureAwait(false))
                {
                    return;
                }

                carried += count;
            }
        }
        catch (Exception over) when (IsOver(over))
        {
            // One of the two has gone.
        }
    }
}
