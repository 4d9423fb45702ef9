namespace Doppel.S3;

/// <summary>
/// A request body that is read from a stream, starting at its current position. It can be sent again only if the stream
/// can seek.
/// </summary>
internal sealed class StreamBody(Stream source, long length) : RequestBody
{
    private const int BlockBytes = 256 * 1024;

    private readonly long _start = source.CanSeek ? source.Position : 0;
    private bool _isTouched;

    internal override long Length => length;

    internal override bool CanRepeat => source.CanSeek || !_isTouched;

    internal override bool CanHash => source.CanSeek;

    internal override async ValueTask WriteAsync(
        Stream destination, IdleTimer timer, CancellationToken cancellationToken)
    {
        Rewind();
        byte[]? block = Blocks.Pool.Rent(BlockBytes);
        for (long done = 0; done < length;)
        {
            int count = await ReadAsync(block, done, cancellationToken).ConfigureAwait(false);
            await destination.WriteAsync(block.AsMemory(0, count), cancellationToken).ConfigureAwait(false);
            timer.Touch();
            done += count;
        }

        Blocks.Pool.Return(ref block);
    }

    internal override async ValueTask ReadAsync(BodySink sink, CancellationToken cancellationToken)
    {
        Rewind();
        byte[]? block = Blocks.Pool.Rent(BlockBytes);
        for (long done = 0; done < length;)
        {
            int count = await ReadAsync(block, done, cancellationToken).ConfigureAwait(false);
            sink(block.AsSpan(0, count));
            done += count;
        }

        Blocks.Pool.Return(ref block);
    }

    private void Rewind()
    {
        _isTouched = true;
        if (source.CanSeek)
        {
            source.Position = _start;
        }
    }

    private async ValueTask<int> ReadAsync(byte[] block, long done, CancellationToken cancellationToken)
    {
        int wanted = (int)Math.Min(BlockBytes, length - done);
        int count;
        try
        {
            count = await source.ReadAsync(block.AsMemory(0, wanted), cancellationToken).ConfigureAwait(false);
        }
        catch (IOException failure)
        {
            throw Unreadable(failure);
        }

        return count > 0 ? count : throw Changed(length, done);
    }
}
