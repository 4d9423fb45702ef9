namespace Doppel.Finding;

/// <summary>Up to 4,096 neighbouring nodes, filled by one thread.</summary>
internal abstract class NodeChunk(int firstId) : IDisposable
{
    internal const int Shift = 12;
    internal const int Length = 1 << Shift;

    internal int FirstId { get; } = firstId;

    /// <summary>Nodes in use.</summary>
    internal int Count { get; private protected set; }

    /// <summary>Bytes of memory taken, used up or not.</summary>
    internal abstract long MemoryBytes { get; }

    public abstract void Dispose();

    /// <summary>The parent and the name of a node, by its place in the chunk.</summary>
    internal abstract PathNode NodeAt(int slot);

    /// <summary>The device and the marks of a node, by its place in the chunk.</summary>
    internal abstract DeviceMark MarkAt(int slot);
}
