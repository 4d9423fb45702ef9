namespace Doppel.Media;

/// <summary>Reads several ranges of a file as one contiguous range.</summary>
/// <remarks>Used for packets and tags that their container has split. Not thread-safe.</remarks>
internal sealed class ExtentSource : IMediaSource
{
    private readonly HeaderReader _file;
    private readonly IReadOnlyList<PayloadExtent> _extents;

    internal ExtentSource(HeaderReader file, IReadOnlyList<PayloadExtent> extents)
    {
        _file = file;
        _extents = extents;
        foreach (PayloadExtent extent in extents)
        {
            Length += extent.Length;
        }
    }

    public long Length { get; }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        foreach (PayloadExtent extent in _extents)
        {
            if (buffer.IsEmpty)
            {
                break;
            }

            if (offset < extent.Length)
            {
                int bytes = (int)Math.Min(buffer.Length, extent.Length - offset);
                _file.Copy(extent.Offset + offset, buffer[..bytes]);
                buffer = buffer[bytes..];
                offset += bytes;
            }

            offset -= extent.Length;
        }

        return buffer.IsEmpty;
    }
}
