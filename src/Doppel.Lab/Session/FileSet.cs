namespace Doppel.Lab;

/// <summary>The files of one size class that every run of it reads.</summary>
internal sealed class FileSet
{
    private readonly List<LabFile> _files;
    private readonly List<FileDigests> _digests;

    internal FileSet(SizeClass sizes, List<LabFile> files, List<FileDigests> digests)
    {
        Sizes = sizes;
        _files = files;
        _digests = digests;
    }

    /// <summary>The class.</summary>
    internal SizeClass Sizes { get; }

    /// <summary>The files, in the order of their listing.</summary>
    internal IReadOnlyList<LabFile> Files => _files;

    /// <summary>What anybody who wants to repeat a run has to know of it.</summary>
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

    /// <summary>What every run must have read.</summary>
    /// <param name="isText">Whether as text.</param>
    internal ContentTotal Expected(bool isText)
    {
        var sum = new ContentSum();
        for (int i = 0; i < _files.Count; i++)
        {
            sum.Add(i, isText ? _digests[i].Text : _digests[i].Bytes, _files[i].Size);
        }

        return sum.Total;
    }

    /// <summary>Leaves files out of all runs from now on.</summary>
    /// <param name="isOut">Whether one is to go; asked once for each.</param>
    /// <returns>How many went.</returns>
    internal int LeaveOut(Func<LabFile, FileDigests, bool> isOut)
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
