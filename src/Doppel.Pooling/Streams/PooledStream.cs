using System.Buffers;
using System.Diagnostics;

namespace Doppel.Pooling;

/// <summary>
/// A stream in memory that is made of rented blocks, bounded, and gives every block back when disposed.
/// </summary>
/// <remarks>
/// <para>It reads, writes, seeks and sets its length as <see cref="MemoryStream"/> does, but grows without copying and
/// up to
/// <see cref="PooledStreamOptions.MaximumBytes"/> only. From a warm pool nothing is allocated but the stream
/// itself.</para>
/// <para>One thread at a time uses it. <see cref="Stream.Dispose()"/> may be called twice and by two threads at once:
/// every block goes back once. Whoever still uses it then gets <see cref="ObjectDisposedException"/>.</para>
/// <para>Views over its content (<see cref="GetBlocks"/>, <see cref="AsSequence"/>, spans to write into) hold until the
/// stream is written, cut or disposed.</para>
/// </remarks>
[DebuggerDisplay("Position {_position} of {_length}")]
public sealed partial class PooledStream : Stream, IBufferWriter<byte>
{
    private readonly PooledStreamOptions _options;
    private readonly int _blockShift;

    // Null once disposed. Its first _blockCount entries are blocks, all of one size.
    private byte[][]? _table;
    private int _blockCount;
    private long _length;
    private long _position;

    /// <summary>Makes an empty stream. Memory is taken when something is written.</summary>
    /// <param name="options">Size of blocks, bound and pool; the defaults for null.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
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
    /// Where the next byte is read or written. It may lie beyond the end; writing there fills the gap with zeros.
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

    /// <summary>Bytes of the blocks that are rented now.</summary>
    public long RentedBytes => (long)_blockCount << _blockShift;

    private int OffsetMask => _options.BlockBytes - 1;

    /// <summary>Does nothing: there is nothing behind this stream.</summary>
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

    /// <summary>Cuts the stream or draws it out with zeros. Blocks behind the new end are given back.</summary>
    /// <param name="value">The new length, 0 or more. A position beyond it moves to it.</param>
    /// <exception cref="PooledStreamFullException">The stream may not be so long.</exception>
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

    // Rents what is missing for a length. If that fails half way, the blocks rented so far are kept and counted.
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

    // The table changes under a lock, so that a stream that is disposed by another thread in mid-write neither gives a
    // block back twice nor puts one into a table that is no longer its own. The lock is the stream, since another
    // object would be allocated for each.
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

    // Blocks come with what the last one wrote.
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

    // From a position to the end of its block.
    private Span<byte> BlockFrom(long position) =>
        Table()[(int)(position >> _blockShift)].AsSpan((int)position & OffsetMask, BytesToBlockEnd(position));

    private Memory<byte> BlockMemoryFrom(long position) =>
        Table()[(int)(position >> _blockShift)].AsMemory((int)position & OffsetMask, BytesToBlockEnd(position));

    private int BytesToBlockEnd(long position) => _options.BlockBytes - ((int)position & OffsetMask);
}
