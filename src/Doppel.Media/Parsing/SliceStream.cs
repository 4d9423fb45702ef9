namespace Doppel.Media;

/// <summary>Reads the bytes of a tag as a stream.</summary>
internal sealed class SliceStream(TagSlice slice) : Stream
{
    private long _position;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => slice.Bytes;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int bytes = (int)Math.Min(buffer.Length, slice.Bytes - _position);
        slice.File.Spend(bytes);
        slice.File.Copy(slice.At + _position, buffer[..bytes]);
        _position += bytes;
        return bytes;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
