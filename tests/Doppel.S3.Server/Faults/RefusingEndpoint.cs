using System.Net;
using System.Net.Sockets;

namespace Doppel.S3.Server;

/// <summary>An address where nobody listens, and nobody can begin to while this is not disposed.</summary>
public sealed class RefusingEndpoint : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    /// <summary>Takes a free port.</summary>
    public RefusingEndpoint()
    {
        _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        Endpoint = new Uri($"http://127.0.0.1:{((IPEndPoint)_socket.LocalEndPoint!).Port}");
    }

    /// <summary>The address.</summary>
    public Uri Endpoint { get; }

    /// <inheritdoc/>
    public void Dispose() => _socket.Dispose();
}
