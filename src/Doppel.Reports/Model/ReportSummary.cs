namespace Doppel.Reports;

/// <summary>Totals of a search.</summary>
public sealed record ReportSummary
{
    /// <summary>Gets whether the search ran to completion; false if it was interrupted.</summary>
    public required bool Complete { get; init; }

    /// <summary>Gets the number of file names that passed the filters.</summary>
    public long Files { get; init; }

    /// <summary>Gets the number of groups in the report.</summary>
    public long Groups { get; init; }

    /// <summary>
    /// Gets the number of groups that are left out because an earlier search reported them, or null if all groups are
    /// in the report.
    /// </summary>
    public long? KnownGroups { get; init; }

    /// <summary>
    /// Gets the number of copies that need not stay: all but the first of each group, or all outside of references.
    /// </summary>
    public long RedundantFiles { get; init; }

    /// <summary>Gets the total redundant bytes of all groups.</summary>
    public long RedundantBytes { get; init; }

    /// <summary>
    /// Gets the total of <see cref="ReportGroup.FreedBytes"/> over all groups, or null if the report lacks it.
    /// </summary>
    public long? FreedBytes { get; init; }

    /// <summary>Gets the number of files that have no duplicate, if requested.</summary>
    public long Unique { get; init; }

    /// <summary>Gets the totals for folders, or null if folders were not requested.</summary>
    public ReportFolderTotals? Folders { get; init; }

    /// <summary>Gets the totals for media, or null if media were not requested.</summary>
    public ReportMediaTotals? Media { get; init; }

    /// <summary>Gets the number of problems.</summary>
    public long Problems { get; init; }

    /// <summary>Gets the number of copies that were not read because a catalog knew their content.</summary>
    public long Known { get; init; }

    /// <summary>Gets the number of times a file was opened.</summary>
    public long Opened { get; init; }

    /// <summary>Gets the number of bytes of content read.</summary>
    public long BytesRead { get; init; }

    /// <summary>Gets the elapsed wall-clock time of the search in seconds.</summary>
    public double Seconds { get; init; }

    /// <summary>Gets the elapsed wall-clock time of each stage.</summary>
    public IReadOnlyList<ReportStage> Stages { get; init; } = [];
}

/// <summary>The duration of one stage of a search.</summary>
/// <param name="Name">The stage: scan, group, small, ends, content, confirm…</param>
/// <param name="Seconds">The elapsed wall-clock time in seconds.</param>
public readonly record struct ReportStage(string Name, double Seconds);

/// <summary>Totals for folders.</summary>
public sealed record ReportFolderTotals
{
    /// <summary>Gets the number of groups of identical folders.</summary>
    public long Groups { get; init; }

    /// <summary>Gets the number of folders beyond the first of each group.</summary>
    public long RedundantFolders { get; init; }

    /// <summary>Gets the number of folders that are contained in another one.</summary>
    public long Contained { get; init; }

    /// <summary>Gets the number of empty folders.</summary>
    public long Empty { get; init; }

    /// <summary>Gets the total redundant bytes of groups and contained folders.</summary>
    public long RedundantBytes { get; init; }
}

/// <summary>Totals for media files.</summary>
public sealed record ReportMediaTotals
{
    /// <summary>Gets the number of media groups.</summary>
    public long Groups { get; init; }

    /// <summary>Gets the number of copies in all media groups.</summary>
    public long Copies { get; init; }

    /// <summary>Gets the total redundant bytes of all media groups.</summary>
    public long RedundantBytes { get; init; }

    /// <summary>Gets the number of contents that look like media but could not be compared.</summary>
    public long NotComparable { get; init; }

    /// <summary>
    /// Gets how many groups the loose policy would add or enlarge at most, judged by headers and sizes alone. 0 if that
    /// is the policy of the search, or if the report does not say.
    /// </summary>
    public long LooseGroups { get; init; }
}
