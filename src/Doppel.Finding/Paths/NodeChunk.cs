using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Columns of up to 4,096 neighbouring nodes, filled by one thread.</summary>
internal sealed class NodeChunk : IDisposable
{
    internal const int Shift = 12;
    internal const int Length = 1 << Shift;

    /// <summary>In place of the size of a file that no longer takes part.</summary>
    internal const long ForgottenSize = -1;

    private NodeChunk(int firstId, bool files)
    {
        FirstId = firstId;
        Nodes = new NativeBuffer<PathNode>(Length);
        Devices = new NativeBuffer<DeviceMark>(Length);
        if (files)
        {
            Sizes = new NativeBuffer<long>(Length);
            Inodes = new NativeBuffer<ulong>(Length);
        }
    }

    internal int FirstId { get; }

    /// <summary>Nodes in use.</summary>
    internal int Count { get; set; }

    internal NativeBuffer<PathNode> Nodes { get; }

    internal NativeBuffer<DeviceMark> Devices { get; }

    /// <summary>Null in a chunk of folders.</summary>
    internal NativeBuffer<long>? Sizes { get; }

    /// <summary>Null in a chunk of folders.</summary>
    internal NativeBuffer<ulong>? Inodes { get; }

    internal long MemoryBytes => Length * (Sizes is null ? 10L : 26L);

    public void Dispose()
    {
        Nodes.Dispose();
        Devices.Dispose();
        Sizes?.Dispose();
        Inodes?.Dispose();
    }

    internal static NodeChunk ForFiles(int firstId) => new(firstId, files: true);

    internal static NodeChunk ForFolders(int firstId) => new(firstId, files: false);
}
