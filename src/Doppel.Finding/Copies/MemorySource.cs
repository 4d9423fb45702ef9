using Doppel.Media;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>A file that was read into memory completely, as a source for media parsers.</summary>
internal sealed class MemorySource(NativeBuffer<byte> content) : IMediaSource
{
    /// <summary>Gets or sets the size of the file in bytes.</summary>
    public long Length { get; set; }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        content.Span.Slice((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}
