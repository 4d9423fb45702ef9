namespace Doppel.Pooling;

/// <summary>Where the arrays of a <see cref="BufferPool{T}"/> lie.</summary>
public enum BufferKind
{
    /// <summary>On the ordinary heap; the collector may move them.</summary>
    Heap,

    /// <summary>On the heap of pinned objects: never moved, so the system may be given their address.</summary>
    Pinned,
}
