namespace Doppel.Reports;

/// <summary>Totals about folders.</summary>
public sealed record ReportFolderTotals
{
    /// <summary>Groups of equal folders.</summary>
    public long Groups { get; init; }

    /// <summary>Folders beyond the first of each group.</summary>
    public long RedundantFolders { get; init; }

    /// <summary>Folders that are contained in another.</summary>
    public long Contained { get; init; }

    /// <summary>Empty folders.</summary>
    public long Empty { get; init; }

    /// <summary>Sum of the redundant bytes of groups and of contained folders.</summary>
    public long RedundantBytes { get; init; }
}
