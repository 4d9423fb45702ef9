namespace Doppel.Media;

/// <summary>Reads the bytes of one file at any offset.</summary>
public interface IMediaSource
{
    /// <summary>Gets the length of the file in bytes, 0 or more. It never changes.</summary>
    long Length { get; }

    /// <summary>Fills a buffer with the bytes at an offset.</summary>
    /// <param name="offset">
    /// The offset of the first byte to read, in bytes from the start of the file, 0 or more.
    /// </param>
    /// <param name="buffer">The buffer to fill. The range to read never extends past <see cref="Length"/>.</param>
    /// <returns>True if the whole buffer was filled; false if any of the bytes could not be read.</returns>
    bool TryRead(long offset, Span<byte> buffer);
}

/// <summary>Reads a media file from a stream.</summary>
/// <remarks>Not thread-safe.</remarks>
/// <param name="stream">The file. It must support seeking, and remains owned by the caller.</param>
public sealed class StreamSource(Stream stream) : IMediaSource
{
    /// <inheritdoc/>
    public long Length { get; } = stream.Length;

    /// <inheritdoc/>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    public bool TryRead(long offset, Span<byte> buffer)
    {
        stream.Position = offset;
        return stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false) == buffer.Length;
    }
}
