namespace Doppel.App;

/// <summary>A stream whose first bytes can be inspected before they are read.</summary>
internal sealed class HeadStream : Stream
{
    private readonly Stream _rest;
    private readonly byte[] _head;
    private int _taken;

    /// <summary>Reads the first bytes of a stream ahead.</summary>
    /// <param name="stream">The stream to wrap.</param>
    /// <param name="bytes">The maximum number of bytes to read ahead.</param>
    internal HeadStream(Stream stream, int bytes)
    {
        _rest = stream;
        _head = new byte[bytes];
        _head = _head[..stream.ReadAtLeast(_head, bytes, throwOnEndOfStream: false)];
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Gets the bytes that were read ahead.</summary>
    internal ReadOnlySpan<byte> Head => _head;

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (_taken == _head.Length)
        {
            return _rest.Read(buffer);
        }

        int count = Math.Min(buffer.Length, _head.Length - _taken);
        _head.AsSpan(_taken, count).CopyTo(buffer);
        _taken += count;
        return count;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
