using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads a range of an open file of a volume as a forward-only stream.</summary>
/// <remarks>Not thread-safe. The file is left open.</remarks>
internal sealed class VolumeStream(IVolume volume, FileHandle file, long position, long end) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => position;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        VolumeError error = volume.Read(
            file, position, buffer[..(int)Math.Min(buffer.Length, end - position)], out int read);
        position += read;
        return error.Failed ? throw new IOException(volume.Describe(error)) : read;
    }

    public override void Flush()
    {
    }

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
