namespace Doppel.Reports;

/// <summary>A whole report. The sequences may be lazy and are walked once.</summary>
public sealed record Report
{
    /// <summary>What was asked.</summary>
    public required ReportBegin Begin { get; init; }

    /// <summary>Equal folders, only where they were asked for; most bytes first, then by first name.</summary>
    public IEnumerable<ReportFolderGroup> FolderGroups { get; init; } = [];

    /// <summary>Folders that another one has all of, likewise.</summary>
    public IEnumerable<ReportContainedFolder> ContainedFolders { get; init; } = [];

    /// <summary>Folders with nothing but empty folders in them, the highest of each; likewise, by name.</summary>
    public IEnumerable<ReportFolder> EmptyFolders { get; init; } = [];

    /// <summary>Largest <see cref="ReportGroup.RedundantBytes"/> first, then by first name.</summary>
    public required IEnumerable<ReportGroup> Groups { get; init; }

    /// <summary>
    /// Files of one sound or picture, only where they were asked for; largest
    /// <see cref="ReportMediaGroup.RedundantBytes"/> first, then by first name.
    /// </summary>
    public IEnumerable<ReportMediaGroup> MediaGroups { get; init; } = [];

    /// <summary>Media files that were not comparable, likewise; ordered by name.</summary>
    public IEnumerable<ReportNotComparable> NotComparable { get; init; } = [];

    /// <summary>Only where they were asked for; ordered by name.</summary>
    public IEnumerable<ReportUnique> Uniques { get; init; } = [];

    /// <summary>Ordered by path.</summary>
    public IEnumerable<ReportProblem> Problems { get; init; } = [];

    /// <summary>Totals, known before the first group is written.</summary>
    public required ReportSummary Summary { get; init; }
}
