namespace Doppel.Media.Tests;

/// <summary>
/// A file in memory that fails the test where it is read outside of its bytes, and counts what is read.
/// </summary>
internal sealed class MemorySource(byte[] content) : IMediaSource
{
    public long Length => content.Length;

    public long BytesRead { get; private set; }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        Assert.InRange(offset, 0, content.Length);
        Assert.InRange(buffer.Length, 0, content.Length - offset);
        BytesRead += buffer.Length;
        content.AsSpan((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}
