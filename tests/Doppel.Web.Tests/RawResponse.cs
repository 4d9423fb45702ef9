using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;

namespace Doppel.Web.Tests;

/// <summary>What came back over a socket, byte by byte.</summary>
internal sealed class RawResponse
{
    private readonly string[] _head;

    private RawResponse(byte[] all)
    {
        int end = all.AsSpan().IndexOf("\r\n\r\n"u8);
        int headBytes = end < 0 ? all.Length : end;
        _head = Encoding.Latin1.GetString(all, 0, headBytes).Split("\r\n");
        Body = end < 0 ? [] : all[(end + 4)..];
        Status = _head[0].Split(' ') is [_, var status, ..] ? int.Parse(status) : 0;
    }

    /// <summary>Gets the status; 0 if the server closed the connection without an answer.</summary>
    internal int Status { get; }

    internal byte[] Body { get; }

    internal string Text => Encoding.UTF8.GetString(Body);

    internal JsonElement Json => JsonDocument.Parse(Body).RootElement;

    internal string? Header(string name) => _head
        .Where(line => line.StartsWith(name + ": ", StringComparison.OrdinalIgnoreCase))
        .Select(line => line[(name.Length + 2)..]).FirstOrDefault();

    /// <summary>Sends bytes and reads until the server closes.</summary>
    /// <param name="port">The port of the server.</param>
    /// <param name="request">The bytes, which need not be a request.</param>
    /// <param name="patience">After how long the sending side is closed, because the server may want more.</param>
    internal static async Task<RawResponse> Of(int port, byte[] request, TimeSpan patience)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(IPAddress.Loopback, port, limit.Token);
        using var all = new MemoryStream();
        try
        {
            await socket.SendAsync(request, limit.Token);
            using var timer = new Timer(_ => EndSending(socket), null, patience, Timeout.InfiniteTimeSpan);
            byte[] block = new byte[65_536];
            for (int read = 1; read > 0; all.Write(block, 0, read))
            {
                read = await socket.ReceiveAsync(block, limit.Token);
            }
        }
        catch (SocketException)
        {
            // A server may close before it has read everything. What it said until then counts.
        }

        return new RawResponse(all.ToArray());
    }

    private static void EndSending(Socket socket)
    {
        try
        {
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            // The server has closed the connection by itself.
        }
    }
}
