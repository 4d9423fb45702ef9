namespace Doppel.Reports;

/// <summary>Which links join files. The sequences may be lazy and are walked once.</summary>
public sealed record LinkReport
{
    /// <summary>What was asked.</summary>
    public required ReportBegin Begin { get; init; }

    /// <summary>Inodes with several names, by the first name found.</summary>
    public IEnumerable<ReportHardLinks> HardLinks { get; init; } = [];

    /// <summary>Symbolic links, by name.</summary>
    public IEnumerable<ReportSymbolicLink> SymbolicLinks { get; init; } = [];

    /// <summary>Files that share all their blocks, by the first name of each set.</summary>
    public IEnumerable<ReportReflinks> Reflinks { get; init; } = [];

    /// <summary>Ordered by path.</summary>
    public IEnumerable<ReportProblem> Problems { get; init; } = [];

    /// <summary>Totals, known before the first set is written.</summary>
    public required LinkSummary Summary { get; init; }
}
