namespace Doppel.Reports;

/// <summary>A symbolic link, or on Windows a junction or a volume mount point.</summary>
public sealed record ReportSymbolicLink
{
    /// <summary>Gets the absolute name of the link itself.</summary>
    public required ReportName Name { get; init; }

    /// <summary>Gets the index of the first root that contains the link.</summary>
    public required int Root { get; init; }

    /// <summary>Gets the text of the link; empty if it could not be read.</summary>
    public required ReportName Target { get; init; }

    /// <summary>Gets what the link resolves to.</summary>
    public required LinkState State { get; init; }

    /// <summary>
    /// Gets the absolute path that the link resolves to, without any links. For a broken link, this is the path at
    /// which something would have to exist. Empty if unknown, and for loops.
    /// </summary>
    public ReportName Final { get; init; }

    /// <summary>Gets whether <see cref="Final"/> is outside all roots, or null if unknown.</summary>
    public bool? LeavesRoots { get; init; }

    /// <summary>
    /// Gets whether the target is on a different device than the link, or null if the link resolves to nothing or this
    /// is unknown.
    /// </summary>
    public bool? CrossesVolumes { get; init; }
}
