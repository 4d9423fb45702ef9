using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Contains the result of planning one group of a report.</summary>
public sealed record PlanOutcome
{
    /// <summary>Gets the planned group, or null if there is nothing to do. A refusal then gives the reason.</summary>
    public PlanGroup? Group { get; init; }

    /// <summary>
    /// Gets the objects of the same group to act on, with all copies that stay, or null if there are none.
    /// </summary>
    public PlanGroup? Objects { get; init; }

    /// <summary>
    /// Gets the files of folders to act on although their folders stay: those of a container, or of a root. Default:
    /// none.
    /// </summary>
    public IReadOnlyList<PlanGroup> OfFolders { get; init; } = [];

    /// <summary>
    /// Gets the companions of the files to act on, one to a group. They go after these files. Default: none.
    /// </summary>
    public IReadOnlyList<PlanGroup> Companions { get; init; } = [];

    /// <summary>Gets all groups in which there is something to do.</summary>
    public IEnumerable<PlanGroup> Groups =>
        ((PlanGroup?[])[Group, Objects, .. OfFolders, .. Companions]).OfType<PlanGroup>();

    /// <summary>Gets whether a media group already covers everything. The outcome is then not reported.</summary>
    public bool IsSuperseded { get; init; }

    /// <summary>Gets the folders to remove. Default: none.</summary>
    public IReadOnlyList<PlanFolder> Folders { get; init; } = [];

    /// <summary>Gets the skipped names and the reasons why there is nothing to do.</summary>
    public required IReadOnlyList<PlanRefusal> Refusals { get; init; }

    /// <summary>Gets the decision about each copy, best keeper first.</summary>
    public required IReadOnlyList<CopyVerdict> Verdicts { get; init; }
}

/// <summary>Contains the decision about one copy and the reason for it.</summary>
/// <param name="Copy">The copy.</param>
/// <param name="Stays">Whether the copy is kept.</param>
/// <param name="Why">A human-readable reason: the rule that decided and, if it compares values, the values.</param>
public sealed record CopyVerdict(PlanCopy Copy, bool Stays, string Why)
{
    /// <summary>
    /// Gets whether a protected folder, a keep pattern or the file that it belongs to requires that the copy stays.
    /// </summary>
    public bool MustStay { get; init; }

    /// <summary>
    /// Gets the file that the copy is a companion of, and with which it stays or goes. Default: none.
    /// </summary>
    public ReportName CompanionOf { get; init; }

    /// <summary>Gets the absolute names of its companions, whether they go along or stay. Default: none.</summary>
    public IReadOnlyList<ReportName> Companions { get; init; } = [];
}
