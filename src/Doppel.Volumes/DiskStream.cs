using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>
/// Writes a file, and every failure is an <see cref="IOException"/>. With <see cref="FileStream"/>, a file that would
/// become larger than its file system or the user's limit (<c>ulimit -f</c>) allows is an
/// <see cref="ArgumentOutOfRangeException"/>.
/// </summary>
/// <remarks>There is no buffer. Not thread-safe.</remarks>
public sealed class DiskStream : Stream
{
    private readonly FileStream _file;

    /// <summary>Opens a file.</summary>
    /// <param name="path">The path.</param>
    /// <param name="options">Says how to open it.</param>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not open the file.</exception>
    public DiskStream(string path, FileStreamOptions options) => _file = new FileStream(path, options);

    /// <summary>Writes to an open file.</summary>
    /// <param name="file">The file, which the stream closes.</param>
    public DiskStream(SafeFileHandle file) => _file = new FileStream(file, FileAccess.Write, bufferSize: 0);

    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => _file.CanSeek;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => _file.Length;

    /// <inheritdoc/>
    public override long Position
    {
        get => _file.Position;
        set => _file.Position = value;
    }

    /// <summary>Returns the exception for a file that would become too large.</summary>
    /// <param name="failure">What .NET throws instead.</param>
    public static IOException TooLarge(ArgumentOutOfRangeException failure) => new("File too large", failure);

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            _file.Write(buffer);
        }
        catch (ArgumentOutOfRangeException failure)
        {
            throw TooLarge(failure);
        }
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override void Flush() => _file.Flush();

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => _file.Seek(offset, origin);

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _file.Dispose();
        }

        base.Dispose(disposing);
    }
}
