using System.Buffers;
using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>The start of a native buffer as <see cref="Memory{T}"/>, which streams ask for. Owns nothing.</summary>
internal sealed unsafe class NativeMemoryView(NativeBuffer<byte> buffer, int bytes) : MemoryManager<byte>
{
    /// <inheritdoc/>
    public override Span<byte> GetSpan() => buffer.Span[..bytes];

    /// <inheritdoc/>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        // Native memory does not move: there is nothing to hold and nothing to release.
        ref byte first = ref MemoryMarshal.GetReference(GetSpan()[elementIndex..]);
        return new MemoryHandle(System.Runtime.CompilerServices.Unsafe.AsPointer(ref first));
    }

    /// <inheritdoc/>
    public override void Unpin()
    {
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
    }
}
