using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// All paths of a search as one tree: a node is its parent and its name, ten bytes beside the name itself, and so is a
/// file with its size, inode and device.
/// </summary>
/// <remarks>
/// <para>
/// Nodes are added while a search scans, by several threads; they never move or go. Every member is thread-safe for
/// ids that the caller has been given. After <see cref="Dispose"/> nothing may be called.
/// </para>
/// <para>
/// Two ids of one tree are one path if and only if they are equal: comparing costs one comparison of integers.
/// </para>
/// </remarks>
public sealed unsafe partial class PathTree : IDisposable
{
    /// <summary>
    /// Bytes of the longest path that can be rendered; a folder beyond it is a problem and not entered.
    /// </summary>
    public const int PathBytesMax = 1 << 20;

    private readonly Lock _gate = new();
    private readonly bool _marksFolders;
    private readonly Dictionary<int, LinkPoint> _linkPoints = [];
    private NodeChunk[] _chunks = new NodeChunk[16];

    // Where the nodes of each chunk of folders begin, null for one of files: going
    // up a path takes two looks at memory for each step and no more.
    private volatile PathNode*[] _nodes = new PathNode*[16];
    private int _chunkCount;
    private TreeWriter? _writer;

    /// <summary>Makes an empty tree.</summary>
    public PathTree()
        : this(marksFolders: false)
    {
    }

    /// <summary>Makes an empty tree.</summary>
    /// <param name="marksFolders">Whether <see cref="AddMarks"/> will be called; takes a byte for each folder.</param>
    internal PathTree(bool marksFolders) => _marksFolders = marksFolders;

    internal NameArena Arena { get; } = new();

    internal DeviceTable Devices { get; } = new();

    /// <summary>All chunks, also those of folders.</summary>
    internal ReadOnlySpan<NodeChunk> Chunks => _chunks.AsSpan(0, _chunkCount);

    /// <summary>Paths in the tree: folders, and files that take part.</summary>
    public int Count
    {
        get
        {
            int count = 0;
            foreach (NodeChunk chunk in Chunks)
            {
                count += chunk.Count;
            }

            return count;
        }
    }

    /// <summary>Bytes of memory that the tree has taken, those of names with it, used up or not.</summary>
    public long MemoryBytes
    {
        get
        {
            long bytes = Arena.MemoryBytes;
            foreach (NodeChunk chunk in Chunks)
            {
                bytes += chunk.MemoryBytes;
            }

            return bytes;
        }
    }

    /// <summary>The files that a search has listed and that passed its filters, in no order.</summary>
    public IEnumerable<PathId> Files
    {
        get
        {
            for (int i = 0; i < _chunkCount; i++)
            {
                var chunk = _chunks[i] as FileChunk;
                for (int slot = 0; slot < chunk?.Count; slot++)
                {
                    if (!chunk.PlaceAt(slot).IsForgotten)
                    {
                        yield return new PathId(chunk.FirstId + slot);
                    }
                }
            }
        }
    }

    /// <summary>Adds a root.</summary>
    /// <param name="index">Its place in the order of roots, 0 or more.</param>
    /// <param name="path">Its absolute path.</param>
    public PathId AddRoot(int index, ReadOnlySpan<byte> path)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        lock (_gate)
        {
            return (_writer ??= new TreeWriter(this)).AddRootFolder(index, path);
        }
    }

    /// <summary>Adds a path below another. The same name added twice makes two paths.</summary>
    public PathId Add(PathId parent, ReadOnlySpan<byte> name)
    {
        lock (_gate)
        {
            return (_writer ??= new TreeWriter(this)).AddFolder(parent, name);
        }
    }

    /// <summary>The folder that a path lies in; <see cref="PathId.None"/> for a root.</summary>
    public PathId Parent(PathId path) => new(Math.Max(-1, ParentOf(path)));

    /// <summary>The last component; for a root its whole absolute path.</summary>
    public ReadOnlySpan<byte> Name(PathId path) => Arena[NodeOf(path.Value).Name];

    /// <summary>Components below the root; 0 for a root itself.</summary>
    public int Depth(PathId path)
    {
        int depth = 0;
        while ((path = Parent(path)) != PathId.None)
        {
            depth++;
        }

        return depth;
    }

    /// <summary>Which of the search's roots a path lies below, counted from 0.</summary>
    public int RootIndex(PathId path)
    {
        int parent = ParentOf(path);
        while (parent >= 0)
        {
            parent = ParentOf(new PathId(parent));
        }

        return -1 - parent;
    }

    /// <summary>Orders paths: by root, then component by component by bytes, a folder before what lies in it.</summary>
    public int Compare(PathId left, PathId right)
    {
        int leftDepth = Depth(left);
        int rightDepth = Depth(right);
        PathId a = left;
        PathId b = right;
        for (int i = rightDepth; i < leftDepth; i++)
        {
            a = Parent(a);
        }

        for (int i = leftDepth; i < rightDepth; i++)
        {
            b = Parent(b);
        }

        if (a == b)
        {
            return leftDepth.CompareTo(rightDepth);
        }

        while (Parent(a) != Parent(b))
        {
            a = Parent(a);
            b = Parent(b);
        }

        int byRoot = Parent(a) == PathId.None ? RootIndex(a).CompareTo(RootIndex(b)) : 0;
        return byRoot != 0 ? byRoot : Name(a).SequenceCompareTo(Name(b));
    }

    /// <summary>What is known about the file system that holds a path.</summary>
    public MountFacts Mount(PathId path) => Devices[MarkOf(path).Device].Mount;

    /// <summary>The followed symbolic link that a path itself is, or null.</summary>
    public LinkPoint? LinkPoint(PathId path)
    {
        lock (_linkPoints)
        {
            return _linkPoints.GetValueOrDefault(path.Value);
        }
    }

    /// <summary>Whether a path is a followed symbolic link or lies below one.</summary>
    public bool IsReachedThroughLink(PathId path)
    {
        lock (_linkPoints)
        {
            if (_linkPoints.Count == 0)
            {
                return false;
            }

            for (; path != PathId.None; path = Parent(path))
            {
                if (_linkPoints.ContainsKey(path.Value))
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>The absolute path with the nearest followed link above it replaced by what the link leads to.</summary>
    public byte[] FinalPath(PathId path)
    {
        for (PathId above = path; above != PathId.None; above = Parent(above))
        {
            if (LinkPoint(above) is { FinalPath.IsEmpty: false } link)
            {
                byte[] rendered = Render(path);
                return [.. link.FinalPath.Span, .. rendered.AsSpan(Length(above))];
            }
        }

        return Render(path);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Arena.Dispose();
        foreach (NodeChunk chunk in Chunks)
        {
            chunk.Dispose();
        }

        _chunkCount = 0;
        _nodes = [];
    }

    internal void SetLinkPoint(PathId path, LinkPoint link)
    {
        lock (_linkPoints)
        {
            _linkPoints[path.Value] = link;
        }
    }

    internal DeviceMark MarkOf(PathId path) => ChunkOf(path).MarkAt(SlotOf(path));

    internal void SetMark(PathId folder, DeviceMark mark) =>
        ((FolderChunk)ChunkOf(folder)).Marks[SlotOf(folder)] = mark;

    internal FolderMarks MarksOf(PathId folder) => ((FolderChunk)ChunkOf(folder)).Listings![SlotOf(folder)];

    /// <summary>Notes what listing a folder came to. One thread at a time deals with a folder.</summary>
    internal void AddMarks(PathId folder, FolderMarks marks) =>
        ((FolderChunk)ChunkOf(folder)).Listings![SlotOf(folder)] |= marks;

    internal long SizeOf(PathId file) => FilesOf(file).SizeAt(SlotOf(file));

    /// <summary>
    /// Whether a file is still the one that was listed: what is so after reading was so all the time in between.
    /// </summary>
    internal bool IsAsListed(PathId file, in FileFacts facts)
    {
        DeviceTable.Entry device = Devices[MarkOf(file).Device];
        bool trusted = (device.Mount.Traits & FileSystemTraits.TrustedIds) != 0;
        return facts.Kind == EntryKind.File && facts.Size == SizeOf(file) && ChangeStamp.Of(facts) == StampOf(file)
            && (!trusted || (facts.Device == device.Device && facts.Inode == InodeOf(file)));
    }

    /// <summary>The times of a file when it was listed, see <see cref="ChangeStamp"/>.</summary>
    internal uint StampOf(PathId file) => FilesOf(file).StampAt(SlotOf(file));

    internal ulong InodeOf(PathId file) => FilesOf(file).InodeAt(SlotOf(file));

    /// <summary>Takes the files that lie right in some folders out of the search.</summary>
    /// <returns>How many.</returns>
    internal int Forget(HashSet<PathId> folders)
    {
        int forgotten = 0;
        foreach (NodeChunk chunk in Chunks)
        {
            forgotten += (chunk as FileChunk)?.Forget(folders) ?? 0;
        }

        foreach (PathId folder in _marksFolders ? folders : [])
        {
            ((FolderChunk)ChunkOf(folder)).Listings![SlotOf(folder)] &= FolderMarks.Link;
        }

        return forgotten;
    }

    internal FolderChunk AddFolderChunk()
    {
        lock (_gate)
        {
            var chunk = new FolderChunk(NextId(), _marksFolders);
            AddChunk(chunk, (PathNode*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(chunk.Nodes.Span)));
            return chunk;
        }
    }

    internal FileChunk AddFileChunk()
    {
        lock (_gate)
        {
            var chunk = new FileChunk(NextId(), Arena);
            AddChunk(chunk, null);
            return chunk;
        }
    }

    private int NextId() => _chunkCount < int.MaxValue >> NodeChunk.Shift
        ? _chunkCount << NodeChunk.Shift
        : throw new InvalidOperationException("More than 524,287 chunks of entries. Search fewer roots.");

    private void AddChunk(NodeChunk chunk, PathNode* nodes)
    {
        if (_chunkCount == _chunks.Length)
        {
            var larger = new NodeChunk[_chunks.Length * 2];
            _chunks.CopyTo(larger, 0);
            Volatile.Write(ref _chunks, larger);
            PathNode*[] largerNodes = new PathNode*[larger.Length];
            Array.Copy(_nodes, largerNodes, _chunkCount);
            _nodes = largerNodes;
        }

        _nodes[_chunkCount] = nodes;
        _chunks[_chunkCount++] = chunk;
    }

    private static int SlotOf(PathId path) => path.Value & (NodeChunk.Length - 1);

    private NodeChunk ChunkOf(PathId path) => Volatile.Read(ref _chunks)[path.Value >> NodeChunk.Shift];

    private FileChunk FilesOf(PathId file) => Unsafe.As<FileChunk>(ChunkOf(file));

    private int ParentOf(PathId path)
    {
        PathNode* nodes = _nodes[path.Value >> NodeChunk.Shift];
        return nodes is not null ? nodes[SlotOf(path)].Parent : FilesOf(path).PlaceAt(SlotOf(path)).Parent;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PathNode NodeOf(int id)
    {
        PathNode* nodes = _nodes[id >> NodeChunk.Shift];
        return nodes is not null ? nodes[id & (NodeChunk.Length - 1)] : FileNodeOf(new PathId(id));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PathNode FileNodeOf(PathId file) => FilesOf(file).NodeAt(SlotOf(file));
}
