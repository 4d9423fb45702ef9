using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>The files of one size class, all of which are read in every run for that class.</summary>
internal sealed class FileSet
{
    private readonly List<LabFile> _files;
    private readonly List<Digest128> _digests;

    internal FileSet(SizeClass sizes, List<LabFile> files, List<Digest128> digests)
    {
        Sizes = sizes;
        _files = files;
        _digests = digests;
    }

    internal SizeClass Sizes { get; }

    /// <summary>Gets the files, in listing order.</summary>
    internal IReadOnlyList<LabFile> Files => _files;

    /// <summary>Gets the figures needed to repeat a run.</summary>
    internal FileSetFacts Facts
    {
        get
        {
            long bytes = 0;
            long least = _files.Count > 0 ? long.MaxValue : 0;
            long greatest = 0;
            foreach (LabFile file in _files)
            {
                bytes += file.Size;
                least = Math.Min(least, file.Size);
                greatest = Math.Max(greatest, file.Size);
            }

            return new FileSetFacts(Sizes, _files.Count, bytes, least, greatest);
        }
    }

    /// <summary>Returns the total that every run must have read.</summary>
    internal ContentTotal Expected()
    {
        var sum = new ContentSum();
        for (int i = 0; i < _files.Count; i++)
        {
            sum.Add(i, _digests[i], _files[i].Size);
        }

        return sum.Total;
    }

    /// <summary>Excludes files from all subsequent runs.</summary>
    /// <param name="isOut">Returns whether to exclude a file. Called once per file.</param>
    /// <returns>The number of files excluded.</returns>
    internal int LeaveOut(Func<LabFile, Digest128, bool> isOut)
    {
        int kept = 0;
        for (int i = 0; i < _files.Count; i++)
        {
            if (!isOut(_files[i], _digests[i]))
            {
                (_files[kept], _digests[kept]) = (_files[i], _digests[i]);
                kept++;
            }
        }

        int gone = _files.Count - kept;
        _files.RemoveRange(kept, gone);
        _digests.RemoveRange(kept, gone);
        return gone;
    }
}

/// <summary>Key figures of a set of files.</summary>
/// <param name="Sizes">The size class.</param>
/// <param name="Count">The number of files.</param>
/// <param name="Bytes">Their total size in bytes.</param>
/// <param name="Least">The size of the smallest file in bytes.</param>
/// <param name="Greatest">The size of the largest file in bytes.</param>
public sealed record FileSetFacts(SizeClass Sizes, int Count, long Bytes, long Least, long Greatest)
{
    /// <summary>Gets the mean size in bytes, or 0 if there are no files.</summary>
    public double Mean => Count == 0 ? 0 : (double)Bytes / Count;
}
