namespace Doppel.Finding;

/// <summary>Up to 4,096 consecutive nodes, filled by one thread.</summary>
internal abstract class NodeChunk(int firstId) : IDisposable
{
    internal const int Shift = 12;
    internal const int Length = 1 << Shift;

    internal int FirstId { get; } = firstId;

    /// <summary>Gets the number of nodes in use.</summary>
    internal int Count { get; private protected set; }

    /// <summary>Gets the number of bytes of memory allocated, whether or not they are used.</summary>
    internal abstract long MemoryBytes { get; }

    public abstract void Dispose();

    /// <summary>Returns the parent and name of a node, by its index in the chunk.</summary>
    internal abstract PathNode NodeAt(int slot);

    /// <summary>Returns the device and flags of a node, by its index in the chunk.</summary>
    internal abstract DeviceMark MarkAt(int slot);
}

/// <summary>The parent and name that form a path, stored side by side because both are needed together.</summary>
/// <param name="Parent">The parent's id, or -1 minus the root's index for a root.</param>
/// <param name="Name">The number of the name in the <see cref="NameArena"/>.</param>
internal readonly record struct PathNode(int Parent, uint Name);
