namespace Doppel.Reports;

/// <summary>Totals of a list of links.</summary>
public sealed record LinkSummary
{
    /// <summary>
    /// Gets whether the list is complete; false after an interruption, in which case sets may lack names.
    /// </summary>
    public required bool Complete { get; init; }

    /// <summary>Gets the number of inodes that have several names.</summary>
    public long HardLinkSets { get; init; }

    /// <summary>Gets the number of names found for those inodes.</summary>
    public long HardLinkNames { get; init; }

    /// <summary>Gets the number of symbolic links, whatever they resolve to.</summary>
    public long SymbolicLinks { get; init; }

    /// <summary>Gets the number of symbolic links whose target does not exist.</summary>
    public long BrokenLinks { get; init; }

    /// <summary>Gets the number of symbolic links that form a cycle.</summary>
    public long LoopingLinks { get; init; }

    /// <summary>Gets the number of sets of files that share all their extents.</summary>
    public long ReflinkSets { get; init; }

    /// <summary>Gets the number of files in those sets.</summary>
    public long ReflinkedFiles { get; init; }

    /// <summary>Gets the number of problems.</summary>
    public long Problems { get; init; }

    /// <summary>Gets the number of times a file was opened to query its extents.</summary>
    public long Opened { get; init; }

    /// <summary>Gets the elapsed wall-clock time in seconds.</summary>
    public double Seconds { get; init; }

    /// <summary>Gets the elapsed wall-clock time of each stage.</summary>
    public IReadOnlyList<ReportStage> Stages { get; init; } = [];
}
