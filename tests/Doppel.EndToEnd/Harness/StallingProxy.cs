using System.Net;
using System.Net.Sockets;

namespace Doppel.EndToEnd.Harness;

/// <summary>
/// Stands before a server, counts bytes, and lets a connection stand still when it has carried enough.
/// </summary>
internal sealed class StallingProxy : IDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TaskCompletionSource _stalled = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Uri _server;
    private readonly long _upMax;
    private readonly long _downMax;
    private long _up;
    private long _down;

    /// <summary>Begins to listen.</summary>
    /// <param name="server">Where all goes.</param>
    /// <param name="upMax">So much of one connection goes to the server.</param>
    /// <param name="downMax">So much of one connection comes from there.</param>
    public StallingProxy(Uri server, long upMax = long.MaxValue, long downMax = long.MaxValue)
    {
        _server = server;
        _upMax = upMax;
        _downMax = downMax;
        _listener.Start();
        Endpoint = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _ = AcceptAsync();
    }

    /// <summary>Where it listens.</summary>
    public Uri Endpoint { get; }

    /// <summary>Bytes to the server, of all connections.</summary>
    public long Up => Interlocked.Read(ref _up);

    /// <summary>Bytes from the server, of all connections.</summary>
    public long Down => Interlocked.Read(ref _down);

    /// <summary>Waits until a connection stands still.</summary>
    public void WaitUntilItStalls() =>
        Assert.True(_stalled.Task.Wait(TimeSpan.FromMinutes(2)), "No connection carried enough to stand still.");

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
        _end.Dispose();
    }

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
                NetworkStream near = client.GetStream();
                NetworkStream far = server.GetStream();
                await Task.WhenAny(
                    PumpAsync(near, far, _upMax, count => Interlocked.Add(ref _up, count)),
                    PumpAsync(far, near, _downMax, count => Interlocked.Add(ref _down, count)));
            }
            catch (Exception over) when (IsOver(over))
            {
                // One of the two has gone.
            }
        }
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to, long most, Action<int> tell)
    {
        byte[] block = new byte[64 * 1024];
        long carried = 0;
        try
        {
            int count;
            while ((count = await from.ReadAsync(block, _end.Token)) > 0)
            {
                carried += count;
                if (carried > most)
                {
                    _stalled.TrySetResult();
                    await Task.Delay(Timeout.Infinite, _end.Token);
                }

                tell(count);
                await to.WriteAsync(block.AsMemory(0, count), _end.Token);
            }
        }
        catch (Exception over) when (IsOver(over))
        {
            // One of the two has gone.
        }
    }

    private static bool IsOver(Exception failure) => failure is IOException or SocketException
        or OperationCanceledException or ObjectDisposedException;
}
