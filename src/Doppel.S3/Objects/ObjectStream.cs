using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// The body of an object as it arrives. If the connection breaks, the stream continues after the last byte returned. It
/// never ends before all announced bytes were returned.
/// </summary>
internal sealed class ObjectStream : Stream
{
    // Fits into the processor's cache. With blocks of 1 MiB, a download took half as long again.
    private const int CopyBytes = 256 * 1024;

    private readonly S3Object _object;
    private readonly long _length;
    private HttpResponseMessage _answer;
    private ContentProof? _proof;
    private IdleTimer? _timer;
    private Stream? _network;
    private LeastRate _rate;
    private long _given;
    private TimeSpan _wait;
    private long _progressAt;
    private int _fruitless;
    private bool _isReading;
    private bool _isDisposed;

    internal ObjectStream(S3Object found)
    {
        _object = found;
        _answer = found.Answer;
        _length = found.Length;
        _proof = found.IsVerified && _length == found.ObjectLength
            ? ContentProof.RentFor(found, found.Transport.Options.VerifiesETags)
            : null;
    }

    public override bool CanRead => !_isDisposed;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    /// <summary>The length of the body in bytes.</summary>
    public override long Length => _length;

    /// <summary>The number of bytes returned so far. It cannot be set.</summary>
    public override long Position
    {
        get => _given;
        set => throw new NotSupportedException("A body is read from front to back.");
    }

    /// <summary>
    /// Reads synchronously, without a timeout. If the connection breaks, the stream does not resume.
    /// </summary>
    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    /// <inheritdoc cref="Read(byte[], int, int)"/>
    /// <exception cref="S3Exception">The connection broke.</exception>
    public override int Read(Span<byte> buffer)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        int most = (int)Math.Min(buffer.Length, _length - _given);
        int count = 0;
        try
        {
            _network ??= _answer.Content.ReadAsStream();
            count = _network.Read(buffer.Slice(0, most));
        }
        catch (Exception failure) when (IsOfTheWire(failure))
        {
            throw Broken(failure);
        }

        if (count == 0 && most > 0)
        {
            throw Broken(failure: null);
        }

        Take(buffer.Slice(0, count));
        return count;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (_given == _length || buffer.IsEmpty)
        {
            return 0;
        }

        if (buffer.Length > _length - _given)
        {
            buffer = buffer.Slice(0, (int)(_length - _given));
        }

        while (true)
        {
            S3Transport transport = _object.Transport;
            IdleTimer timer = _timer ??= transport.Timers.Rent();
            timer.Start(transport.Options.IdleTimeout, TimeSpan.MaxValue, cancellationToken);
            _isReading = true;
            Exception? broken = null;
            int count = 0;
            try
            {
                _network ??= await transport.OpenAsync(_answer, timer.Token).ConfigureAwait(false);
                if (transport.WatchesConnections)
                {
                    await WatchedConnection.WaitAsync(_network, timer.Token).ConfigureAwait(false);
                }

                count = await _network.ReadAsync(buffer, timer.Token).ConfigureAwait(false);
            }
            catch (Exception failure) when (IsOfTheWire(failure))
            {
                broken = failure;
            }

            _isReading = false;
            _rate.Add(timer.SinceStart, count);
            EndTimer();
            if (count > 0)
            {
                Take(buffer.Span.Slice(0, count));
                if (_given < _length && _rate.IsTooLow(transport.Options))
                {
                    throw TooSlow(transport.Options);
                }

                if (_fruitless > 0)
                {
                    _fruitless = 0;
                    _wait = TimeSpan.Zero;
                }

                return count;
            }

            cancellationToken.ThrowIfCancellationRequested();
            await GoOnAsync(broken, cancellationToken).ConfigureAwait(false);
        }
    }

    public override async Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        byte[]? buffer = Blocks.Pool.Rent(CopyBytes);
        int count;
        while ((count = await ReadAsync(buffer, cancellationToken).ConfigureAwait(false)) > 0)
        {
            await destination.WriteAsync(buffer.AsMemory(0, count), cancellationToken).ConfigureAwait(false);
        }

        Blocks.Pool.Return(ref buffer);
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException("It cannot seek.");

    public override void SetLength(long value) => throw new NotSupportedException("It is for reading.");

    public override void Write(byte[] buffer, int offset, int count) =>
        throw new NotSupportedException("It is for reading.");

    protected override void Dispose(bool disposing)
    {
        if (!_isDisposed)
        {
            _isDisposed = true;
            _answer.Dispose();
            if (!_isReading)
            {
                ContentProof.Return(ref _proof);

                // A timer that is still in use by a read, which is about to fail, is left to the garbage collector.
                _object.Transport.Timers.Return(ref _timer);
            }
        }

        base.Dispose(disposing);
    }

    // When the last bytes arrive, compares them, so that a wrong body is never returned as a complete one.
    private void Take(ReadOnlySpan<byte> bytes)
    {
        _given += bytes.Length;
        _object.Transport.Meter?.AddBytes(bytes.Length);
        _proof?.Append(bytes);
        if (_given < _length || _proof is null)
        {
            return;
        }

        string name = _proof.Name;
        bool isEqual = _proof.IsEqual();
        ContentProof.Return(ref _proof);
        if (!isEqual)
        {
            throw _object.Mismatch(name);
        }
    }

    private static bool IsOfTheWire(Exception failure) =>
        failure is IOException or HttpRequestException or OperationCanceledException;

    private S3Exception Broken(Exception? failure) =>
        new($"{_object.Place}: the connection broke after {_given} of {_length} bytes.", failure)
        {
            Code = failure is OperationCanceledException ? S3ErrorCode.Timeout : S3ErrorCode.Connection,
            IsRetryable = true,
        };

    private S3Exception TooSlow(S3ClientOptions options) => new(
        $"{_object.Place}: too slow: fewer than {options.DownloadBytesMin} bytes came in {options.DownloadWindow}, and "
        + $"{_length - _given} of {_length} are missing.")
    {
        Code = S3ErrorCode.TooSlow,
        IsRetryable = true,
    };

    // A timer that has fired cannot be reused.
    private void EndTimer()
    {
        if (!_timer!.Stop())
        {
            _timer.Dispose();
            _timer = null;
        }
    }

    private async ValueTask GoOnAsync(Exception? broken, CancellationToken cancellationToken)
    {
        string? etag = _object.ETag;
        if (etag is null || !await MayGoOnAsync(cancellationToken).ConfigureAwait(false))
        {
            throw Broken(broken);
        }

        _answer.Dispose();
        _network = null;
        long first = _object.Offset + _given;
        _answer = await _object
            .GetRestAsync(first, first + _length - _given - 1, etag, cancellationToken).ConfigureAwait(false);
    }

    // The first time the rest is requested at once. A server that ends every body before its first byte is given more
    // and more time.
    private async ValueTask<bool> MayGoOnAsync(CancellationToken cancellationToken)
    {
        S3ClientOptions options = _object.Transport.Options;
        if (_fruitless++ == 0)
        {
            _progressAt = options.Time.GetTimestamp();
            return !options.Retry.AreNone;
        }

        _wait = RetryRules.NextDelay(options.Retry, _wait);
        bool isInTime = _fruitless <= options.Retry.AttemptsMax
            && options.Time.GetElapsedTime(_progressAt) + _wait <= options.Retry.TimeMax;
        if (isInTime)
        {
            await Task.Delay(_wait, options.Time, cancellationToken).ConfigureAwait(false);
        }

        return isInTime;
    }
}
