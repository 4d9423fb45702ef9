using System.Net.Sockets;
using System.Threading.Tasks.Sources;

namespace Doppel.S3;

/// <summary>A connection below TLS that accepts writes immediately and sends them in the background.</summary>
/// <remarks>
/// A write that has to wait allocates about 420 bytes in the runtime's TLS implementation and meanwhile occupies a
/// 64 KiB block of its pool: up to 100 KiB of garbage for 123 MiB. Writers therefore never wait there. A writer first
/// waits here for space, which allocates nothing, and its write then fits. Records are sent together, 64 KiB per system
/// call instead of 32. One thread may write and one may read, both at the same time.
/// </remarks>
internal sealed class WriteBehindConnection : Stream, IValueTaskSource
{
    /// <summary>
    /// The maximum number of bytes per write: a TLS record with this content has at most 16 KiB, including overhead.
    /// </summary>
    internal const int RecordBytesMax = 16 * 1024 - 128;

    private const int SendBytes = 64 * 1024;
    private const int BlockBytes = 2 * SendBytes;
    private const int RoomBytes = 16 * 1024;

    private readonly Lock _lock = new();
    private readonly Socket _socket;
    private readonly NetworkStream _inner;

    // Suppresses the execution context, so that the context of the first request does not flow into later sends.
    private readonly SocketAsyncEventArgs _send = new(true);

    private ManualResetValueTaskSourceCore<bool> _room;
    private byte[]? _gathered;
    private byte[]? _sending;
    private int _gatheredBytes;
    private int _sendingFrom;
    private int _sendingTo;
    private bool _isSending;
    private bool _isAwaited;
    private bool _isClosed;
    private SocketError _error;

    internal WriteBehindConnection(Socket socket)
    {
        _socket = socket;
        _inner = new NetworkStream(socket, ownsSocket: true);
        _send.Completed += (_, _) => GoOn();
    }

    /// <summary>The underlying socket.</summary>
    internal Socket Socket => _socket;

    /// <summary>Whether more data follows the next write, so that sending it can wait for more.</summary>
    internal bool IsMoreToCome { get; set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Waits until a write of <see cref="RecordBytesMax"/> bytes would complete synchronously.</summary>
    /// <exception cref="IOException">The connection is broken.</exception>
    /// <remarks>
    /// Closing the connection ends the wait. The HTTP stack closes it for every request that is canceled.
    /// </remarks>
    internal ValueTask WaitForRoomAsync()
    {
        lock (_lock)
        {
            ThrowIfBroken();
            if (_gatheredBytes + RoomBytes <= BlockBytes)
            {
                return ValueTask.CompletedTask;
            }

            _isAwaited = true;
            _room.Reset();
            return new ValueTask(this, _room.Version);
        }
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int taken = Take(buffer.Span);
        return taken == buffer.Length ? ValueTask.CompletedTask : TakeRestAsync(buffer.Slice(taken));
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        _inner.ReadAsync(buffer, cancellationToken);

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        _inner.ReadAsync(buffer, offset, count, cancellationToken);

    /// <summary>Does nothing: data that is not held back for more is already being sent.</summary>
    public override void Flush()
    {
    }

    /// <inheritdoc cref="Flush"/>
    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override int Read(byte[] buffer, int offset, int count) => _inner.Read(buffer, offset, count);

    /// <summary>Not supported: there are no blocking writes.</summary>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    void IValueTaskSource.GetResult(short token)
    {
        _room.GetResult(token);
        lock (_lock)
        {
            ThrowIfBroken();
        }
    }

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _room.GetStatus(token);

    void IValueTaskSource.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _room.OnCompleted(continuation, state, token, flags);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            // This ends a send in progress, and with it a wait for space.
            _inner.Dispose();
            lock (_lock)
            {
                _isClosed = true;
                if (!_isSending)
                {
                    Free();
                }
            }

            _send.Dispose();
        }

        base.Dispose(disposing);
    }

    private async ValueTask TakeRestAsync(ReadOnlyMemory<byte> rest)
    {
        while (!rest.IsEmpty)
        {
            await WaitForRoomAsync().ConfigureAwait(false);
            rest = rest.Slice(Take(rest.Span));
        }
    }

    /// <summary>Copies as many bytes as there is space for.</summary>
    private int Take(ReadOnlySpan<byte> bytes)
    {
        int taken;
        lock (_lock)
        {
            ThrowIfBroken();
            _gathered ??= Blocks.Pool.Rent(BlockBytes);
            taken = Math.Min(bytes.Length, BlockBytes - _gatheredBytes);
            bytes.Slice(0, taken).CopyTo(_gathered.AsSpan(_gatheredBytes));
            _gatheredBytes += taken;
            if (_isSending || (IsMoreToCome && _gatheredBytes < SendBytes))
            {
                return taken;
            }

            BeginSend();
        }

        Send();
        return taken;
    }

    private void BeginSend()
    {
        _isSending = true;
        (_sending, _gathered) = (_gathered, _sending);
        _sendingFrom = 0;
        _sendingTo = _gatheredBytes;
        _gatheredBytes = 0;
    }

    /// <summary>Sends until nothing is left or the system has to be waited for.</summary>
    private void Send()
    {
        while (!IsWaiting() && HasMore())
        {
        }
    }

    private bool IsWaiting()
    {
        try
        {
            _send.SetBuffer(_sending, _sendingFrom, _sendingTo - _sendingFrom);
            return _socket.SendAsync(_send);
        }
        catch (ObjectDisposedException)
        {
            // The request has been abandoned in the meantime.
            _send.SocketError = SocketError.OperationAborted;
            return false;
        }
    }

    private bool HasMore()
    {
        lock (_lock)
        {
            _error = _send.SocketError;
            if (_error == SocketError.Success)
            {
                _sendingFrom += _send.BytesTransferred;
                if (_sendingFrom < _sendingTo)
                {
                    return true;
                }

                if (_gatheredBytes > 0)
                {
                    BeginSend();
                    return true;
                }
            }

            _isSending = false;
            Free();
            return false;
        }
    }

    // Called when an asynchronous send has completed.
    private void GoOn()
    {
        if (HasMore())
        {
            Send();
        }

        bool hasRoom;
        lock (_lock)
        {
            hasRoom = _isAwaited && (!_isSending || _gatheredBytes + RoomBytes <= BlockBytes);
            _isAwaited &= !hasRoom;
        }

        if (hasRoom)
        {
            _room.SetResult(true);
        }
    }

    private void Free()
    {
        Blocks.Pool.Return(ref _sending);
        Blocks.Pool.Return(ref _gathered);
        _gatheredBytes = 0;
    }

    private void ThrowIfBroken()
    {
        if (_error != SocketError.Success || _isClosed)
        {
            throw new IOException(
                "The connection is broken.",
                new SocketException((int)(_isClosed ? SocketError.OperationAborted : _error)));
        }
    }
}
