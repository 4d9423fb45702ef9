using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Doppel.S3.Tests.Credentials;

/// <summary>A server on this machine that answers each request with bytes, right or wrong, and closes.</summary>
internal sealed class LoopbackServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly Func<ReceivedRequest, CancellationToken, Task<byte[]>> _answer;

    public LoopbackServer(Func<ReceivedRequest, CancellationToken, Task<byte[]>> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = AcceptAsync();
    }

    public LoopbackServer(Func<ReceivedRequest, byte[]> answer)
        : this((request, _) => Task.FromResult(answer(request)))
    {
    }

    public ConcurrentQueue<ReceivedRequest> Requests { get; } = [];

    public string Address => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

    public static byte[] Answer(int status, string body) => Encoding.UTF8.GetBytes(
        $"HTTP/1.1 {status} Some\r\nContent-Length: {Encoding.UTF8.GetByteCount(body)}\r\n"
        + $"Connection: close\r\n\r\n{body}");

    public static byte[] Ok(string body) => Answer(200, body);

    public void Dispose()
    {
        _end.Cancel();
        _listener.Stop();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        CancellationToken end = _end.Token;
        while (true)
        {
            TcpClient client;
            try
            {
                client = await _listener.AcceptTcpClientAsync(end);
            }
            catch (Exception ended) when (ended is OperationCanceledException or SocketException)
            {
                return;
            }

            _ = ServeAsync(client, end);
        }
    }

    private async Task ServeAsync(TcpClient client, CancellationToken end)
    {
        using (client)
        {
            try
            {
                NetworkStream stream = client.GetStream();
                ReceivedRequest request = await ReadAsync(stream, end);
                Requests.Enqueue(request);
                await stream.WriteAsync(await _answer(request, end), end);
                client.Client.Shutdown(SocketShutdown.Send);

                // Closed by the other side first, else what it still sends would reset the connection.
                while (await stream.ReadAsync(new byte[1024], end) > 0)
                {
                }
            }
            catch (Exception gone) when (gone is IOException or SocketException or OperationCanceledException)
            {
                // The client gave up, or the test is over.
            }
        }
    }

    private static async Task<ReceivedRequest> ReadAsync(NetworkStream stream, CancellationToken end)
    {
        var bytes = new List<byte>();
        byte[] piece = new byte[4096];
        int headEnd;
        while ((headEnd = Text(bytes).IndexOf("\r\n\r\n", StringComparison.Ordinal)) < 0)
        {
            bytes.AddRange(piece.AsSpan(0, await stream.ReadAtLeastAsync(piece, 1, true, end)));
        }

        string[] lines = Text(bytes)[..headEnd].Split("\r\n");
        string[] first = lines[0].Split(' ');
        var headers = lines.Skip(1).Select(line => line.Split(':', 2))
            .ToDictionary(pair => pair[0], pair => pair[1].Trim(), StringComparer.OrdinalIgnoreCase);
        int length = headers.TryGetValue("Content-Length", out string? text) ? int.Parse(text) : 0;
        while (bytes.Count < headEnd + 4 + length)
        {
            bytes.AddRange(piece.AsSpan(0, await stream.ReadAtLeastAsync(piece, 1, true, end)));
        }

        return new ReceivedRequest(first[0], first[1], headers, Text(bytes)[(headEnd + 4)..]);
    }

    private static string Text(List<byte> bytes) => Encoding.Latin1.GetString([.. bytes]);
}
