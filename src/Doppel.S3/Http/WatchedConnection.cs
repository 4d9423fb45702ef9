using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Doppel.S3.Http;

/// <summary>A connection whose reader can wait for bytes before it asks the stack for them.</summary>
/// <remarks>
/// A read of a body that finds bytes allocates nothing, and one that has to wait for them some 200 bytes in the stack:
/// of 123 MiB that is 100 KiB of garbage in a thousand reads. So who reads bodies waits here first, which costs
/// nothing. Only a read whose memory came down here untouched tells that nothing is held in between, neither by the
/// stack nor by TLS; else nobody waits.
/// </remarks>
internal sealed class WatchedConnection(Socket socket) : NetworkStream(socket, ownsSocket: true)
{
    [ThreadStatic]
    private static Memory<byte> t_watched;

    [ThreadStatic]
    private static WatchedConnection? t_seen;

    /// <summary>Opens one, for <see cref="SocketsHttpHandler.ConnectCallback"/>.</summary>
    internal static async ValueTask<Stream> OpenAsync(
        SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, cancellationToken).ConfigureAwait(false);
            return new WatchedConnection(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Begins a read, and finds the connection that it came down to.</summary>
    /// <param name="body">The body of an answer.</param>
    /// <param name="buffer">Where its bytes go.</param>
    /// <param name="connection">Null unless the connection reads right into the buffer.</param>
    /// <param name="cancellationToken">Ends it.</param>
    internal static ValueTask<int> ReadAsync(
        Stream body, Memory<byte> buffer, out WatchedConnection? connection, CancellationToken cancellationToken)
    {
        t_watched = buffer;
        try
        {
            return body.ReadAsync(buffer, cancellationToken);
        }
        finally
        {
            connection = t_seen;
            t_seen = null;
            t_watched = default;
        }
    }

    /// <summary>Waits until there are bytes, or the connection has ended.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    internal async ValueTask WaitAsync(CancellationToken cancellationToken)
    {
        try
        {
            await Socket.ReceiveAsync(Memory<byte>.Empty, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is SocketException or ObjectDisposedException)
        {
            // The read that follows tells what is wrong.
        }
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (!buffer.IsEmpty && buffer.Equals(t_watched))
        {
            t_seen = this;
        }

        return base.ReadAsync(buffer, cancellationToken);
    }
}
