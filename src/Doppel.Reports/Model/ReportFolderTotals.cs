namespace Doppel.Reports;

/// <summary>Totals for folders.</summary>
public sealed record ReportFolderTotals
{
    /// <summary>Gets the number of groups of equal folders.</summary>
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
