using Doppel.Catalog;

namespace Doppel.Finding;

/// <summary>Decides by the roots of its copies whether a group was requested, and which of them stay.</summary>
/// <param name="copies">The copies.</param>
/// <param name="options">What was requested.</param>
/// <param name="saved">Which copies are on saved volumes.</param>
internal sealed class RootDemand(CopyTable copies, FindOptions options, SavedCopies saved)
{
    // If nothing but saved volumes is searched, apart from references, their copies are like any others.
    private readonly bool _savedStay = !saved.IsEmpty
        && !options.Roots.Skip(options.References).All(static root => root.Volume is SavedVolume);

    /// <summary>
    /// Returns whether a copy stays in any case: it has a name below a reference, or on a saved volume.
    /// </summary>
    internal bool IsStaying(int copy) => IsInReference(copy) || (_savedStay && saved.Contains(copy));

    /// <summary>Returns whether a group of these copies was requested.</summary>
    internal bool IsMetBy(ReadOnlySpan<int> group)
    {
        if (options.References > 0 || _savedStay)
        {
            int staying = 0;
            foreach (int copy in group)
            {
                staying += IsStaying(copy) ? 1 : 0;
            }

            if (staying == group.Length || (staying == 0 && options.References > 0))
            {
                return false;
            }
        }

        return options.References > 0 || !options.Isolate || SpansRoots(group);
    }

    /// <summary>Returns the copies that stay: the first one, or all in references and on saved volumes.</summary>
    /// <param name="group">The copies of a group in order. Those that stay come first, as their roots do.</param>
    internal ReadOnlySpan<int> StayingOf(ReadOnlySpan<int> group)
    {
        int staying = 1;
        while (staying < group.Length && IsStaying(group[staying]))
        {
            staying++;
        }

        return group[..staying];
    }

    private bool IsInReference(int copy) =>
        options.References > 0 && copies.Tree.RootIndex(copies.FirstInOrderOf(copy)) < options.References;

    private bool SpansRoots(ReadOnlySpan<int> group)
    {
        int first = -1;
        foreach (int copy in group)
        {
            foreach (PathId name in copies.SortedNamesOf(copy))
            {
                int root = copies.Tree.RootIndex(name);
                if (first >= 0 && root != first)
                {
                    return true;
                }

                first = root;
            }
        }

        return false;
    }
}
