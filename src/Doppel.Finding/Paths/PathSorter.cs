using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Sorts many paths of a tree in the order of <see cref="PathTree.Compare"/>.</summary>
/// <remarks>
/// <para>
/// Comparing two paths means climbing both. Only the folders are therefore sorted that way; each path then gets a
/// number that orders it among the paths of other folders, and only names within the same folder remain to be compared.
/// </para>
/// <para>
/// Consider the folders below a path's own folder. The path comes immediately before the first of them whose next
/// component is greater than the path's name or, if there is none, immediately after the last of them. If the paths of
/// several folders share a position, those of the deeper folder come first.
/// </para>
/// </remarks>
internal sealed class PathSorter(PathTree tree)
{
    /// <summary>The number of paths up to which they are compared directly, which takes no memory.</summary>
    internal const int FewPaths = 32;

    private const int DepthMax = byte.MaxValue;

    // Sorting keys together with items by a Comparison would allocate a new comparer each time.
    private readonly Comparer<PathId> _byPath = Comparer<PathId>.Create(tree.Compare);

    /// <summary>Sorts paths, and reorders an item for each of them in the same way.</summary>
    internal void Sort<T>(Span<PathId> paths, Span<T> items)
        where T : unmanaged
    {
        if (paths.Length <= FewPaths || AnyIsRoot(paths))
        {
            paths.Sort(items, _byPath);
            return;
        }

        using var keys = new NativeBuffer<ulong>(paths.Length);
        using (NativeBuffer<Folder> folders = FoldersOf(paths))
        {
            using NativeBuffer<int> places = PlacesOf(folders.Span);
            for (int i = 0; i < keys.Length; i++)
            {
                keys[i] = KeyOf(paths[i], folders.Span, places.Span);
            }
        }

        SortByKeys(keys.Span, paths, items);
        for (int first = 0; first < keys.Length;)
        {
            int end = first + 1;
            while (end < keys.Length && keys[end] == keys[first])
            {
                end++;
            }

            if (end - first > 1)
            {
                paths[first..end].Sort(items[first..end], _byPath);
            }

            first = end;
        }
    }

    private static void SortByKeys<T>(Span<ulong> keys, Span<PathId> paths, Span<T> items)
        where T : unmanaged
    {
        using var pairs = new NativeBuffer<Pair<T>>(keys.Length);
        for (int i = 0; i < keys.Length; i++)
        {
            pairs[i] = new Pair<T>(paths[i], items[i]);
        }

        keys.Sort(pairs.Span);
        for (int i = 0; i < keys.Length; i++)
        {
            (paths[i], items[i]) = pairs[i];
        }
    }

    // Returns the folders that contain the paths, in path order.
    private NativeBuffer<Folder> FoldersOf(ReadOnlySpan<PathId> paths)
    {
        using var ids = new NativeList<int>();
        int last = int.MinValue;
        foreach (PathId path in paths)
        {
            // Neighbors mostly share their folder.
            int parent = tree.Parent(path).Value;
            if (parent != last)
            {
                ids.Add(last = parent);
            }
        }

        ids.Span.Sort();
        int count = 0;
        foreach (int id in ids)
        {
            if (count == 0 || id != ids[count - 1])
            {
                ids[count++] = id;
            }
        }

        ids.Cut(count);
        var folders = new NativeBuffer<Folder>(count);
        for (int i = 0; i < count; i++)
        {
            folders[i] = new Folder(new PathId(ids[i]), 0, 0);
        }

        folders.Span.Sort((left, right) => tree.Compare(left.Id, right.Id));
        SetEnds(folders.Span);
        return folders;
    }

    // A root has no folder, but comparing roots requires no climbing.
    private bool AnyIsRoot(ReadOnlySpan<PathId> paths)
    {
        foreach (PathId path in paths)
        {
            if (tree.Parent(path) == PathId.None)
            {
                return true;
            }
        }

        return false;
    }

    // Each folder is followed by the folders below it, up to its end.
    private void SetEnds(Span<Folder> folders)
    {
        using var above = new NativeList<int>();
        for (int i = 0; i < folders.Length; i++)
        {
            folders[i] = new Folder(folders[i].Id, tree.Depth(folders[i].Id), folders.Length);
            while (above.Count > 0 && !IsAbove(folders[above[above.Count - 1]], folders[i]))
            {
                int left = above[above.Count - 1];
                folders[left] = folders[left] with { End = i };
                above.Cut(above.Count - 1);
            }

            above.Add(i);
        }
    }

    private bool IsAbove(Folder folder, Folder other) =>
        other.Depth > folder.Depth && Above(other, folder.Depth) == folder.Id;

    private PathId Above(Folder folder, int depth)
    {
        PathId path = folder.Id;
        for (int i = folder.Depth; i > depth; i--)
        {
            path = tree.Parent(path);
        }

        return path;
    }

    // Returns the indexes of the folders, sorted by id for searching.
    private static NativeBuffer<int> PlacesOf(ReadOnlySpan<Folder> folders)
    {
        var places = new NativeBuffer<int>(folders.Length);
        using var ids = new NativeBuffer<int>(folders.Length);
        for (int i = 0; i < places.Length; i++)
        {
            places[i] = i;
            ids[i] = folders[i].Id.Value;
        }

        ids.Span.Sort(places.Span);
        return places;
    }

    private ulong KeyOf(PathId path, ReadOnlySpan<Folder> folders, ReadOnlySpan<int> places)
    {
        int index = Find(tree.Parent(path), folders, places);
        Folder folder = folders[index];
        ReadOnlySpan<byte> name = tree.Name(path);

        // Finds the first of the folders below whose component is greater than the name.
        int low = index + 1;
        for (int high = folder.End; low < high;)
        {
            int middle = (low + high) >>> 1;
            PathId part = Above(folders[middle], folder.Depth + 1);
            if (tree.Name(part).SequenceCompareTo(name) > 0)
            {
                high = middle;
            }
            else
            {
                low = middle + 1;
            }
        }

        return ((ulong)low << 32) | ((ulong)(DepthMax - Math.Min(folder.Depth, DepthMax)) << 24) | FirstBytes(name);
    }

    private static uint FirstBytes(ReadOnlySpan<byte> name) => name switch
    {
        [] => 0,
        [byte first] => (uint)first << 16,
        [byte first, byte second] => ((uint)first << 16) | ((uint)second << 8),
        [byte first, byte second, byte third, ..] => ((uint)first << 16) | ((uint)second << 8) | third,
    };

    private static int Find(PathId folder, ReadOnlySpan<Folder> folders, ReadOnlySpan<int> places)
    {
        int low = 0;
        for (int high = places.Length - 1; low < high;)
        {
            int middle = (low + high) >>> 1;
            if (folders[places[middle]].Id.Value < folder.Value)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return places[low];
    }

    private readonly record struct Folder(PathId Id, int Depth, int End);

    private readonly record struct Pair<T>(PathId Path, T Item)
        where T : unmanaged;
}
