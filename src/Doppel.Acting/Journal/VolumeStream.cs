using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads a range of an open file of a volume as a forward-only stream.</summary>
/// <remarks>Not thread-safe. The file is left open.</remarks>
internal sealed class VolumeStream(IVolume volume, FileHandle file, long position, long end) : Stream
{
    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => false;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => position;
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer)
    {
        VolumeError error = volume.Read(
            file, position, buffer[..(int)Math.Min(buffer.Length, end - position)], out int read);
        position += read;
        return error.Failed ? throw new IOException(volume.Describe(error)) : read;
    }

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();
}
