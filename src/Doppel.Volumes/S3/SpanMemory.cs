using System.Buffers;

namespace Doppel.Volumes;

/// <summary>Passes a span on the caller's stack to an asynchronous method whose end the caller waits for.</summary>
/// <remarks>One use at a time. The span must stay pinned until the method has ended.</remarks>
internal sealed unsafe class SpanMemory : MemoryManager<byte>
{
    private byte* _start;
    private int _length;

    /// <summary>Returns memory over a pinned span.</summary>
    internal Memory<byte> Over(byte* start, int length)
    {
        _start = start;
        _length = length;
        return CreateMemory(length);
    }

    public override Span<byte> GetSpan() => new(_start, _length);

    public override MemoryHandle Pin(int elementIndex = 0) => new(_start + elementIndex);

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
    }
}
