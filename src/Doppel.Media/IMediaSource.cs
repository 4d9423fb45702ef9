namespace Doppel.Media;

/// <summary>The bytes of one file, read by place.</summary>
public interface IMediaSource
{
    /// <summary>Bytes in the file, 0 or more; it does not change.</summary>
    long Length { get; }

    /// <summary>Fills a buffer with the bytes at a place.</summary>
    /// <param name="offset">Bytes from the start, 0 or more.</param>
    /// <param name="buffer">Where to; never reaches beyond <see cref="Length"/>.</param>
    /// <returns>False where not all of it could be read.</returns>
    bool TryRead(long offset, Span<byte> buffer);
}
