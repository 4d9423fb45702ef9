namespace Doppel.Reports;

/// <summary>A list of the links that connect files. The sequences may be lazy and are enumerated once.</summary>
public sealed record LinkReport
{
    /// <summary>Gets the details of the request.</summary>
    public required ReportBegin Begin { get; init; }

    /// <summary>Gets the inodes that have several names, by the first name found.</summary>
    public IEnumerable<ReportHardLinks> HardLinks { get; init; } = [];

    /// <summary>Gets the symbolic links, by name.</summary>
    public IEnumerable<ReportSymbolicLink> SymbolicLinks { get; init; } = [];

    /// <summary>Gets the sets of files that share all their extents, by the first name of each set.</summary>
    public IEnumerable<ReportReflinks> Reflinks { get; init; } = [];

    /// <summary>Gets the problems, by path.</summary>
    public IEnumerable<ReportProblem> Problems { get; init; } = [];

    /// <summary>Gets the totals, which are known before the first set is written.</summary>
    public required LinkSummary Summary { get; init; }
}
