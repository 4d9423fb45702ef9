using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>
/// A request body that is a section of an open file, read at explicit offsets, so that parts of a file can be sent in
/// parallel.
/// </summary>
/// <param name="file">The file.</param>
/// <param name="offset">Where the section begins.</param>
/// <param name="length">The length of the section in bytes.</param>
/// <param name="whole">
/// The state of the file, if the request stores all of it. The last block is held back until the file has been looked
/// at again, so that the server never has a whole body that mixes two states of the file. Null for a part.
/// </param>
internal sealed class FileBody(SafeFileHandle file, long offset, long length, FileState? whole = null) : RequestBody
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
            if (done + count == length && whole is { } state && !state.IsStateOf(file))
            {
                throw Rewritten();
            }

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
