namespace Doppel.Pooling;

/// <content>Reading and copying.</content>
public sealed partial class PooledStream
{
    private long Rest => Math.Max(0, _length - _position);

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        return Read(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer)
    {
        Table();
        int count = (int)Math.Min(buffer.Length, Rest);
        for (int done = 0; done < count;)
        {
            Span<byte> part = BlockFrom(_position);
            part = part.Slice(0, Math.Min(part.Length, count - done));
            part.CopyTo(buffer.Slice(done));
            done += part.Length;
            _position += part.Length;
        }

        return count;
    }

    /// <inheritdoc/>
    public override int ReadByte()
    {
        Table();
        if (_position >= _length)
        {
            return -1;
        }

        byte value = BlockFrom(_position)[0];
        _position++;
        return value;
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        cancellationToken.IsCancellationRequested
            ? ValueTask.FromCanceled<int>(cancellationToken)
            : ValueTask.FromResult(Read(buffer.Span));

    /// <summary>Writes the rest of the content to another stream, directly from the blocks.</summary>
    /// <param name="destination">The stream to write to.</param>
    /// <param name="bufferSize">Ignored; the blocks serve as buffers.</param>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        ValidateCopyToArguments(destination, bufferSize);
        Table();
        while (Rest > 0)
        {
            Span<byte> part = BlockFrom(_position);
            part = part.Slice(0, (int)Math.Min(part.Length, Rest));
            destination.Write(part);
            _position += part.Length;
        }
    }

    /// <summary>Writes the rest of the content to another stream, directly from the blocks.</summary>
    /// <param name="destination">The stream to write to.</param>
    /// <param name="bufferSize">Ignored; the blocks serve as buffers.</param>
    /// <param name="cancellationToken">Cancels the operation between blocks.</param>
    /// <returns>A task that completes when the content has been written.</returns>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        Table();
        return cancellationToken.IsCancellationRequested
            ? Task.FromCanceled(cancellationToken)
            : CopyRestAsync(destination, cancellationToken);
    }

    private async Task CopyRestAsync(Stream destination, CancellationToken cancellationToken)
    {
        while (Rest > 0)
        {
            Memory<byte> part = BlockMemoryFrom(_position);
            part = part.Slice(0, (int)Math.Min(part.Length, Rest));
            await destination.WriteAsync(part, cancellationToken).ConfigureAwait(false);
            _position += part.Length;
        }
    }
}
