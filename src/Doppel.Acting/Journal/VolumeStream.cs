using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Wraps an open file of a volume in a forward-only stream.</summary>
/// <remarks>Not thread-safe. Dispose closes the file.</remarks>
internal sealed class VolumeStream(IChangeableVolume volume, FileHandle file, long position = 0) : Stream
{
    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

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
        Throw(volume.Read(file, position, buffer, out int read));
        position += read;
        return read;
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Throw(volume.Write(file, position, buffer));
        position += buffer.Length;
    }

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            volume.Close(file);
        }

        base.Dispose(disposing);
    }

    private void Throw(VolumeError error)
    {
        if (error.Failed)
        {
            throw new IOException(volume.Describe(error));
        }
    }
}
