using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>
/// A request body that is a section of an open file, read at explicit offsets, so that parts of a file can be sent in
/// parallel.
/// </summary>
internal sealed class FileBody(SafeFileHandle file, long offset, long length) : RequestBody
{
    private const int BlockBytes = 256 * 1024;

    internal override long Length => length;

    internal override async ValueTask WriteAsync(
        Stream destination, IdleTimer timer, CancellationToken cancellationToken)
    {
        byte[]? block = Blocks.Pool.Rent(BlockBytes);
        for (long done = 0; done < length;)
        {
            int count = Read(block, done);
            await destination.WriteAsync(block.AsMemory(0, count), cancellationToken).ConfigureAwait(false);
            timer.Touch();
            done += count;
        }

        Blocks.Pool.Return(ref block);
    }

    internal override ValueTask ReadAsync(BodySink sink, CancellationToken cancellationToken)
    {
        byte[]? block = Blocks.Pool.Rent(BlockBytes);
        for (long done = 0; done < length;)
        {
            cancellationToken.ThrowIfCancellationRequested();
            int count = Read(block, done);
            sink(block.AsSpan(0, count));
            done += count;
        }

        Blocks.Pool.Return(ref block);
        return ValueTask.CompletedTask;
    }

    private int Read(byte[] block, long done)
    {
        int wanted = (int)Math.Min(BlockBytes, length - done);
        int count;
        try
        {
            count = RandomAccess.Read(file, block.AsSpan(0, wanted), offset + done);
        }
        catch (IOException failure)
        {
            throw Unreadable(failure);
        }

        return count > 0 ? count : throw Changed(length, done);
    }
}
