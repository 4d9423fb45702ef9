using System.Runtime.InteropServices;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>Where on a disk the files and folders of one file system lie: first the inodes, then all content.</summary>
/// <remarks>
/// Thread-safe. Knows inodes as they are numbered when it is made. What comes later, or grows, lies behind all the rest
/// in the order in which it is first asked for.
/// </remarks>
public sealed class DiskLayout
{
    /// <summary>Inodes that are read together: a page of them.</summary>
    internal const int InodesInPage = 16;

    private const int PageBytes = PageCache.PageBytes;

    private readonly Lock _gate = new();
    private readonly Dictionary<ulong, List<FileExtent>> _extents = [];
    private readonly long _startBytes;
    private long _endBytes;

    private DiskLayout(long startBytes) => _startBytes = startBytes;

    /// <summary>Strews what a volume holds over a disk.</summary>
    /// <remarks>What has <see cref="MemoryNode.Extents"/> of its own lies where they say.</remarks>
    public static DiskLayout Shuffled(MemoryVolume files, DiskLayoutOptions options)
    {
        var layout = new DiskLayout(options.StartBytes);
        Dictionary<ulong, MemoryNode> nodes = [];
        Collect(files.Root, nodes);
        List<(ulong Inode, long Offset, long Length)> pieces = [];
        foreach ((ulong inode, MemoryNode node) in nodes)
        {
            layout._extents.Add(inode, [.. node.Extents ?? []]);
            if (node.Extents is null)
            {
                Cut(inode, WholePages(BytesOf(node)), options.FragmentBytes, pieces);
            }
        }

        ulong lastInode = nodes.Keys.Max();
        layout._endBytes = options.StartBytes + WholePages((long)(lastInode / InodesInPage + 1) * PageBytes);
        new Random(options.Seed).Shuffle(CollectionsMarshal.AsSpan(pieces));
        long gap = (options.SpreadBytes - pieces.Sum(piece => piece.Length)) / Math.Max(1, pieces.Count);
        foreach ((ulong inode, long offset, long length) in pieces)
        {
            layout._extents[inode].Add(new FileExtent(offset, layout._endBytes, length, ExtentFlags.None));
            layout._endBytes += length + Math.Max(0, gap / PageBytes * PageBytes);
        }

        foreach (List<FileExtent> extents in layout._extents.Values)
        {
            extents.Sort((left, right) => left.Offset.CompareTo(right.Offset));
        }

        return layout;
    }

    /// <summary>The address of a file's first byte: the order in which a disk gives files fastest.</summary>
    public long AddressOf(MemoryNode file)
    {
        long count = 1;
        return Locate(file.Inode, 0, ref count);
    }

    /// <summary>The address of the page that holds an inode.</summary>
    internal long LocateInode(ulong inode) => _startBytes + (long)(inode / InodesInPage) * PageBytes;

    /// <summary>The address of a page, and how many of the pages from there on lie side by side.</summary>
    internal long Locate(ulong inode, long page, ref long count)
    {
        lock (_gate)
        {
            FileExtent extent = Cover(inode, page, count);
            long into = page * PageBytes - extent.Offset;
            long left = (extent.Length - into + PageBytes - 1) / PageBytes;
            count = Math.Clamp(left, 1, count);
            return extent.Physical + into;
        }
    }

    /// <summary>The extents of a file of so many bytes.</summary>
    internal void Tell(ulong inode, long bytes, ExtentQuery query, List<FileExtent> extents)
    {
        if (bytes == 0)
        {
            return;
        }

        lock (_gate)
        {
            _ = Cover(inode, (bytes - 1) / PageBytes, 1);
            List<FileExtent> all = _extents[inode];
            extents.AddRange(query == ExtentQuery.First ? all.Take(1) : all);
            if (extents.Count == all.Count)
            {
                extents[^1] = extents[^1] with { Flags = extents[^1].Flags | ExtentFlags.Last };
            }
        }
    }

    // The extent that holds a page, or the last one before a hole.
    private FileExtent Cover(ulong inode, long page, long count)
    {
        if (!_extents.TryGetValue(inode, out List<FileExtent>? extents))
        {
            _extents.Add(inode, extents = []);
        }

        long end = extents.Count == 0 ? 0 : extents[^1].Offset + extents[^1].Length;
        if (page * PageBytes >= end)
        {
            long length = (page + count) * PageBytes - WholePages(end);
            extents.Add(new FileExtent(WholePages(end), _endBytes, length, ExtentFlags.None));
            _endBytes += length;
        }

        int low = 0;
        for (int high = extents.Count; high - low > 1;)
        {
            int middle = (low + high) / 2;
            (low, high) = extents[middle].Offset <= page * PageBytes ? (middle, high) : (low, middle);
        }

        return extents[low];
    }

    private static void Collect(MemoryNode node, Dictionary<ulong, MemoryNode> nodes)
    {
        if (nodes.TryAdd(node.Inode, node) && node.Entries is not null)
        {
            foreach (MemoryNode entry in node.Entries.Values)
            {
                Collect(entry, nodes);
            }
        }
    }

    private static void Cut(ulong inode, long bytes, long fragmentBytes, List<(ulong, long, long)> pieces)
    {
        long most = fragmentBytes > 0 ? WholePages(fragmentBytes) : Math.Max(1, bytes);
        for (long offset = 0; offset < bytes; offset += most)
        {
            pieces.Add((inode, offset, Math.Min(most, bytes - offset)));
        }
    }

    private static long BytesOf(MemoryNode node) => node.Kind switch
    {
        EntryKind.Folder => Math.Max(1, node.Entries!.Keys.Sum(SimulatedVolume.EntryBytes)),
        EntryKind.File => node.Facts.Size,
        _ => 0,
    };

    private static long WholePages(long bytes) => (bytes + PageBytes - 1) / PageBytes * PageBytes;
}
