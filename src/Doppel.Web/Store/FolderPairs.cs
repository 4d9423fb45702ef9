using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Finds the pairs of folders that have many files in common.</summary>
/// <remarks>
/// Folders are paired from where their copies are upwards, as long as both have the same name and are below a root:
/// /photos/2020/may and /backup/2020/may count for the pair of /photos and /backup.
/// </remarks>
internal static class FolderPairs
{
    internal const int PairsMax = 500;

    /// <summary>
    /// The number of folders of a group that are paired with each other. A content that is in more of them, such as a
    /// licence, says nothing about the likeness of two.
    /// </summary>
    internal const int FoldersMax = 16;

    /// <summary>Returns the pairs with the most redundant bytes first.</summary>
    /// <param name="store">The groups.</param>
    /// <param name="tree">The folders of the same copies.</param>
    /// <param name="roots">The absolute paths of the roots. Without any, folders are paired where copies are.</param>
    /// <param name="isThere">Whether a copy counts.</param>
    internal static IReadOnlyList<FolderPair> Of(
        GroupStore store, FolderTree tree, IReadOnlyList<ReportName> roots, Func<int, bool> isThere)
    {
        HashSet<int> tops = [.. roots.Select(tree.Find).Where(static node => node >= 0)];
        Dictionary<(int First, int Second), long> bytes = [];
        for (int group = 0; group < store.Groups; group++)
        {
            foreach ((int First, int Second) pair in PairsOf(store, tree, tops, isThere, group))
            {
                bytes[pair] = bytes.GetValueOrDefault(pair) + Math.Max(0, store.SizeOf(group));
            }
        }

        // By path if they are equal, so that the same files give the same list.
        (int First, int Second)[] best =
        [
            .. bytes.OrderByDescending(static one => one.Value)
                .ThenBy(one => tree.PathOf(one.Key.First)).ThenBy(one => tree.PathOf(one.Key.Second))
                .Take(PairsMax).Select(static one => one.Key),
        ];
        var groups = best.ToDictionary(static pair => pair, static _ => new List<int>());
        for (int group = 0; group < store.Groups && best.Length > 0; group++)
        {
            foreach ((int First, int Second) pair in PairsOf(store, tree, tops, isThere, group))
            {
                groups.GetValueOrDefault(pair)?.Add(group);
            }
        }

        return [.. best.Select(pair => new FolderPair(pair.First, pair.Second, bytes[pair], groups[pair]))];
    }

    private static IEnumerable<(int First, int Second)> PairsOf(
        GroupStore store, FolderTree tree, HashSet<int> tops, Func<int, bool> isThere, int group)
    {
        int[] folders =
        [
            .. store.OnDisks(group).Where(isThere).SelectMany(copy => tree.NodesOf(store, copy)).Distinct(),
        ];
        if (folders.Length is < 2 or > FoldersMax)
        {
            return [];
        }

        return folders.SelectMany((one, at) => folders[(at + 1)..].Select(other => Climb(tree, tops, one, other)))
            .Distinct();
    }

    private static (int First, int Second) Climb(FolderTree tree, HashSet<int> tops, int one, int other)
    {
        while (tops.Count > 0 && !tops.Contains(one) && !tops.Contains(other)
            && tree.LastOf(one).SequenceEqual(tree.LastOf(other)))
        {
            (int above, int otherAbove) = (tree.ParentOf(one), tree.ParentOf(other));
            if (above <= 0 || otherAbove <= 0 || tree.IsWithin(above, otherAbove) || tree.IsWithin(otherAbove, above))
            {
                break;
            }

            (one, other) = (above, otherAbove);
        }

        return tree.PathOf(one).CompareTo(tree.PathOf(other)) < 0 ? (one, other) : (other, one);
    }
}

/// <summary>Two folders with files in common.</summary>
/// <param name="First">The one whose path comes first.</param>
/// <param name="Second">The other one.</param>
/// <param name="Bytes">The size of the contents that are in both.</param>
/// <param name="Groups">The groups that have a copy in both, or below.</param>
internal sealed record FolderPair(int First, int Second, long Bytes, IReadOnlyList<int> Groups);
