namespace Doppel.Pooling;

/// <content>Writing and filling.</content>
public sealed partial class PooledStream
{
    // Handed out by GetSpan or GetMemory and not yet taken by Advance.
    private int _handedOut;

    // Memory that had to be in one piece and did not fit into a block. Advance copies it into the blocks.
    private byte[]? _overflow;

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        Write(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc/>
    /// <exception cref="PooledStreamFullException">The stream would be too long; nothing is written.</exception>
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

    /// <summary>Reads another stream to its end, straight into the blocks, from the position on.</summary>
    /// <param name="source">What is read.</param>
    /// <returns>Bytes that were read.</returns>
    /// <exception cref="PooledStreamFullException">
    /// The source has more than fits. What did fit has been read and is in the stream.
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

    /// <summary>Reads another stream to its end, straight into the blocks, from the position on.</summary>
    /// <param name="source">What is read.</param>
    /// <param name="cancellationToken">Ends it between reads; what was read stays.</param>
    /// <returns>Bytes that were read.</returns>
    /// <exception cref="PooledStreamFullException">
    /// The source has more than fits. What did fit has been read and is in the stream.
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

    /// <summary>Room at the position, to be taken by <see cref="Advance"/>; at least as long as asked for.</summary>
    /// <param name="sizeHint">Bytes that must be in one piece; 0 for whatever is there, which is never nothing.</param>
    /// <remarks>
    /// More than the rest of a block comes from another array and is copied by <see cref="Advance"/>.
    /// </remarks>
    /// <exception cref="PooledStreamFullException">The stream may not hold so much.</exception>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        int wanted = HandOut(sizeHint);
        return _overflow is { } overflow
            ? overflow.AsMemory(0, wanted)
            : BlockMemoryFrom(_position).Slice(0, wanted);
    }

    /// <summary>As <see cref="GetMemory"/>, as a span.</summary>
    /// <param name="sizeHint">Bytes that must be in one piece; 0 for whatever is there, which is never nothing.</param>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        int wanted = HandOut(sizeHint);
        return _overflow is { } overflow ? overflow.AsSpan(0, wanted) : BlockFrom(_position).Slice(0, wanted);
    }

    /// <summary>
    /// Takes bytes that were written into what <see cref="GetSpan"/> or <see cref="GetMemory"/> gave last.
    /// </summary>
    /// <param name="count">Bytes, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">That is more than was given.</exception>
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

    // A full stream may be at the end of its source all the same: only one byte more tells.
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

    // Makes the stream reach as far as what is about to be written, with zeros up to the position.
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
