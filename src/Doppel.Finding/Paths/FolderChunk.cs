using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Nodes that others lie below, in columns that are read without further ado.</summary>
internal sealed class FolderChunk(int firstId, bool keepsMarks) : NodeChunk(firstId)
{
    /// <summary>Parents and names.</summary>
    internal NativeBuffer<PathNode> Nodes { get; } = new(Length);

    /// <summary>Known once a folder has been opened.</summary>
    internal NativeBuffer<DeviceMark> Marks { get; } = new(Length);

    /// <summary>What listing came to, where somebody wants to know.</summary>
    internal NativeBuffer<FolderMarks>? Listings { get; } = keepsMarks ? new(Length) : null;

    internal override long MemoryBytes => Length * (Listings is null ? 10L : 11L);

    public override void Dispose()
    {
        Nodes.Dispose();
        Marks.Dispose();
        Listings?.Dispose();
    }

    internal override PathNode NodeAt(int slot) => Nodes[slot];

    internal override DeviceMark MarkAt(int slot) => Marks[slot];

    /// <summary>Adds a node and returns its place; there must be room.</summary>
    internal int Add(PathNode node)
    {
        int slot = Count++;
        Nodes[slot] = node;
        Marks[slot] = default;
        if (Listings is not null)
        {
            Listings[slot] = default;
        }

        return slot;
    }
}
