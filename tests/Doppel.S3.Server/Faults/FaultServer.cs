using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace Doppel.S3.Server;

/// <summary>HTTP/1.1 on a free port of loopback, answered by a handler, or wrongly where a test says so.</summary>
/// <remarks>
/// It works on bare sockets, since a real server would mend most of what must go wrong here. Everything may be called
/// from any thread. When <see cref="DisposeAsync"/> has ended, so has everything that it ran.
/// </remarks>
public sealed class FaultServer : IAsyncDisposable
{
    private readonly IRequestHandler _handler;
    private readonly X509Certificate2? _certificate;
    private readonly RequestLog _log = new();
    private readonly List<FaultRule> _rules = [];
    private readonly Queue<ConnectFault> _connectFaults = new();
    private readonly HashSet<Task> _tasks = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _lock = new();
    private readonly int _port;
    private Socket? _listener;
    private Task _accepting;
    private int _open;
    private int _stalled;

    private FaultServer(IRequestHandler handler, X509Certificate2? certificate)
    {
        _handler = handler;
        _certificate = certificate;
        _listener = Listen(0);
        _port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
        _accepting = AcceptAsync(_listener);
        Endpoint = new Uri($"{(certificate is null ? "http" : "https")}://127.0.0.1:{_port}");
    }

    /// <summary>Where it serves.</summary>
    public Uri Endpoint { get; }

    /// <summary>How many connections there were, those that went wrong among them.</summary>
    public int Connections => _log.Connections;

    /// <summary>How many connections there are.</summary>
    public int OpenConnections => Volatile.Read(ref _open);

    /// <summary>How many requests a fault leaves without an answer until the client ends the connection.</summary>
    public int StalledRequests => Volatile.Read(ref _stalled);

    /// <summary>The heads that came, in their order; the last 100,000.</summary>
    public IReadOnlyList<RawRequest> Requests => _log.Requests;

    /// <summary>What went wrong though nobody asked for it: empty after a sound test.</summary>
    public IReadOnlyList<Exception> Problems => _log.Problems;

    /// <summary>Starts one.</summary>
    /// <param name="handler">What answers; 200 and a short text where null.</param>
    /// <param name="certificate">With one it serves TLS. It stays the caller's.</param>
    public static FaultServer Start(IRequestHandler? handler = null, X509Certificate2? certificate = null) =>
        new(handler ?? new PlainHandler(), certificate);

    /// <summary>Makes a fault happen to requests. The first rule that still takes one decides.</summary>
    /// <param name="when">To which requests; called under a lock, so it only looks.</param>
    /// <param name="fault">What happens.</param>
    /// <param name="times">How often at most.</param>
    /// <param name="after">How many such requests go well before.</param>
    public FaultRule On(Func<RawRequest, bool> when, Fault fault, int times = int.MaxValue, int after = 0)
    {
        var rule = new FaultRule(when, fault, times, after);
        lock (_lock)
        {
            _rules.Add(rule);
        }

        return rule;
    }

    /// <summary>Makes a fault happen to the next request, or the next few, whatever they are.</summary>
    public FaultRule Next(Fault fault, int times = 1) => On(_ => true, fault, times);

    /// <summary>Makes a fault happen to the next connections.</summary>
    public void NextConnection(ConnectFault fault, int times = 1)
    {
        lock (_lock)
        {
            for (int i = 0; i < times; i++)
            {
                _connectFaults.Enqueue(fault);
            }
        }
    }

    /// <summary>Ends when so many requests have come.</summary>
    public Task WaitForRequestsAsync(int count, CancellationToken cancellation = default) =>
        _log.WaitAsync(count, cancellation);

    /// <summary>Refuses new connections from now on; those that are open stay.</summary>
    public async Task RefuseAsync()
    {
        _listener?.Dispose();
        _listener = null;
        await _accepting;
    }

    /// <summary>Takes connections again, on the same port.</summary>
    public void AcceptAgain()
    {
        if (_listener is null)
        {
            _listener = Listen(_port);
            _accepting = AcceptAsync(_listener);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await RefuseAsync();
        while (true)
        {
            Task[] tasks;
            lock (_lock)
            {
                tasks = [.. _tasks];
            }

            if (tasks.Length == 0)
            {
                break;
            }

            await Task.WhenAll(tasks);
            lock (_lock)
            {
                _tasks.ExceptWith(tasks);
            }
        }

        _stop.Dispose();
    }

    private static Socket Listen(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, port != 0);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
        socket.Listen(512);
        return socket;
    }

    private async Task AcceptAsync(Socket listener)
    {
        try
        {
            while (true)
            {
                Serve(await listener.AcceptAsync(_stop.Token));
            }
        }
        catch (Exception end) when (end is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // The listener was closed, or everything ends.
        }
    }

    private void Serve(Socket socket)
    {
        socket.NoDelay = true;
        int number = _log.AddConnection();
        Interlocked.Increment(ref _open);
        lock (_lock)
        {
            ConnectFault? fault = _connectFaults.TryDequeue(out ConnectFault next) ? next : null;
            Task task = Task.Run(() => ServeAsync(socket, number, fault));
            _tasks.Add(task);
            task.ContinueWith(Forget, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
        }
    }

    private void Forget(Task task)
    {
        lock (_lock)
        {
            _tasks.Remove(task);
        }
    }

    private async Task ServeAsync(Socket socket, int number, ConnectFault? fault)
    {
        try
        {
            using (socket)
            {
                if (fault is { } known)
                {
                    await FailAsync(socket, known);
                    return;
                }

                await using Stream stream = await OpenAsync(new NetworkStream(socket, ownsSocket: true));
                using var connection = new RawConnection(socket, stream, number);
                await ServeAsync(connection);
            }
        }
        catch (Exception end) when (IsUsual(end))
        {
            // Clients come and go, and so does the server.
        }
        finally
        {
            Interlocked.Decrement(ref _open);
        }
    }

    private async Task ServeAsync(RawConnection connection)
    {
        try
        {
            await ServeRequestsAsync(connection);
        }
        catch (Exception problem) when (!IsUsual(problem))
        {
            // Noted before the client sees the end.
            _log.AddProblem(problem);
        }
    }

    private static bool IsUsual(Exception end) => end is not WireException && end is IOException or SocketException
        or ObjectDisposedException or OperationCanceledException or AuthenticationException;

    private async Task ServeRequestsAsync(RawConnection connection)
    {
        while (!connection.IsEnded
            && await connection.ReadHeadAsync(_log.NextNumber, _stop.Token) is { } request)
        {
            var exchange = new Exchange(
                connection, request, _handler, by => Interlocked.Add(ref _stalled, by), _stop.Token);
            Fault? fault = FaultFor(request);
            _log.Add(request);
            if (fault is not null)
            {
                await fault.RunAsync(exchange);
            }
            else
            {
                await exchange.WriteAsync(await exchange.AnswerAsync());
            }

            if (!connection.IsEnded && (request.HeaderHas("Connection", "close") || request.Version == "HTTP/1.0"))
            {
                await connection.CloseAsync();
            }
            else if (!connection.IsEnded)
            {
                await exchange.SkipBodyAsync();
            }
        }
    }

    private Fault? FaultFor(RawRequest request)
    {
        lock (_lock)
        {
            return _rules.FirstOrDefault(rule => rule.Takes(request))?.Fault;
        }
    }

    private async ValueTask<Stream> OpenAsync(NetworkStream plain)
    {
        if (_certificate is null)
        {
            return plain;
        }

        var secure = new SslStream(plain);
        await secure.AuthenticateAsServerAsync(
            new SslServerAuthenticationOptions { ServerCertificate = _certificate }, _stop.Token);
        return secure;
    }

    private async Task FailAsync(Socket socket, ConnectFault fault)
    {
        byte[] bytes = new byte[1 << 14];
        switch (fault)
        {
            case ConnectFault.Reset:
                await socket.ReceiveAsync(bytes, _stop.Token);
                socket.LingerState = new LingerOption(enable: true, seconds: 0);
                break;
            case ConnectFault.Stall:
                await Task.Delay(Timeout.Infinite, _stop.Token);
                break;
            case ConnectFault.TlsAlert:
                await socket.ReceiveAsync(bytes, _stop.Token);
                // A record of kind alert (21) in the words of TLS 1.2: fatal (2), handshake failure (40).
                await socket.SendAsync((byte[])[21, 3, 3, 0, 2, 2, 40], _stop.Token);
                socket.Shutdown(SocketShutdown.Send);
                await socket.ReceiveAsync(bytes, _stop.Token);
                break;
        }
    }
}
