namespace Doppel.Cli;

/// <summary>Makes reads from standard input cancellable.</summary>
/// <remarks>
/// After a cancellation, the system read continues on a thread-pool thread, into a buffer that nothing else uses. The
/// process may exit in the meantime.
/// </remarks>
internal sealed class InterruptibleInput(Stream source) : Stream
{
    private readonly byte[] _buffer = new byte[256 * 1024];

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int wanted = Math.Min(buffer.Length, _buffer.Length);
        Task<int> reading = Task.Run(() => source.Read(_buffer, 0, wanted), CancellationToken.None);
        int count = await reading.WaitAsync(cancellationToken).ConfigureAwait(false);
        _buffer.AsSpan(0, count).CopyTo(buffer.Span);
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => source.Read(buffer, offset, count);

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
