using Doppel.Catalog;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Which files that a search listed are companions of others, by their names.</summary>
/// <remarks>
/// Immutable and thread-safe. No file is opened, so that films count only for their own sidecars: whether one belongs
/// to a live photo is known to its content alone. Files of saved volumes have none, because a search takes only those
/// that may have a copy. Takes 8 bytes for each file and its companion.
/// </remarks>
internal sealed class CompanionTable
{
    private readonly PathTree _tree;

    // A file in the upper half and one of its companions in the lower one, in ascending order.
    private readonly ulong[] _pairs;

    /// <summary>Compares the names of each folder that has companions or raw files.</summary>
    internal CompanionTable(PathTree tree)
    {
        _tree = tree;
        HashSet<PathId> folders = [.. tree.Files.Where(IsOfPair).Select(tree.Parent)];
        folders.Remove(PathId.None);
        ulong[] files =
        [
            .. tree.Files.Where(file => folders.Contains(tree.Parent(file)) && MayTakePart(file))
                .Select(file => Pair(tree.Parent(file), file)),
        ];
        Array.Sort(files);
        List<ulong> pairs = [];
        for (int first = 0; first < files.Length;)
        {
            int end = first;
            while (end < files.Length && Upper(files[end]) == Upper(files[first]))
            {
                end++;
            }

            AddPairs(files.AsSpan()[first..end], pairs);
            first = end;
        }

        pairs.Sort();
        _pairs = [.. pairs];
    }

    /// <summary>Returns the companions of a file, and theirs, by their names; null if there are none.</summary>
    /// <param name="names">All names of the file.</param>
    internal ReportName[]? Of(ReadOnlySpan<PathId> names)
    {
        List<PathId> all = [];
        foreach (PathId name in names)
        {
            AddOf(name, names, all);
        }

        for (int next = 0; next < all.Count; next++)
        {
            AddOf(all[next], names, all);
        }

        all.Sort(_tree.Compare);
        return all.Count == 0 ? null : [.. all.Select(name => new ReportName(_tree.ShownPath(name)))];
    }

    private void AddOf(PathId name, ReadOnlySpan<PathId> names, List<PathId> all)
    {
        int at = Array.BinarySearch(_pairs, Pair(name, default));
        for (at = at < 0 ? ~at : at; at < _pairs.Length && Upper(_pairs[at]) == name; at++)
        {
            PathId companion = Lower(_pairs[at]);
            if (!names.Contains(companion) && !all.Contains(companion))
            {
                all.Add(companion);
            }
        }
    }

    private void AddPairs(ReadOnlySpan<ulong> files, List<ulong> pairs)
    {
        Dictionary<ReportName, PathId> ids = [];
        foreach (ulong file in files)
        {
            ids[new ReportName(_tree.Name(Lower(file)).ToArray())] = Lower(file);
        }

        var names = new CompanionNames([.. ids.Keys]);
        foreach ((ReportName name, PathId id) in ids)
        {
            pairs.AddRange(names.Of(name).Where(companion => !MayBeLive(name, companion))
                .Select(companion => Pair(id, ids[companion])));
        }
    }

    private bool IsOfPair(PathId file) =>
        CompanionKinds.IsOfPair(_tree.Name(file)) && _tree.VolumeOf(file) is not SavedVolume;

    private bool MayTakePart(PathId file) => CompanionKinds.MayTakePart(_tree.Name(file));

    private static bool MayBeLive(ReportName main, ReportName companion) => CompanionKinds.MayBeLive(
        CompanionKinds.Extension(main.Bytes), CompanionKinds.Extension(companion.Bytes));

    private static ulong Pair(PathId upper, PathId lower) => ((ulong)(uint)upper.Value << 32) | (uint)lower.Value;

    private static PathId Upper(ulong pair) => new((int)(pair >> 32));

    private static PathId Lower(ulong pair) => new((int)(uint)pair);
}
