namespace Doppel.Media;

/// <summary>Bytes in memory, read like a file: for what had to be unpacked first.</summary>
internal sealed class BytesSource(ReadOnlyMemory<byte> bytes) : IMediaSource
{
    public long Length => bytes.Length;

    public bool TryRead(long offset, Span<byte> buffer)
    {
        bytes.Span.Slice((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}
