namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>Bytes that can be read once, from front to back, as they come from a network.</summary>
/// <param name="content">All of them.</param>
/// <param name="pieceBytes">How many a read gives at most.</param>
internal sealed class OneWayStream(ReadOnlyMemory<byte> content, int pieceBytes) : Stream
{
    private int _given;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException("Nobody knows.");

    public override long Position
    {
        get => _given;
        set => throw new NotSupportedException("It is read once.");
    }

    /// <summary>Begins anew: what is measured shall not pay for a new one.</summary>
    public void Rewind() => _given = 0;

    public override int Read(Span<byte> buffer)
    {
        int count = Math.Min(Math.Min(buffer.Length, pieceBytes), content.Length - _given);
        content.Span.Slice(_given, count).CopyTo(buffer);
        _given += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(Read(buffer.Span));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        Task.FromResult(Read(buffer.AsSpan(offset, count)));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException("It is read once.");

    public override void SetLength(long value) => throw new NotSupportedException("It is for reading.");

    public override void Write(byte[] buffer, int offset, int count) =>
        throw new NotSupportedException("It is for reading.");
}
