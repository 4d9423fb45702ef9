using System.Buffers;
using System.Diagnostics;

namespace Doppel.Pooling;

/// <summary>
/// A memory stream of limited length that consists of rented blocks and returns them all when it is disposed.
/// </summary>
/// <remarks>
/// <para>It reads, writes, seeks and sets its length like <see cref="MemoryStream"/>, but grows without copying, and
/// only up to <see cref="PooledStreamOptions.MaximumBytes"/>. With a warm pool, only the stream itself is
/// allocated.</para>
/// <para>Only one thread may use it at a time. <see cref="Stream.Dispose()"/> may be called twice, even from two
/// threads concurrently: every block is returned exactly once. Any other use then throws
/// <see cref="ObjectDisposedException"/>.</para>
/// <para>Views of its content (<see cref="GetBlocks"/>, <see cref="AsSequence"/>, spans to write into) are valid until
/// the stream is written to, truncated or disposed.</para>
/// </remarks>
[DebuggerDisplay("Position {_position} of {_length}")]
public sealed partial class PooledStream : Stream, IBufferWriter<byte>
{
    private readonly PooledStreamOptions _options;
    private readonly int _blockShift;

    // Null after disposal. The first _blockCount entries are blocks, all of the same size.
    private byte[][]? _table;
    private int _blockCount;
    private long _length;
    private long _position;

    /// <summary>Creates an empty stream. Memory is rented on the first write.</summary>
    /// <param name="options">The block size, maximum length and pool, or null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    public PooledStream(PooledStreamOptions? options = null)
    {
        _options = options?.Validate() ?? PooledStreamOptions.Default;
        _blockShift = System.Numerics.BitOperations.Log2((uint)_options.BlockBytes);
        _table = [];
    }

    /// <inheritdoc/>
    public override bool CanRead => _table is not null;

    /// <inheritdoc/>
    public override bool CanSeek => _table is not null;

    /// <inheritdoc/>
    public override bool CanWrite => _table is not null;

    /// <inheritdoc/>
    public override long Length
    {
        get
        {
            Table();
            return _length;
        }
    }

    /// <summary>
    /// The offset of the next read or write. It may be past the end; writing there fills the gap with zeros.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="ObjectDisposedException">The stream has been disposed.</exception>
    public override long Position
    {
        get
        {
            Table();
            return _position;
        }

        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            Table();
            _position = value;
        }
    }

    /// <summary>The total size of the currently rented blocks in bytes.</summary>
    public long RentedBytes => (long)_blockCount << _blockShift;

    private int OffsetMask => _options.BlockBytes - 1;

    /// <summary>Does nothing, because the stream has no underlying storage.</summary>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin)
    {
        Table();
        long start = 0;
        switch (origin)
        {
            case SeekOrigin.Begin:
                break;
            case SeekOrigin.Current:
                start = _position;
                break;
            case SeekOrigin.End:
                start = _length;
                break;
            default:
                StreamErrors.NoSuchOrigin(origin);
                break;
        }

        long position = unchecked(start + offset);
        if (offset < 0 ? position < 0 : position < start)
        {
            if (offset < 0)
            {
                StreamErrors.BeforeBegin();
            }

            throw new ArgumentOutOfRangeException(nameof(offset), offset, "The position would be beyond 2^63 - 1.");
        }

        return _position = position;
    }

    /// <summary>
    /// Truncates the stream or extends it with zeros. Blocks past the new end are returned to the pool.
    /// </summary>
    /// <param name="value">The new length, 0 or greater. A position past it moves to it.</param>
    /// <exception cref="PooledStreamFullException">The value exceeds the maximum length of the stream.</exception>
    public override void SetLength(long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        Table();
        if (value > _length)
        {
            Reserve(value);
            ClearBetween(_length, value);
        }
        else
        {
            GiveBackBeyond(value);
        }

        _length = value;
        _position = Math.Min(_position, value);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            GiveBackAll();
        }

        base.Dispose(disposing);
    }

    private static void GiveBackTable(byte[][]? table)
    {
        if (table is { Length: > 0 })
        {
            BufferPool<byte[]>.Shared.Return(ref table);
        }
    }

    private byte[][] Table()
    {
        byte[][]? table = _table;
        if (table is null)
        {
            StreamErrors.Disposed();
        }

        return table;
    }

    // Rents the blocks that are missing for a length. If that fails partway, the blocks rented so far are kept and
    // counted.
    private void Reserve(long length)
    {
        if (length > _options.MaximumBytes)
        {
            StreamErrors.Full(length, _options.MaximumBytes);
        }

        int wanted = (int)((length + OffsetMask) >> _blockShift);
        if (wanted > _blockCount)
        {
            RentBlocks(wanted);
        }
    }

    // The table changes under a lock. If another thread disposes the stream during a write, no block is returned twice
    // or put into a table that the stream no longer owns. The stream itself is the lock, because another object would
    // have to be allocated for each stream.
    private void RentBlocks(int wanted)
    {
        lock (this)
        {
            byte[][] table = Table();
            if (wanted > table.Length)
            {
                byte[][] larger = BufferPool<byte[]>.Shared.Rent(wanted);
                Array.Copy(table, larger, _blockCount);
                _table = larger;
                GiveBackTable(table);
                table = larger;
            }

            while (_blockCount < wanted)
            {
                table[_blockCount] = _options.Pool.Rent(_options.BlockBytes);
                _blockCount++;
            }
        }
    }

    private void GiveBackBeyond(long length)
    {
        lock (this)
        {
            byte[][] table = Table();
            int kept = (int)((length + OffsetMask) >> _blockShift);
            while (_blockCount > kept)
            {
                _blockCount--;
                _options.Pool.Return(ref table[_blockCount]!);
            }
        }
    }

    private void GiveBackAll()
    {
        lock (this)
        {
            byte[][]? table = _table;
            if (table is null)
            {
                return;
            }

            GiveBackBeyond(0);
            GiveBackOverflow();
            _table = null;
            GiveBackTable(table);
        }
    }

    // Rented blocks contain whatever their previous user wrote.
    private void ClearBetween(long start, long end)
    {
        while (start < end)
        {
            Span<byte> part = BlockFrom(start);
            part = part.Slice(0, (int)Math.Min(part.Length, end - start));
            part.Clear();
            start += part.Length;
        }
    }

    // Returns the rest of the block that contains a position.
    private Span<byte> BlockFrom(long position) =>
        Table()[(int)(position >> _blockShift)].AsSpan((int)position & OffsetMask, BytesToBlockEnd(position));

    private Memory<byte> BlockMemoryFrom(long position) =>
        Table()[(int)(position >> _blockShift)].AsMemory((int)position & OffsetMask, BytesToBlockEnd(position));

    private int BytesToBlockEnd(long position) => _options.BlockBytes - ((int)position & OffsetMask);
}
