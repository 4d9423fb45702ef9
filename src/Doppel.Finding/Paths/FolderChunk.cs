using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Nodes that others lie below, in columns that are read without further ado.</summary>
internal sealed class FolderChunk(int firstId) : NodeChunk(firstId)
{
    /// <summary>Parents and names.</summary>
    internal NativeBuffer<PathNode> Nodes { get; } = new(Length);

    /// <summary>Known once a folder has been opened.</summary>
    internal NativeBuffer<DeviceMark> Marks { get; } = new(Length);

    internal override long MemoryBytes => Length * 10L;

    public override void Dispose()
    {
        Nodes.Dispose();
        Marks.Dispose();
    }

    internal override PathNode NodeAt(int slot) => Nodes[slot];

    internal override DeviceMark MarkAt(int slot) => Marks[slot];

    /// <summary>Adds a node and returns its place; there must be room.</summary>
    internal int Add(PathNode node)
    {
        int slot = Count++;
        Nodes[slot] = node;
        Marks[slot] = default;
        return slot;
    }
}
