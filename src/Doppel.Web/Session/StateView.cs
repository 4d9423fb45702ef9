using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>The state of a session without its groups.</summary>
internal sealed record StateView
{
    internal required long Version { get; init; }

    internal required string Title { get; init; }

    internal required string Root { get; init; }

    internal required bool IsReport { get; init; }

    internal required IReadOnlyList<string> RootNames { get; init; }

    internal required SearchFilters? Filters { get; init; }

    internal required Activity? Activity { get; init; }

    internal required LoadedGroups? Loaded { get; init; }

    /// <summary>Gets the number of files that runs have acted on.</summary>
    internal required long GoneFiles { get; init; }

    /// <summary>Gets how many of these are in the trash.</summary>
    internal required long InTrash { get; init; }

    internal required RuleChoice Rules { get; init; }

    /// <summary>Gets the rules of the command line.</summary>
    internal required KeepRules Basis { get; init; }

    internal required BoardTotals Totals { get; init; }

    /// <summary>Gets the totals of the folders that go, which <see cref="Totals"/> does not have.</summary>
    internal required PlanSummary Folders { get; init; }

    /// <summary>Gets the number of groups of folders.</summary>
    internal required int FolderGroups { get; init; }

    internal required int ByHand { get; init; }

    internal required IReadOnlyList<(string Reason, int Groups)> Reasons { get; init; }

    internal required string? Undo { get; init; }

    internal required string? Redo { get; init; }

    internal required Proposal? Proposal { get; init; }

    internal required RunReport? LastRun { get; init; }

    internal required IReadOnlyList<string> Unfinished { get; init; }

    internal required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Gets whether the choices are those of an earlier review, and nothing was chosen since.</summary>
    internal required bool IsRestored { get; init; }

    internal required string? Failure { get; init; }
}

/// <summary>A part of the list of groups.</summary>
internal sealed record RowsView(long Version, int Total, IReadOnlyList<RowView> Rows);

/// <summary>
/// A group in the list. Its name is that of a copy that stays, and <see cref="Saved"/> the number of those that are on
/// saved volumes.
/// </summary>
internal sealed record RowView(
    int Group, long Size, int Copies, int Going, long RedundantBytes, FileKind Kind, bool IsByHand, int Shown,
    string? TwinFormat, int Saved, string Name, string Folder);

/// <summary>A group with its copies.</summary>
internal sealed record GroupView
{
    internal required long Version { get; init; }

    internal required RowView Row { get; init; }

    internal required Proof Proof { get; init; }

    internal required string Reason { get; init; }

    internal required IReadOnlyList<CopyView> Copies { get; init; }
}

/// <summary>
/// A copy of a group. It is on a disk if <see cref="Saved"/> is null. <see cref="GoneBy"/> is null unless it is gone.
/// </summary>
internal sealed record CopyView(
    int Copy, CopyMark Mark, ActionKind? GoneBy, string WhySkipped, long Size, ReportTime Modified, uint Links,
    ReportSavedVolume? Saved, IReadOnlyList<NameView> Names);

/// <summary>A name of a copy.</summary>
internal sealed record NameView(string Name, string Folder, int FolderNumber);
