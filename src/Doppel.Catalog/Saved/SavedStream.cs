using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>Reads a file from its start through a handle that the caller closes.</summary>
internal sealed class SavedStream(SafeFileHandle file) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => RandomAccess.GetLength(file);

    public override long Position { get; set; }

    public override int Read(Span<byte> buffer)
    {
        int read = RandomAccess.Read(file, buffer, Position);
        Position += read;
        return read;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
