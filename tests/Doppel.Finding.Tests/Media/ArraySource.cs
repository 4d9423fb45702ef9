using Doppel.Media;

namespace Doppel.Finding.Tests;

/// <summary>A file in an array, for the oracle.</summary>
internal sealed class ArraySource(byte[] content) : IMediaSource
{
    public long Length => content.Length;

    public bool TryRead(long offset, Span<byte> buffer)
    {
        content.AsSpan((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}
