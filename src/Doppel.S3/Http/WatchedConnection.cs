using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3.Http;

/// <summary>A connection whose reader and writer can wait before they ask the stack, where waiting allocates.</summary>
/// <remarks>
/// <para>A read of a body that finds bytes allocates nothing, and one that has to wait for them some 200 bytes in the
/// stack: of 123 MiB that is up to 200 KiB of garbage. So who reads bodies waits here first, which costs nothing. The
/// stack may hold bytes in between; a read of no bytes tells, since it comes down to the connection only where it
/// holds none. That is so for HTTP/1.1, and with HTTP/2 nobody waits here.</para>
/// <para>Over TLS a write waits for room in the connection below, and never within.</para>
/// </remarks>
/// <param name="inner">The connection, over TLS or not.</param>
/// <param name="below">What TLS goes over; null where there is none, or a proxy in between.</param>
internal sealed class WatchedConnection(Stream inner, WriteBehindConnection? below) : Stream
{
    // Enough that hardly a read waits in the stack, and an end to it where a system does not wait for no bytes.
    private const int WaitsMax = 4;

    private const int TcpLevel = 6;
    private const int TcpQuickAck = 12;

    private static readonly byte[] s_on = BitConverter.GetBytes(1);
    private static readonly HttpRequestOptionsKey<WriteBehindConnection> s_below = new("doppel-s3-below-tls");

    private readonly Socket? _socket = below?.Socket ?? (inner as NetworkStream)?.Socket;

    [ThreadStatic]
    private static bool s_isAsking;

    [ThreadStatic]
    private static WatchedConnection? s_asked;

    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Connects, for <see cref="SocketsHttpHandler.ConnectCallback"/>.</summary>
    internal static async ValueTask<Stream> ConnectAsync(
        SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        HttpRequestMessage first = context.InitialRequestMessage;
        if (first.RequestUri?.Scheme != Uri.UriSchemeHttps)
        {
            return new NetworkStream(socket, ownsSocket: true);
        }

        // The request takes it over TLS to where it is watched.
        var below = new WriteBehindConnection(socket);
        first.Options.Set(s_below, below);
        return below;
    }

    /// <summary>Watches one, for <see cref="SocketsHttpHandler.PlaintextStreamFilter"/>.</summary>
    internal static ValueTask<Stream> WatchAsync(
        SocketsHttpPlaintextStreamFilterContext context, CancellationToken cancellationToken)
    {
        context.InitialRequestMessage.Options.TryGetValue(s_below, out WriteBehindConnection? below);
        return new(new WatchedConnection(context.PlaintextStream, below));
    }

    /// <summary>Waits until there is something to read, or the connection has ended.</summary>
    /// <param name="body">The body of an answer that came by HTTP/1.1 over such a connection.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="IOException">The connection is broken.</exception>
    internal static ValueTask WaitAsync(Stream body, CancellationToken cancellationToken)
    {
        s_isAsking = true;
        try
        {
            ValueTask<int> nothing = body.ReadAsync(Memory<byte>.Empty, cancellationToken);
            return !nothing.IsCompletedSuccessfully ? new ValueTask(nothing.AsTask())
                : s_asked is { } connection ? connection.WaitAsync(cancellationToken)
                : ValueTask.CompletedTask;
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
            Acknowledge();
            return inner.ReadAsync(buffer, cancellationToken);
        }

        s_asked = this;
        return new ValueTask<int>(0);
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        inner.ReadAsync(buffer, offset, count, cancellationToken);

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => inner.Read(buffer, offset, count);

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer) => inner.Read(buffer);

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        below is null
            ? inner.WriteAsync(buffer, cancellationToken)
            : WriteRecordsAsync(below, buffer, cancellationToken);

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        inner.WriteAsync(buffer, offset, count, cancellationToken);

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer) => inner.Write(buffer);

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }

    // Linux holds back the acknowledgement of what came for up to 40 ms, to send it along with what is said next. A
    // server that sends the head of an answer, and the rest when that is acknowledged (Nagle), then takes as long for
    // the smallest object. It has to be asked for again each time (tcp(7), TCP_QUICKACK).
    private void Acknowledge()
    {
        if (!OperatingSystem.IsLinux() || _socket is null)
        {
            return;
        }

        try
        {
            _socket.SetRawSocketOption(TcpLevel, TcpQuickAck, s_on);
        }
        catch (Exception failure) when (failure is SocketException or ObjectDisposedException)
        {
            // The read that follows tells what is wrong.
        }
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    private async ValueTask WriteRecordsAsync(
        WriteBehindConnection sender, ReadOnlyMemory<byte> rest, CancellationToken cancellationToken)
    {
        do
        {
            await sender.WaitForRoomAsync().ConfigureAwait(false);
            int bytes = Math.Min(rest.Length, WriteBehindConnection.RecordBytesMax);
            sender.IsMoreToCome = bytes < rest.Length;
            await inner.WriteAsync(rest.Slice(0, bytes), cancellationToken).ConfigureAwait(false);
            rest = rest.Slice(bytes);
        }
        while (!rest.IsEmpty);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    private async ValueTask WaitAsync(CancellationToken cancellationToken)
    {
        try
        {
            // A notice of a socket may be of bytes that the last read has taken already: then there is nothing yet.
            int waits = 0;
            do
            {
                Acknowledge();
                await inner.ReadAsync(Memory<byte>.Empty, cancellationToken).ConfigureAwait(false);
            }
            while (inner is NetworkStream network && !network.Socket.Poll(TimeSpan.Zero, SelectMode.SelectRead)
                && ++waits < WaitsMax);
        }
        catch (Exception failure) when (failure is SocketException or ObjectDisposedException)
        {
            // The read that follows tells what is wrong.
        }
    }
}
