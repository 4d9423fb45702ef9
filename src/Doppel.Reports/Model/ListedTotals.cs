namespace Doppel.Reports;

/// <summary>Totals the groups as they are written or read.</summary>
internal sealed class ListedTotals
{
    public long Groups { get; private set; }

    public long RedundantFiles { get; private set; }

    public long RedundantBytes { get; private set; }

    /// <summary>Gets the totals for folders, or null if none have been added.</summary>
    public ReportFolderTotals? Folders { get; private set; }

    /// <summary>Gets the totals for media, or null if none have been added.</summary>
    public ReportMediaTotals? Media { get; private set; }

    public void Add(ReportMediaGroup group)
    {
        ReportMediaTotals media = Media ?? new ReportMediaTotals();
        Media = media with
        {
            Groups = media.Groups + 1,
            Copies = media.Copies + group.Copies.Count,
            RedundantBytes = AddClamped(media.RedundantBytes, group.RedundantBytes),
        };
    }

    public void AddNotComparable()
    {
        ReportMediaTotals media = Media ?? new ReportMediaTotals();
        Media = media with { NotComparable = media.NotComparable + 1 };
    }

    public void Add(ReportFolderGroup group)
    {
        ReportFolderTotals folders = Folders ?? new ReportFolderTotals();
        Folders = folders with
        {
            Groups = folders.Groups + 1,
            RedundantFolders = folders.RedundantFolders + group.Folders.Count - 1,
            RedundantBytes = AddClamped(folders.RedundantBytes, group.RedundantBytes),
        };
    }

    public void Add(ReportContainedFolder item)
    {
        ReportFolderTotals folders = Folders ?? new ReportFolderTotals();
        Folders = folders with
        {
            Contained = folders.Contained + 1,
            RedundantBytes = AddClamped(folders.RedundantBytes, item.RedundantBytes),
        };
    }

    public void AddEmptyFolder()
    {
        ReportFolderTotals folders = Folders ?? new ReportFolderTotals();
        Folders = folders with { Empty = folders.Empty + 1 };
    }

    public void Add(int copies, long redundantBytes)
    {
        Groups++;
        RedundantFiles += copies - 1;
        RedundantBytes = AddClamped(RedundantBytes, redundantBytes);
    }

    public ReportSummary ToSummary(bool complete, long uniques, long problems) => new()
    {
        Complete = complete,
        Groups = Groups,
        RedundantFiles = RedundantFiles,
        RedundantBytes = RedundantBytes,
        Folders = Folders,
        Media = Media,
        Unique = uniques,
        Problems = problems,
    };

    /// <summary>
    /// Returns the size times the number of storages minus one, at most <see cref="long.MaxValue"/>; 0 for an unknown
    /// size.
    /// </summary>
    public static long Redundant(long size, int storages) =>
        size < 0 ? 0 : (long)Int128.Min((Int128)size * (storages - 1), long.MaxValue);

    /// <summary>
    /// Returns whether this number of copies can have this many redundant bytes, if any of them may share extents.
    /// </summary>
    public static bool CanBeRedundant(long bytes, long size, int copies) =>
        bytes <= Redundant(size, copies) && (bytes is 0 or long.MaxValue || bytes % size == 0);

    private static long AddClamped(long left, long right) =>
        left > long.MaxValue - right ? long.MaxValue : left + right;
}
