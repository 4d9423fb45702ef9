namespace Doppel.Reports;

/// <summary>One symbolic link, or on Windows a junction or a volume mount point.</summary>
public sealed record ReportSymbolicLink
{
    /// <summary>The absolute name of the link itself.</summary>
    public required ReportName Name { get; init; }

    /// <summary>Index of the first root that holds it.</summary>
    public required int Root { get; init; }

    /// <summary>What is written in it; empty where it could not be read.</summary>
    public required ReportName Target { get; init; }

    /// <summary>What it leads to.</summary>
    public required LinkState State { get; init; }

    /// <summary>
    /// The absolute path that it leads to in the end, without any link; of a broken one the path where something would
    /// have to be. Empty where it is not known, and for loops.
    /// </summary>
    public ReportName Final { get; init; }

    /// <summary>Whether <see cref="Final"/> lies below none of the roots; null where that is not known.</summary>
    public bool? LeavesRoots { get; init; }

    /// <summary>
    /// Whether what it leads to lies on another device than the link; null where it leads to nothing or that is not
    /// known.
    /// </summary>
    public bool? CrossesVolumes { get; init; }
}
