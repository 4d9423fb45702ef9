using System.Net.Sockets;
using System.Text;

namespace Doppel.S3.Tests.Servers;

/// <summary>A client that sends what it is told and shows what comes, byte by byte.</summary>
internal sealed class RawClient : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly StringBuilder _read = new();

    public static async Task<RawClient> ConnectAsync(Uri server)
    {
        var client = new RawClient();
        await client._socket.ConnectAsync(server.Host, server.Port, TestContext.Current.CancellationToken);
        return client;
    }

    /// <summary>Sends a request, says that nothing more comes, and reads to the end.</summary>
    public static async Task<(string Text, RawEnd End)> ExchangeAsync(Uri server, string request)
    {
        using RawClient client = await ConnectAsync(server);
        await client.SendAsync(request);
        client._socket.Shutdown(SocketShutdown.Send);
        return await client.ReadToEndAsync();
    }

    public Task SendAsync(string text) => SendAsync(Encoding.Latin1.GetBytes(text));

    public async Task SendAsync(byte[] bytes)
    {
        for (int sent = 0; sent < bytes.Length;)
        {
            sent += await _socket.SendAsync(bytes.AsMemory(sent), TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Reads until what came ends so; it is taken out of what is read then.</summary>
    public async Task<string> ReadUntilAsync(string end)
    {
        while (!_read.ToString().Contains(end, StringComparison.Ordinal))
        {
            Assert.True(await ReadAsync() > 0, $"the server ended after: {_read}");
        }

        string all = _read.ToString();
        int length = all.IndexOf(end, StringComparison.Ordinal) + end.Length;
        _read.Clear().Append(all[length..]);
        return all[..length];
    }

    public async Task<(string Text, RawEnd End)> ReadToEndAsync()
    {
        try
        {
            while (await ReadAsync() > 0)
            {
                // Until there is nothing more.
            }

            return (_read.ToString(), RawEnd.Closed);
        }
        catch (SocketException reset) when (reset.SocketErrorCode == SocketError.ConnectionReset)
        {
            return (_read.ToString(), RawEnd.Reset);
        }
    }

    public void Dispose() => _socket.Dispose();

    private async Task<int> ReadAsync()
    {
        byte[] bytes = new byte[1 << 16];
        int count = await _socket.ReceiveAsync(bytes, TestContext.Current.CancellationToken);
        _read.Append(Encoding.Latin1.GetString(bytes, 0, count));
        return count;
    }
}
