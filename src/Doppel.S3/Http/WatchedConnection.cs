using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Doppel.S3.Http;

/// <summary>A connection whose reader can wait for bytes before it asks the stack for them.</summary>
/// <remarks>
/// A read of a body that finds bytes allocates nothing, and one that has to wait for them some 200 bytes in the stack:
/// of 123 MiB that is up to 100 KiB of garbage. So who reads bodies waits here first, which costs nothing. The stack
/// may hold bytes in between; a read of no bytes tells, since it comes down to the connection only where it holds none.
/// That is so for HTTP/1.1 without TLS, and elsewhere nobody waits here.
/// </remarks>
internal sealed class WatchedConnection(Socket socket) : NetworkStream(socket, ownsSocket: true)
{
    // Enough that hardly a read waits in the stack, and an end to it where a system does not wait for no bytes.
    private const int WaitsMax = 4;

    [ThreadStatic]
    private static bool s_isAsking;

    [ThreadStatic]
    private static WatchedConnection? s_asked;

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

    /// <summary>Waits until there is something to read, or the connection has ended.</summary>
    /// <param name="body">The body of an answer that came by HTTP/1.1 without TLS over such a connection.</param>
    /// <param name="cancellationToken">Ends it.</param>
    internal static ValueTask WaitAsync(Stream body, CancellationToken cancellationToken)
    {
        s_isAsking = true;
        try
        {
            ValueTask<int> nothing = body.ReadAsync(Memory<byte>.Empty, cancellationToken);
            return s_asked is { } connection ? connection.WaitAsync(nothing, cancellationToken)
                : nothing.IsCompletedSuccessfully ? ValueTask.CompletedTask
                : new ValueTask(nothing.AsTask());
        }
        finally
        {
            s_isAsking = false;
            s_asked = null;
        }
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (!s_isAsking || !buffer.IsEmpty)
        {
            return base.ReadAsync(buffer, cancellationToken);
        }

        s_asked = this;
        return new ValueTask<int>(0);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WaitAsync(ValueTask<int> nothing, CancellationToken cancellationToken)
    {
        await nothing.ConfigureAwait(false);
        try
        {
            // A notice may be of bytes that the last read has taken already: then there is nothing yet.
            int waits = 0;
            do
            {
                await Socket.ReceiveAsync(Memory<byte>.Empty, cancellationToken).ConfigureAwait(false);
            }
            while (!Socket.Poll(TimeSpan.Zero, SelectMode.SelectRead) && ++waits < WaitsMax);
        }
        catch (Exception failure) when (failure is SocketException or ObjectDisposedException)
        {
            // The read that follows tells what is wrong.
        }
    }
}
