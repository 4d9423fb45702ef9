namespace Doppel.Pooling;

/// <content>Writing.</content>
public sealed partial class PooledStream
{
    // The length of the memory from GetSpan or GetMemory that Advance has not yet committed.
    private int _handedOut;

    // A contiguous buffer for requests that do not fit into a block. Advance copies it into the blocks.
    private byte[]? _overflow;

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        Write(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc/>
    /// <exception cref="PooledStreamFullException">
    /// The stream would exceed its maximum length. Nothing is written.
    /// </exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Extend(buffer.Length);
        while (buffer.Length > 0)
        {
            Span<byte> part = BlockFrom(_position);
            int count = Math.Min(part.Length, buffer.Length);
            buffer.Slice(0, count).CopyTo(part);
            buffer = buffer.Slice(count);
            _position += count;
        }
    }

    /// <inheritdoc/>
    public override void WriteByte(byte value)
    {
        Extend(1);
        BlockFrom(_position)[0] = value;
        _position++;
    }

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(cancellationToken);
        }

        Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    /// <summary>
    /// Reads another stream to its end, directly into the blocks, starting at the current position.
    /// </summary>
    /// <param name="source">The stream to read.</param>
    /// <returns>The number of bytes read.</returns>
    /// <exception cref="PooledStreamFullException">
    /// The source is longer than the remaining space. The data that fit has been read and remains in the stream.
    /// </exception>
    public long ReadFrom(Stream source)
    {
        ArgumentNullException.ThrowIfNull(source);
        long start = Position;
        while (true)
        {
            int count = IsFull ? CountBeyond(source) : source.Read(GetSpan());
            if (count == 0)
            {
                return _position - start;
            }

            Advance(count);
        }
    }

    /// <summary>
    /// Reads another stream to its end, directly into the blocks, starting at the current position.
    /// </summary>
    /// <param name="source">The stream to read.</param>
    /// <param name="cancellationToken">Cancels the operation between reads. Data already read remains.</param>
    /// <returns>The number of bytes read.</returns>
    /// <exception cref="PooledStreamFullException">
    /// The source is longer than the remaining space. The data that fit has been read and remains in the stream.
    /// </exception>
    public async ValueTask<long> ReadFromAsync(Stream source, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        long start = Position;
        while (true)
        {
            int count = IsFull
                ? await CountBeyondAsync(source, cancellationToken).ConfigureAwait(false)
                : await source.ReadAsync(GetMemory(), cancellationToken).ConfigureAwait(false);
            if (count == 0)
            {
                return _position - start;
            }

            Advance(count);
        }
    }

    /// <summary>
    /// Returns memory at the current position to write to. Call <see cref="Advance"/> to commit what was written.
    /// </summary>
    /// <param name="sizeHint">
    /// The minimum number of contiguous bytes, or 0 for whatever is available, which is at least one byte.
    /// </param>
    /// <returns>The memory, at least as long as requested.</returns>
    /// <remarks>
    /// A request that exceeds the rest of the current block is served from a separate array, which
    /// <see cref="Advance"/> copies.
    /// </remarks>
    /// <exception cref="PooledStreamFullException">The request exceeds the maximum length of the stream.</exception>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        int wanted = HandOut(sizeHint);
        return _overflow is { } overflow
            ? overflow.AsMemory(0, wanted)
            : BlockMemoryFrom(_position).Slice(0, wanted);
    }

    /// <summary>
    /// Returns a span at the current position to write to. Call <see cref="Advance"/> to commit what was written; see
    /// <see cref="GetMemory"/>.
    /// </summary>
    /// <param name="sizeHint">
    /// The minimum number of contiguous bytes, or 0 for whatever is available, which is at least one byte.
    /// </param>
    /// <returns>The span, at least as long as requested.</returns>
    /// <exception cref="PooledStreamFullException">The request exceeds the maximum length of the stream.</exception>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        int wanted = HandOut(sizeHint);
        return _overflow is { } overflow ? overflow.AsSpan(0, wanted) : BlockFrom(_position).Slice(0, wanted);
    }

    /// <summary>
    /// Commits bytes that were written to the result of the last <see cref="GetSpan"/> or <see cref="GetMemory"/>.
    /// </summary>
    /// <param name="count">The number of bytes, 0 or greater.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count exceeds the length of that result.</exception>
    public void Advance(int count)
    {
        Table();
        if ((uint)count > (uint)_handedOut)
        {
            StreamErrors.AdvanceOutside(count, _handedOut);
        }

        _handedOut = 0;
        if (_overflow is null)
        {
            Extend(count);
            _position += count;
            return;
        }

        Write(_overflow.AsSpan(0, count));
        GiveBackOverflow();
    }

    private bool IsFull => _position >= _options.MaximumBytes;

    // The source may end exactly where the stream is full. Only an attempt to read one more byte can tell.
    private int CountBeyond(Stream source)
    {
        int count = source.ReadByte() < 0 ? 0 : 1;
        ThrowIfBeyond(count);
        return 0;
    }

    private async ValueTask<int> CountBeyondAsync(Stream source, CancellationToken cancellationToken)
    {
        byte[]? one = BufferPool<byte>.Shared.Rent(1);
        int count = await source.ReadAsync(one.AsMemory(0, 1), cancellationToken).ConfigureAwait(false);
        BufferPool<byte>.Shared.Return(ref one);
        ThrowIfBeyond(count);
        return 0;
    }

    private void ThrowIfBeyond(int count)
    {
        if (count > 0)
        {
            StreamErrors.Full(_position + count, _options.MaximumBytes);
        }
    }

    private int HandOut(int sizeHint)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        Table();
        GiveBackOverflow();
        long allowed = _options.MaximumBytes - _position;
        int least = Math.Max(1, sizeHint);
        if (least > allowed)
        {
            StreamErrors.Full(LengthAfter(least), _options.MaximumBytes);
        }

        int inBlock = (int)Math.Min(BytesToBlockEnd(_position), allowed);
        if (least <= inBlock)
        {
            Reserve(_position + inBlock);
            return _handedOut = inBlock;
        }

        _overflow = _options.Pool.Rent(least);
        return _handedOut = least;
    }

    private void GiveBackOverflow()
    {
        byte[]? overflow = Interlocked.Exchange(ref _overflow, null);
        _handedOut = 0;
        _options.Pool.Return(ref overflow);
    }

    private long LengthAfter(int count) => _position > long.MaxValue - count ? long.MaxValue : _position + count;

    // Extends the stream to the end of the upcoming write, and fills the gap up to the position with zeros.
    private void Extend(int count)
    {
        Table();
        long end = LengthAfter(count);
        if (end <= _length)
        {
            return;
        }

        Reserve(end);
        ClearBetween(_length, _position);
        _length = end;
    }
}
