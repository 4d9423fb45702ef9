using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>A chunk of nodes that can have children, stored in columns that can be read directly.</summary>
internal sealed class FolderChunk(int firstId, bool keepsMarks) : NodeChunk(firstId)
{
    /// <summary>Gets the parents and names.</summary>
    internal NativeBuffer<PathNode> Nodes { get; } = new(Length);

    /// <summary>Gets the devices and flags, which are known once a folder has been opened.</summary>
    internal NativeBuffer<DeviceMark> Marks { get; } = new(Length);

    /// <summary>Gets the results of listing the folders, or null if they are not needed.</summary>
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

    /// <summary>Adds a node and returns its index. The chunk must not be full.</summary>
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

/// <summary>The result of listing a folder.</summary>
[Flags]
internal enum FolderMarks : byte
{
    None = 0,

    /// <summary>The folder was listed under this path.</summary>
    Listed = 1,

    /// <summary>
    /// Something in the folder was left out: by a filter, because of its kind, or because of a problem.
    /// </summary>
    Incomplete = 2,

    /// <summary>Something is mounted on the folder.</summary>
    MountRoot = 4,

    /// <summary>Not a folder itself, but a symbolic link that is followed.</summary>
    Link = 8,
}
