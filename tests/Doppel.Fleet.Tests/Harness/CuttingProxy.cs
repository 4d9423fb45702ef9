using System.Net;
using System.Net.Sockets;

namespace Doppel.Fleet.Tests;

/// <summary>Stands before a server and cuts a connection when all together have carried enough.</summary>
internal sealed class CuttingProxy : IDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Uri _server;
    private long _left;
    private long _answered;

    internal CuttingProxy(Uri server)
    {
        _server = server;
        _listener.Start();
        Address = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _ = AcceptAsync();
    }

    internal Uri Address { get; }

    /// <summary>How many connections were cut.</summary>
    internal int Cuts { get; private set; }

    /// <summary>How many bytes the server has answered.</summary>
    internal long Answered => Interlocked.Read(ref _answered);

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
        _end.Dispose();
    }

    /// <summary>Cuts the connection that carries the last of so many bytes, in either direction.</summary>
    internal void CutAfter(long bytes) => Interlocked.Exchange(ref _left, bytes);

    private static bool IsOver(Exception failure) =>
        failure is IOException or SocketException or OperationCanceledException or ObjectDisposedException;

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                _ = ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token));
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
                await server.ConnectAsync(_server.Host, _server.Port, _end.Token);
                await Task.WhenAny(
                    PumpAsync(client.GetStream(), server.GetStream(), static _ => { }),
                    PumpAsync(
                        server.GetStream(), client.GetStream(), count => Interlocked.Add(ref _answered, count)));
            }
            catch (Exception over) when (IsOver(over))
            {
                // One of the two has gone.
            }
        }
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to, Action<int> carried)
    {
        byte[] block = new byte[16 * 1024];
        try
        {
            int count;
            while ((count = await from.ReadAsync(block, _end.Token)) > 0)
            {
                long left = Interlocked.Add(ref _left, -count);
                bool isCut = left <= 0 && left + count > 0;
                await to.WriteAsync(block.AsMemory(0, isCut ? (int)(left + count) : count), _end.Token);
                carried(count);
                if (isCut)
                {
                    Cuts++;
                    return;
                }
            }
        }
        catch (Exception over) when (IsOver(over))
        {
            // The other side has gone.
        }
    }
}
