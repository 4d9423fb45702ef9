using System.Diagnostics;
using System.Text;
using System.Text.Unicode;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// All paths of a search as one tree: a node is its parent and its name, ten bytes beside the name itself.
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
public sealed class PathTree : IDisposable
{
    /// <summary>
    /// Bytes of the longest path that can be rendered; a folder beyond it is a problem and not entered.
    /// </summary>
    public const int PathBytesMax = 1 << 20;

    private readonly Lock _gate = new();
    private readonly Dictionary<int, LinkPoint> _linkPoints = [];
    private NodeChunk[] _chunks = new NodeChunk[16];
    private int _chunkCount;
    private TreeWriter? _writer;

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
                NodeChunk chunk = _chunks[i];
                for (int slot = 0; chunk.Sizes is { } sizes && slot < chunk.Count; slot++)
                {
                    if (sizes[slot] != NodeChunk.ForgottenSize)
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
    public ReadOnlySpan<byte> Name(PathId path) => Arena[ChunkOf(path).Names[SlotOf(path)]];

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

    /// <summary>Bytes of the rendered path, found without rendering it.</summary>
    public int Length(PathId path)
    {
        int length = NameAndParent(path, out int parent).Length;
        while (parent >= 0)
        {
            ReadOnlySpan<byte> name = NameAndParent(new PathId(parent), out parent);
            length += name.Length + SeparatorAfter(name);
        }

        return length;
    }

    /// <summary>Writes the absolute path.</summary>
    /// <returns>The part of <paramref name="destination"/> that was written.</returns>
    /// <exception cref="ArgumentException">The destination is shorter than <see cref="Length"/>.</exception>
    public Span<byte> Render(PathId path, Span<byte> destination)
    {
        int length = Length(path);
        if (destination.Length < length)
        {
            throw new ArgumentException($"The destination needs {length} bytes.", nameof(destination));
        }

        ReadOnlySpan<byte> name = NameAndParent(path, out int parent);
        int end = length - name.Length;
        name.CopyTo(destination[end..]);
        while (parent >= 0)
        {
            name = NameAndParent(new PathId(parent), out parent);
            if (SeparatorAfter(name) > 0)
            {
                destination[--end] = (byte)'/';
            }

            end -= name.Length;
            name.CopyTo(destination[end..]);
        }

        Debug.Assert(end == 0, "Length and Render must agree.");
        return destination[..length];
    }

    /// <summary>The absolute path as new bytes.</summary>
    public byte[] Render(PathId path)
    {
        byte[] bytes = new byte[Length(path)];
        Render(path, bytes);
        return bytes;
    }

    /// <summary>
    /// The absolute path as text for people: what is not UTF-8 becomes U+FFFD, so it does not lead back.
    /// </summary>
    public string ToText(PathId path) => Encoding.UTF8.GetString(Render(path));

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

    /// <summary>
    /// Whether both rendered paths are equal when upper and lower case are, as Windows compares names.
    /// </summary>
    /// <remarks>
    /// By the simple case mapping of Unicode for valid UTF-8, byte by byte for anything else. No culture takes
    /// part.
    /// </remarks>
    public bool EqualsIgnoreCase(PathId left, PathId right)
    {
        while (left != right)
        {
            if (!NamesEqualIgnoringCase(Name(left), Name(right)))
            {
                return false;
            }

            left = Parent(left);
            right = Parent(right);
            if (left == PathId.None || right == PathId.None)
            {
                return left == right;
            }
        }

        return true;
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
    }

    internal void SetLinkPoint(PathId path, LinkPoint link)
    {
        lock (_linkPoints)
        {
            _linkPoints[path.Value] = link;
        }
    }

    internal DeviceMark MarkOf(PathId path) => ChunkOf(path).Devices[SlotOf(path)];

    internal void SetMark(PathId folder, DeviceMark mark) => ChunkOf(folder).Devices[SlotOf(folder)] = mark;

    internal long SizeOf(PathId file) => ChunkOf(file).Sizes![SlotOf(file)];

    internal ulong InodeOf(PathId file) => ChunkOf(file).Inodes![SlotOf(file)];

    internal NodeChunk AddChunk(Func<int, NodeChunk> make)
    {
        lock (_gate)
        {
            if (_chunkCount == int.MaxValue >> NodeChunk.Shift)
            {
                throw new InvalidOperationException("More than 2,147,483,647 entries. Search fewer roots.");
            }

            if (_chunkCount == _chunks.Length)
            {
                var larger = new NodeChunk[_chunks.Length * 2];
                _chunks.CopyTo(larger, 0);
                Volatile.Write(ref _chunks, larger);
            }

            NodeChunk chunk = make(_chunkCount << NodeChunk.Shift);
            _chunks[_chunkCount++] = chunk;
            return chunk;
        }
    }

    private static int SlotOf(PathId path) => path.Value & (NodeChunk.Length - 1);

    private static bool NamesEqualIgnoringCase(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        if (Ascii.IsValid(left) || Ascii.IsValid(right))
        {
            return Ascii.EqualsIgnoreCase(left, right);
        }

        return Utf8.IsValid(left) && Utf8.IsValid(right)
            ? Encoding.UTF8.GetString(left).Equals(Encoding.UTF8.GetString(right), StringComparison.OrdinalIgnoreCase)
            : left.SequenceEqual(right);
    }

    private NodeChunk ChunkOf(PathId path) => Volatile.Read(ref _chunks)[path.Value >> NodeChunk.Shift];

    private int ParentOf(PathId path) => ChunkOf(path).Parents[SlotOf(path)];

    // One look at the node, and one search for the end of its name: both are most of what rendering costs.
    private ReadOnlySpan<byte> NameAndParent(PathId path, out int parent)
    {
        NodeChunk chunk = ChunkOf(path);
        int slot = SlotOf(path);
        parent = chunk.Parents[slot];
        return Arena[chunk.Names[slot]];
    }

    // Only the name of a root can end with a separator, such as that of "/".
    private static int SeparatorAfter(ReadOnlySpan<byte> name) => name is [.., (byte)'/'] ? 0 : 1;
}
