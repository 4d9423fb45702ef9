using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// All paths of a search as a tree. A node consists of its parent and its name and takes ten bytes plus the name; so
/// does a file with its size, inode and device.
/// </summary>
/// <remarks>
/// <para>
/// Several threads add nodes while a search scans. Nodes never move and are never removed. Every member is thread-safe
/// for ids that the caller was given. No member may be called after <see cref="Dispose"/>.
/// </para>
/// <para>
/// Two ids of one tree are the same path if and only if they are equal, so comparing paths costs one comparison of
/// integers.
/// </para>
/// </remarks>
internal sealed unsafe partial class PathTree : IDisposable
{
    /// <summary>
    /// The maximum length of a path that can be rendered, in bytes. A longer folder path is reported as a problem and
    /// not entered.
    /// </summary>
    public const int PathBytesMax = 1 << 20;

    private readonly Lock _gate = new();
    private readonly bool _marksFolders;
    private readonly HashSet<PathId> _inWriting = [];
    private NodeChunk[] _chunks = new NodeChunk[16];

    // The start of the nodes of each chunk of folders, or null for a chunk of files. Climbing a path takes exactly two
    // memory accesses per step.
    private volatile PathNode*[] _nodes = new PathNode*[16];
    private int _chunkCount;
    private TreeWriter? _writer;
    private readonly Lazy<CompanionTable> _companions;

    /// <summary>Initializes an empty tree.</summary>
    public PathTree()
        : this(marksFolders: false)
    {
    }

    /// <summary>Initializes an empty tree.</summary>
    /// <param name="marksFolders">Whether <see cref="AddMarks"/> will be called. Takes one byte per folder.</param>
    /// <param name="keepsStamps">Whether change stamps are kept completely. Takes four bytes per file.</param>
    internal PathTree(bool marksFolders, bool keepsStamps = false)
    {
        _marksFolders = marksFolders;
        KeepsStamps = keepsStamps;
        _companions = new Lazy<CompanionTable>(() => new CompanionTable(this));
    }

    /// <summary>Gets which files are companions of others, once all have been added.</summary>
    internal CompanionTable Companions => _companions.Value;

    internal NameArena Arena { get; } = new();

    internal SearchDevices Devices { get; } = new();

    /// <summary>Gets whether change stamps are kept completely, since something is to be remembered.</summary>
    internal bool KeepsStamps { get; }

    /// <summary>Gets whether <see cref="Doubt"/> was called.</summary>
    internal bool AnyDoubted { get; private set; }

    /// <summary>Gets all chunks, including those of folders.</summary>
    internal ReadOnlySpan<NodeChunk> Chunks => _chunks.AsSpan(0, _chunkCount);

    /// <summary>Gets the number of paths in the tree: folders, and files that take part.</summary>
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

    /// <summary>
    /// Gets the number of bytes of memory allocated for the tree including names, whether or not they are used.
    /// </summary>
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

    /// <summary>Gets the files that a search listed and that passed its filters, in no particular order.</summary>
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
    /// <param name="index">The position among the roots, 0 or greater.</param>
    /// <param name="path">The root's absolute path.</param>
    public PathId AddRoot(int index, ReadOnlySpan<byte> path)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        lock (_gate)
        {
            return (_writer ??= new TreeWriter(this)).AddRootFolder(index, path);
        }
    }

    /// <summary>Adds a path below another one. Adding the same name twice creates two paths.</summary>
    public PathId Add(PathId parent, ReadOnlySpan<byte> name)
    {
        lock (_gate)
        {
            return (_writer ??= new TreeWriter(this)).AddFolder(parent, name);
        }
    }

    /// <summary>Returns the folder that contains a path, or <see cref="PathId.None"/> for a root.</summary>
    public PathId Parent(PathId path) => new(Math.Max(-1, ParentOf(path)));

    /// <summary>Returns the last component of a path, or the whole absolute path for a root.</summary>
    public ReadOnlySpan<byte> Name(PathId path) => Arena[NodeOf(path.Value).Name];

    /// <summary>Returns the number of components below the root, or 0 for a root itself.</summary>
    public int Depth(PathId path)
    {
        int depth = 0;
        while ((path = Parent(path)) != PathId.None)
        {
            depth++;
        }

        return depth;
    }

    /// <summary>Returns the zero-based index of the root that a path lies below.</summary>
    public int RootIndex(PathId path)
    {
        int parent = ParentOf(path);
        while (parent >= 0)
        {
            parent = ParentOf(new PathId(parent));
        }

        return -1 - parent;
    }

    /// <summary>
    /// Compares two paths: by root, then by the bytes of each component. A folder comes before its contents.
    /// </summary>
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

    /// <summary>Returns what is known about the file system that holds a path.</summary>
    public MountFacts Mount(PathId path) => Devices[MarkOf(path).Device].Mount;

    internal IVolume VolumeOf(PathId path) => Devices[MarkOf(path).Device].Volume;

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

    internal DeviceMark MarkOf(PathId path) => ChunkOf(path).MarkAt(SlotOf(path));

    internal void SetMark(PathId folder, DeviceMark mark) =>
        ((FolderChunk)ChunkOf(folder)).Marks[SlotOf(folder)] = mark;

    internal FolderMarks MarksOf(PathId folder) => ((FolderChunk)ChunkOf(folder)).Listings![SlotOf(folder)];

    /// <summary>Records the result of listing a folder.</summary>
    /// <remarks>Not atomic: threads that list a folder together all add the same mark, that it is incomplete.</remarks>
    internal void AddMarks(PathId folder, FolderMarks marks) =>
        ((FolderChunk)ChunkOf(folder)).Listings![SlotOf(folder)] |= marks;

    internal long SizeOf(PathId file) => FilesOf(file).SizeAt(SlotOf(file));

    /// <summary>Sets the size of a file of a list, or takes a file out of the search with a negative size.</summary>
    /// <remarks>Only between scanning and matching, on one thread.</remarks>
    internal void SetSize(PathId file, long size) => FilesOf(file).SetSize(SlotOf(file), size);

    /// <summary>
    /// Returns whether a file is still as it was listed. If this is true after reading, it was true throughout.
    /// </summary>
    internal bool IsAsListed(PathId file, in FileFacts facts)
    {
        SearchDevices.Entry device = Devices[MarkOf(file).Device];
        bool trusted = (device.Mount.Traits & FileSystemTraits.TrustedIds) != 0;
        return facts.Kind == EntryKind.File && facts.Size == SizeOf(file) && FileStamp.Matches(StampOf(file), facts)
            && (!trusted || (facts.Device == device.Device && facts.Inode == InodeOf(file)));
    }

    /// <summary>Returns the change stamp of a file when it was listed; see <see cref="FileStamp"/>.</summary>
    internal ulong StampOf(PathId file) => FilesOf(file).StampAt(SlotOf(file));

    /// <summary>
    /// Notes that the state in which a file was listed cannot show whether its content is complete, so that nothing is
    /// remembered about it.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="isBeingWritten">Whether a program is known to have it open for writing.</param>
    internal void Doubt(PathId file, bool isBeingWritten)
    {
        FilesOf(file).ShortenStamp(SlotOf(file));
        AnyDoubted = true;
        if (isBeingWritten)
        {
            lock (_gate)
            {
                _inWriting.Add(file);
            }
        }
    }

    /// <summary>Returns whether a program had a file open for writing when it was read.</summary>
    internal bool IsInWriting(PathId file)
    {
        lock (_gate)
        {
            return _inWriting.Contains(file);
        }
    }

    /// <summary>Tells the processor that everything about a file but its name is needed soon.</summary>
    internal void Prefetch(PathId file) => FilesOf(file).Prefetch(SlotOf(file));

    /// <summary>Tells the processor that a file's name is needed soon.</summary>
    internal void PrefetchName(PathId file) => FilesOf(file).PrefetchName(SlotOf(file));

    internal ulong InodeOf(PathId file) => FilesOf(file).InodeAt(SlotOf(file));

    /// <summary>Removes the files directly in the given folders from the search.</summary>
    /// <returns>The number of files removed.</returns>
    internal int Forget(HashSet<PathId> folders)
    {
        int forgotten = 0;
        foreach (NodeChunk chunk in Chunks)
        {
            forgotten += (chunk as FileChunk)?.Forget(folders) ?? 0;
        }

        if (_marksFolders)
        {
            foreach (PathId folder in folders)
            {
                ((FolderChunk)ChunkOf(folder)).Listings![SlotOf(folder)] &= FolderMarks.Link;
            }
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
            var chunk = new FileChunk(NextId(), Arena, KeepsStamps);
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
