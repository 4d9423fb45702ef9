using Doppel.Media;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>A file that was read as a whole, for parsers of media.</summary>
internal sealed class MemorySource(NativeBuffer<byte> content) : IMediaSource
{
    /// <summary>Bytes of the file.</summary>
    public long Length { get; set; }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        content.Span.Slice((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}
