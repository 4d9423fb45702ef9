namespace Doppel.Reports;

/// <summary>Totals of a list of links.</summary>
public sealed record LinkSummary
{
    /// <summary>Whether all was listed; false after an interruption, when names may be missing in sets.</summary>
    public required bool Complete { get; init; }

    /// <summary>Inodes with several names.</summary>
    public long HardLinkSets { get; init; }

    /// <summary>Their names that were found.</summary>
    public long HardLinkNames { get; init; }

    /// <summary>Symbolic links, whatever they lead to.</summary>
    public long SymbolicLinks { get; init; }

    /// <summary>Those of them that lead to nothing.</summary>
    public long BrokenLinks { get; init; }

    /// <summary>Those of them that run in a circle.</summary>
    public long LoopingLinks { get; init; }

    /// <summary>Sets of files that share all their blocks.</summary>
    public long ReflinkSets { get; init; }

    /// <summary>The files in them.</summary>
    public long ReflinkedFiles { get; init; }

    /// <summary>Problems met.</summary>
    public long Problems { get; init; }

    /// <summary>How often a file was opened, to ask where its blocks lie.</summary>
    public long Opened { get; init; }

    /// <summary>Wall time.</summary>
    public double Seconds { get; init; }

    /// <summary>Wall time of each stage.</summary>
    public IReadOnlyList<ReportStage> Stages { get; init; } = [];
}
