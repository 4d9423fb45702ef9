namespace Doppel.S3.Tests.Servers;

/// <summary>A stream that is read once, gives a few bytes at a time, and may fail.</summary>
internal sealed class NoSeekStream(byte[] content) : Stream
{
    private int _at;

    /// <summary>Where it fails; -1 for nowhere.</summary>
    internal long FailsAt { get; init; } = -1;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (FailsAt >= 0 && _at >= FailsAt)
        {
            throw new IOException("The source broke.");
        }

        int most = FailsAt >= 0 ? (int)Math.Min(buffer.Length, FailsAt - _at) : buffer.Length;
        int given = Math.Min(Math.Min(most, 1 + (_at % 100_000)), content.Length - _at);
        content.AsSpan(_at, given).CopyTo(buffer);
        _at += given;
        return given;
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(Read(buffer.Span));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
