namespace Doppel.Pooling;

/// <summary>Specifies where the arrays of a <see cref="BufferPool{T}"/> are allocated.</summary>
public enum BufferKind
{
    /// <summary>On the ordinary heap. The garbage collector may move them.</summary>
    Heap,

    /// <summary>On the pinned object heap. Their addresses are stable and can be passed to the system.</summary>
    Pinned,
}
