namespace Doppel.Finding;

/// <summary>Decides by the roots of its copies whether a group was requested, and which of them stay.</summary>
internal sealed class RootDemand(PathTree tree, CopyTable copies, FindOptions options)
{
    /// <summary>Returns whether a copy has a name below a reference.</summary>
    internal bool IsInReference(int copy) =>
        options.References > 0 && tree.RootIndex(copies.FirstInOrderOf(copy)) < options.References;

    /// <summary>Returns whether a group of these copies was requested.</summary>
    internal bool IsMetBy(ReadOnlySpan<int> group)
    {
        if (options.References > 0)
        {
            int staying = 0;
            foreach (int copy in group)
            {
                staying += IsInReference(copy) ? 1 : 0;
            }

            return staying > 0 && staying < group.Length;
        }

        return !options.Isolate || SpansRoots(group);
    }

    /// <summary>Returns the copies that stay: the first one, or all in references.</summary>
    /// <param name="group">The copies of a group in order. Those in references come first.</param>
    internal ReadOnlySpan<int> StayingOf(ReadOnlySpan<int> group)
    {
        int staying = 1;
        while (staying < group.Length && IsInReference(group[staying]))
        {
            staying++;
        }

        return group[..staying];
    }

    private bool SpansRoots(ReadOnlySpan<int> group)
    {
        int first = -1;
        foreach (int copy in group)
        {
            foreach (PathId name in copies.SortedNamesOf(copy))
            {
                int root = tree.RootIndex(name);
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
