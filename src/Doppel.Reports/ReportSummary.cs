namespace Doppel.Reports;

/// <summary>Totals of a search.</summary>
public sealed record ReportSummary
{
    /// <summary>Whether the search ran to its end; false when it was interrupted.</summary>
    public required bool Complete { get; init; }

    /// <summary>Names of files that passed the filters.</summary>
    public long Files { get; init; }

    /// <summary>Groups reported.</summary>
    public long Groups { get; init; }

    /// <summary>Copies beyond the first of each group.</summary>
    public long RedundantFiles { get; init; }

    /// <summary>Sum of the groups' redundant bytes.</summary>
    public long RedundantBytes { get; init; }

    /// <summary>Files without a twin, where they were asked for.</summary>
    public long Unique { get; init; }

    /// <summary>Totals about folders; null where they were not asked for.</summary>
    public ReportFolderTotals? Folders { get; init; }

    /// <summary>Totals about media; null where they were not asked for.</summary>
    public ReportMediaTotals? Media { get; init; }

    /// <summary>Problems met.</summary>
    public long Problems { get; init; }

    /// <summary>How often a file was opened.</summary>
    public long Opened { get; init; }

    /// <summary>Bytes of content read.</summary>
    public long BytesRead { get; init; }

    /// <summary>Wall time of the search.</summary>
    public double Seconds { get; init; }

    /// <summary>Wall time of each stage.</summary>
    public IReadOnlyList<ReportStage> Stages { get; init; } = [];
}
