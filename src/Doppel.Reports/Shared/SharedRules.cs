namespace Doppel.Reports.Shared;

/// <summary>What is true of the copies of a group that share their blocks.</summary>
internal static class SharedRules
{
    /// <summary>
    /// Whether lists name two or more copies each, ascending, none twice, and come by their first copies.
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

    /// <summary>In how many places the content of a group lies.</summary>
    public static int Storages(IReadOnlyList<IReadOnlyList<int>>? shared, int copies)
    {
        foreach (IReadOnlyList<int> sharing in shared ?? [])
        {
            copies -= sharing.Count - 1;
        }

        return copies;
    }
}
