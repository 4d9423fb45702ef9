using System.Buffers;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Rented memory for one part, outside the heap, so that the garbage collector neither moves nor counts it.
/// </summary>
internal sealed unsafe class BufferedPart : MemoryManager<byte>
{
    private readonly UploadBuffers _owner;
    private NativeBuffer<byte>? _block;

    internal BufferedPart(UploadBuffers owner, NativeBuffer<byte> block)
    {
        _owner = owner;
        _block = block;
    }

    public override Span<byte> GetSpan() =>
        (_block ?? throw new ObjectDisposedException(nameof(BufferedPart))).Span;

    public override MemoryHandle Pin(int elementIndex = 0)
    {
        ref byte first = ref GetSpan()[elementIndex];
        return new MemoryHandle(System.Runtime.CompilerServices.Unsafe.AsPointer(ref first));
    }

    public override void Unpin()
    {
    }

    /// <summary>Returns the memory to its pool. Further calls do nothing.</summary>
    internal void Release()
    {
        NativeBuffer<byte>? block = Interlocked.Exchange(ref _block, null);
        if (block is not null)
        {
            _owner.Return(block);
        }
    }

    protected override void Dispose(bool disposing) => Release();
}
