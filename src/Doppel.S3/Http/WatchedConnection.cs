using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// A connection on which readers and writers can wait before they call the HTTP stack, where waiting would allocate.
/// </summary>
/// <remarks>
/// <para>In the HTTP stack, a body read that finds data allocates nothing, but one that has to wait allocates about
/// 200 bytes: up to 200 KiB of garbage for 123 MiB. Readers of bodies therefore wait here first, which allocates
/// nothing. The stack may still hold buffered data; a zero-byte read shows this, because it reaches the connection only
/// if the stack holds none. This is true for HTTP/1.1. With HTTP/2, no reader waits here.</para>
/// <para>Over TLS, a write waits for space in the connection below, and never inside TLS.</para>
/// </remarks>
/// <param name="inner">The connection, with or without TLS.</param>
/// <param name="below">
/// The connection below TLS, or null if there is no TLS or a proxy is in between.
/// </param>
internal sealed class WatchedConnection(Stream inner, WriteBehindConnection? below) : Stream
{
    // Enough that hardly any read waits in the HTTP stack. The limit ends the loop on systems where a zero-byte read
    // does not wait.
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

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Opens a connection, for <see cref="SocketsHttpHandler.ConnectCallback"/>.</summary>
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

        // The request carries the lower connection past TLS to WatchAsync.
        var below = new WriteBehindConnection(socket);
        first.Options.Set(s_below, below);
        return below;
    }

    /// <summary>Wraps a connection, for <see cref="SocketsHttpHandler.PlaintextStreamFilter"/>.</summary>
    internal static ValueTask<Stream> WatchAsync(
        SocketsHttpPlaintextStreamFilterContext context, CancellationToken cancellationToken)
    {
        context.InitialRequestMessage.Options.TryGetValue(s_below, out WriteBehindConnection? below);
        return new(new WatchedConnection(context.PlaintextStream, below));
    }

    /// <summary>Waits until data is available or the connection has ended.</summary>
    /// <param name="body">The body of an HTTP/1.1 response that arrives over such a connection.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="IOException">The connection is broken.</exception>
    internal static ValueTask WaitAsync(Stream body, CancellationToken cancellationToken)
    {
        s_isAsking = true;
        try
        {
            ValueTask<int> nothing = body.ReadAsync(Memory<byte>.Empty, cancellationToken);
            if (!nothing.IsCompletedSuccessfully)
            {
                return new ValueTask(nothing.AsTask());
            }

            return s_asked is { } connection ? connection.WaitAsync(cancellationToken) : ValueTask.CompletedTask;
        }
        finally
        {
            s_isAsking = false;
            s_asked = null;
        }
    }

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

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        inner.ReadAsync(buffer, offset, count, cancellationToken);

    public override int Read(byte[] buffer, int offset, int count) => inner.Read(buffer, offset, count);

    public override int Read(Span<byte> buffer) => inner.Read(buffer);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        below is null
            ? inner.WriteAsync(buffer, cancellationToken)
            : WriteRecordsAsync(below, buffer, cancellationToken);

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        inner.WriteAsync(buffer, offset, count, cancellationToken);

    public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);

    public override void Write(ReadOnlySpan<byte> buffer) => inner.Write(buffer);

    public override void Flush() => inner.Flush();

    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }

    // Linux delays acknowledgments by up to 40 ms, to send them together with outgoing data. If a server sends the head
    // of a response and waits for its acknowledgment before it sends the rest (Nagle's algorithm), even the smallest
    // object takes that long. Immediate acknowledgment must be requested again each time (tcp(7), TCP_QUICKACK).
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
            // The next read reports the error.
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
            // A socket notification may refer to data that the previous read has already consumed. Then there is no
            // data yet.
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
            // The next read reports the error.
        }
    }
}
