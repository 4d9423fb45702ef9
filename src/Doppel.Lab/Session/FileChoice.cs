namespace Doppel.Lab;

/// <summary>Chooses the files of a size class.</summary>
internal static class FileChoice
{
    /// <summary>The minimum number of files in a set. Smaller sets are not meaningful.</summary>
    internal const int FilesMin = 8;

    // No single file may be large enough to dominate its set.
    private const int ShareMax = FilesMin / 2;

    /// <summary>Chooses files at random until there are enough, and restores their listing order.</summary>
    /// <param name="all">All files, in listing order.</param>
    /// <param name="sizes">The size class.</param>
    /// <param name="filesMax">The maximum number of files.</param>
    /// <param name="bytesMax">
    /// The maximum total size in bytes. May be exceeded only to reach the minimum number of files.
    /// </param>
    /// <param name="random">The random number generator.</param>
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
            // The files are large, so use the smallest of them.
            of.Sort((one, other) => all[one].Size.CompareTo(all[other].Size));
            chosen = of[..Math.Min(of.Count, FilesMin)];
        }

        chosen.Sort();
        return [.. chosen.ConvertAll(i => all[i])];
    }
}
