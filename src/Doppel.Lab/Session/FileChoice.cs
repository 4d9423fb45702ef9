namespace Doppel.Lab;

/// <summary>Chooses the files of a size class.</summary>
internal static class FileChoice
{
    /// <summary>A set of fewer files tells nothing.</summary>
    internal const int FilesMin = 8;

    // No file may be so much of its set that it alone decides.
    private const int ShareMax = FilesMin / 2;

    /// <summary>
    /// Chooses files at random until there are enough, and puts them in the order of their listing again.
    /// </summary>
    /// <param name="all">All files in the order of their listing.</param>
    /// <param name="sizes">The class.</param>
    /// <param name="filesMax">Files at most.</param>
    /// <param name="bytesMax">Bytes of all of them at most, but for the least that is needed.</param>
    /// <param name="random">Chooses.</param>
    internal static List<LabFile> Choose(
        IReadOnlyList<LabFile> all, SizeClass sizes, int filesMax, long bytesMax, Random random)
    {
        var of = new List<int>();
        for (int i = 0; i < all.Count; i++)
        {
            if (sizes.Has(all[i].Size))
            {
                of.Add(i);
            }
        }

        int[] candidates = [.. of];
        random.Shuffle(candidates);
        long left = bytesMax;
        var chosen = new List<int>();
        foreach (int i in candidates)
        {
            if (chosen.Count < filesMax && all[i].Size <= Math.Min(left, Math.Max(sizes.From, bytesMax / ShareMax)))
            {
                chosen.Add(i);
                left -= all[i].Size;
            }
        }

        if (chosen.Count < FilesMin)
        {
            // Large files: the smallest of them.
            of.Sort((one, other) => all[one].Size.CompareTo(all[other].Size));
            chosen = of[..Math.Min(of.Count, FilesMin)];
        }

        chosen.Sort();
        return [.. chosen.ConvertAll(i => all[i])];
    }
}
