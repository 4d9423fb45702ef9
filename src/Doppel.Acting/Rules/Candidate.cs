using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A copy that may be kept or dropped, with the data that the rules need.</summary>
internal sealed record Candidate
{
    public required PlanCopy Copy { get; init; }

    /// <summary>
    /// Gets the index of the first root of the report that contains one of its names, or <see cref="int.MaxValue"/> if
    /// unknown.
    /// </summary>
    public int Root { get; init; } = int.MaxValue;

    /// <summary>
    /// Gets the path of the root for each name, in the order of the copy's names. Empty names or an empty list if
    /// unknown.
    /// </summary>
    public IReadOnlyList<ReportName> RootPaths { get; init; } = [];

    /// <summary>
    /// Gets the modification time of the folder of each name, in the order of the copy's names. Empty if unknown.
    /// </summary>
    public IReadOnlyList<FileTime> FolderTimes { get; init; } = [];

    /// <summary>
    /// Gets the keep pattern that something inside it matches, if it is a folder. Its names are matched separately.
    /// </summary>
    public KeepPattern? KeptBy { get; init; }

    /// <summary>Gets its tags if it belongs to a media group.</summary>
    public MediaTags? Tags { get; init; }

    /// <summary>Gets the number of its companions.</summary>
    public int Companions { get; init; }

    /// <summary>Gets the file that it is a companion of. Empty if there is none.</summary>
    public ReportName BelongsTo { get; init; }

    /// <summary>Gets the protected folder that contains one of its names. A reference takes precedence.</summary>
    public ProtectedFolder? ProtectedBy { get; init; }
}
