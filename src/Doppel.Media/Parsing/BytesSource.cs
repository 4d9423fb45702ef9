namespace Doppel.Media;

/// <summary>Reads bytes in memory like a file, for data that had to be decompressed first.</summary>
internal sealed class BytesSource(ReadOnlyMemory<byte> bytes) : IMediaSource
{
    public long Length => bytes.Length;

    public bool TryRead(long offset, Span<byte> buffer)
    {
        bytes.Span.Slice((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}
