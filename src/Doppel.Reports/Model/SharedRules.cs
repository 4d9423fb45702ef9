namespace Doppel.Reports;

/// <summary>The rules for the copies of a group that share extents.</summary>
internal static class SharedRules
{
    /// <summary>
    /// Returns whether each list names two or more copies in ascending order, no copy occurs twice, and the lists are
    /// ordered by first copy.
    /// </summary>
    public static bool Hold(IReadOnlyList<IReadOnlyList<int>> shared, int copies)
    {
        bool[] named = new bool[copies];
        int lastFirst = -1;
        foreach (IReadOnlyList<int> sharing in shared)
        {
            if (sharing.Count < 2 || sharing[0] <= lastFirst)
            {
                return false;
            }

            lastFirst = sharing[0];
            int last = -1;
            foreach (int copy in sharing)
            {
                if (copy <= last || copy >= copies || named[copy])
                {
                    return false;
                }

                named[last = copy] = true;
            }
        }

        return shared.Count > 0;
    }

    /// <summary>Returns the number of distinct places in which the content of a group is stored.</summary>
    public static int Storages(IReadOnlyList<IReadOnlyList<int>>? shared, int copies)
    {
        foreach (IReadOnlyList<int> sharing in shared ?? [])
        {
            copies -= sharing.Count - 1;
        }

        return copies;
    }
}
